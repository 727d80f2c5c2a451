"""Assignment 02-precision-recall: the cases and the wrong ideas of precision_at_k and recall_at_k.

F1 and the hit rate are in precision_f1_hit.py, what is computed for many users or from item ids in
precision_users.py, the answers that are values in precision_answers.py.
"""

from course.checks import precision_answers, precision_f1_hit, precision_users
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.precision_parts import (
    crash,
    grades,
    hits,
    index_error,
    mean,
    not_a_number,
    nothing,
    precision,
    random_relevance,
    recall,
    share,
    zeros,
)
from course.metrics import precision_at_k, recall_at_k

LESSON = "02-precision-recall"
RANDOM_CASES = 30


# --- precision_at_k ----------------------------------------------------------------------------


def precision_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1), ([0], 1), ([0, high], 2), ([1, 0, high], 3)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(1, 10)))
        yield relevance, len(relevance)


def precision_cutoff_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([0, high], 1), ([high, 0, 1], 2), ([1, high, 1, 0, 1], 3)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(2, 12)))
        yield relevance, int(rng.integers(1, len(relevance)))


def precision_short_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([], int(rng.integers(1, 9))), ([high], 3), ([0, high], 7)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(0, 6)))
        yield relevance, len(relevance) + int(rng.integers(1, 7))


def precision_one_by_one(relevance, k):
    """Counts on k items being there."""
    return sum(relevance[i] > 0 for i in range(k)) / k


def precision_where_empty(answer):
    """Precision, but with another answer for an empty list."""
    return lambda r, k: precision(r, k) if r else answer()


def over_list_length(answer):
    """hits / places shown, with an answer for an empty list."""
    return lambda r, k: hits(r, k) / len(r[:k]) if r else answer()


PRECISION = FunctionExercise(
    "precision_at_k",
    LESSON,
    reference=precision_at_k,
    aspects={
        "value": Aspect(
            [([1], 1), ([0], 1), ([2], 1), ([0, 1], 2), ([1, 0, 2], 3), ([1, 0, 0, 1, 0], 5)],
            precision_value_hidden,
        ),
        "cutoff": Aspect(
            [
                ([0, 1], 1),
                ([1, 1], 1),
                ([1, 0, 0], 1),
                ([1, 0, 0, 1, 0], 3),
                ([3, 0, 1, 1, 3], 2),
                ([0, 1, 1, 2, 0, 1], 4),
            ],
            precision_cutoff_hidden,
        ),
        "short": Aspect(
            [([], 1), ([], 3), ([1], 2), ([0], 2), ([0, 1, 2], 4), ([1, 0, 0, 1, 0], 10)],
            precision_short_hidden,
        ),
    },
    ideas={
        "precision-over-list-length": Idea(
            over_list_length(lambda: 0.0),
            "Fewer items were shown than there are places, and you divide by those shown. "
            "An empty place is a missed chance.",
            "Who divides",
            also=(over_list_length(crash), over_list_length(not_a_number)),
        ),
        "precision-over-whole-list-length": Idea(
            lambda r, k: share(hits(r, k), len(r)),
            "You divide by the length of the list. How many places does the screen have?",
            "Who divides",
            also=(
                lambda r, k: hits(r, k) / len(r),
                lambda r, k: hits(r, k) / len(r) if r else not_a_number(),
            ),
        ),
        "precision-over-min-k-relevant": Idea(
            lambda r, k: share(hits(r, k), min(k, hits(r))),
            "You rescale by what was possible. That is useful and has a name of its own; "
            "which number does not depend on the user?",
            "Who divides",
            also=(lambda r, k: hits(r, k) / min(k, hits(r)),),
        ),
        "precision-is-recall": Idea(
            lambda r, k: share(hits(r, k), hits(r)),
            "A share of what? Your denominator answers the other question.",
            "Precision",
            also=(lambda r, k: hits(r, k) / hits(r),),
        ),
        "precision-whole-list": Idea(
            lambda r, k: share(hits(r), len(r)),
            "You judge the whole list. Items after place k were never seen, and an empty place "
            "counts as well.",
            "Cutoff",
            also=(
                lambda r, k: hits(r) / len(r),
                lambda r, k: hits(r) / len(r) if r else not_a_number(),
            ),
        ),
        "precision-hits-uncut-over-k": Idea(
            lambda r, k: hits(r) / k,
            "You count hits below place k as well; that is how a precision can pass 1.",
            "Cutoff",
        ),
        "precision-adds-grades": Idea(
            lambda r, k: grades(r, k) / k,
            "Hits are counted, not weighed: how much one film is liked does not matter here.",
            "Relevance",
        ),
        "precision-grade-one-only": Idea(
            lambda r, k: sum(grade == 1 for grade in r[:k]) / k,
            "A film with a grade above 1 is relevant too. Ask whether, not how much.",
            "Relevance",
        ),
        "precision-averaged-over-ranks": Idea(
            lambda r, k: mean(precision(r, i) for i in range(1, k + 1)),
            "You averaged the precision of all cutoffs up to k. Only one cutoff was asked for.",
            "Cutoff",
        ),
        "precision-counts-hits": Idea(
            lambda r, k: hits(r, k),
            "A share lies between 0 and 1; yours is a count.",
            "Precision",
        ),
        "precision-share-of-misses": Idea(
            lambda r, k: 1 - hits(r, k) / k,
            "A list of good films should score high. Which places did you count?",
            "Precision",
        ),
        "precision-in-percent": Idea(
            lambda r, k: 100 * precision(r, k),
            "Your number is in percent. A share lies between 0 and 1.",
            "Precision",
        ),
        "precision-rounded": Idea(
            lambda r, k: round(precision(r, k), 4),
            "Very close: the value was rounded on the way. Round when you print, not before.",
            "Who divides",
            also=(
                lambda r, k: round(precision(r, k), 2),
                lambda r, k: round(precision(r, k), 3),
            ),
        ),
        "precision-whole-division": Idea(
            lambda r, k: hits(r, k) // k,
            "What stands behind the point is lost. Which division keeps it?",
            "Precision",
        ),
        "precision-cut-off-by-one": Idea(
            lambda r, k: hits(r, k - 1) / k,
            "Count the places that you look at. Are there k of them?",
            "Cutoff",
            also=(lambda r, k: hits(r, k + 1) / k, lambda r, k: hits(r[1 : k + 1]) / k),
        ),
        "precision-looks-at-the-end": Idea(
            lambda r, k: hits(r[-k:]) / k,
            "You look at the last places. The list begins with the best one.",
            "Cutoff",
        ),
        "precision-counts-on-k-items": Idea(
            precision_one_by_one,
            "You look at place k even where the list ends before it. How far can you go?",
            "Edges",
        ),
        "precision-empty-is-one": Idea(
            precision_where_empty(lambda: 1.0),
            "A model that stays silent would win. No hit, no credit.",
            "Edges",
        ),
        "precision-empty-list": Idea(
            precision_where_empty(not_a_number),
            "Your function is fine until the list is empty. Nothing shown, no hit.",
            "Edges",
            also=(
                precision_where_empty(crash),
                precision_where_empty(index_error),
                precision_where_empty(nothing),
            ),
        ),
    },
    hints=(
        "Precision looks at the screen: of the places that Tomas saw, how many hold a film he "
        "liked? Where does the screen end?",
        "precision@k = (relevant items in the first k places) / k. The denominator is k itself, "
        "however long the list is.",
        "Take [0, 2, 1, 1] at k = 3. The first three places are 0, 2, 1. Two of them are above 0. "
        "So the precision is 2 / 3. For [2] at k = 4 it is 1 / 4: three places stayed empty.",
    ),
)


# --- recall_at_k -------------------------------------------------------------------------------


def recall_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1, 1), ([0], 1, 2), ([0, high], 2, 1), ([high, 0, 1], 3, 4)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(1, 9)))
        missed = int(rng.integers(0, 2)) * int(rng.integers(1, 6))
        yield relevance, len(relevance), hits(relevance) + missed


def recall_cutoff_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([0, high], 1, 1), ([high, 1, 0], 1, 2), ([1, 0, high, 1], 3, 3)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(2, 11)))
        yield relevance, int(rng.integers(1, len(relevance))), hits(relevance)


def recall_missed_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1, 2), ([1, high, 0], 1, 5), ([0, high], 4, 9), ([], 3, 2)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(1, 9)))
        yield relevance, int(rng.integers(1, 11)), hits(relevance) + int(rng.integers(1, 8))


def recall_no_relevant_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 3):
        yield zeros(rng), int(rng.integers(1, 9)), 0
        relevance = random_relevance(rng, int(rng.integers(1, 6)))
        yield relevance, len(relevance), hits(relevance)


def recall_without_relevant(answer):
    """Recall, but with another answer for a user without relevant items."""
    return lambda r, k, n: hits(r, k) / n if n else answer()


RECALL = FunctionExercise(
    "recall_at_k",
    LESSON,
    reference=recall_at_k,
    aspects={
        "value": Aspect(
            [
                ([1], 1, 1),
                ([2], 1, 2),
                ([0], 1, 1),
                ([0, 1], 2, 1),
                ([1, 0, 2], 3, 3),
                ([1, 0, 0, 1, 0], 5, 3),
            ],
            recall_value_hidden,
        ),
        "cutoff": Aspect(
            [
                ([0, 1], 1, 1),
                ([1, 1], 1, 2),
                ([1, 0, 0, 1, 0], 3, 2),
                ([1, 2, 0, 1, 1], 2, 4),
                ([0, 2, 3, 3], 2, 3),
            ],
            recall_cutoff_hidden,
        ),
        "missed": Aspect(
            [
                ([1], 1, 2),
                ([], 2, 3),
                ([1, 0], 1, 3),
                ([0, 2, 3, 3], 2, 5),
                ([3, 0, 0, 0, 2, 1], 5, 4),
                ([0, 1], 5, 12),
            ],
            recall_missed_hidden,
        ),
        "no_relevant": Aspect(
            [([], 1, 0), ([0], 1, 0), ([0, 0, 0], 2, 0), ([1], 1, 1), ([0, 2], 2, 1)],
            recall_no_relevant_hidden,
        ),
    },
    ideas={
        "recall-over-k": Idea(
            lambda r, k, n: hits(r, k) / k,
            "You divide by the places. How many films did the user want? That number is not k.",
            "Recall",
        ),
        "recall-over-list-length": Idea(
            lambda r, k, n: share(hits(r, k), len(r)),
            "You divide by the length of the list. Whose films should recall be a share of?",
            "Recall",
            also=(
                lambda r, k, n: share(hits(r, k), len(r[:k])),
                lambda r, k, n: hits(r, k) / len(r),
            ),
        ),
        "recall-over-min-k-relevant": Idea(
            lambda r, k, n: share(hits(r, k), min(k, n)),
            "You judge against what k places can hold. Some do; here all that was wanted stands "
            "below the line.",
            "Who divides",
            also=(lambda r, k, n: hits(r, k) / min(k, n),),
        ),
        "recall-of-what-was-shown": Idea(
            lambda r, k, n: share(hits(r, k), hits(r, k)),
            "You always find all of what you found. What the list missed has to be counted.",
            "Recall",
            also=(lambda r, k, n: hits(r, k) / hits(r, k),),
        ),
        "recall-forgets-missed-items": Idea(
            lambda r, k, n: share(hits(r, k), hits(r)),
            "There are relevant items outside this list; their number was given to you.",
            "Recall",
            also=(lambda r, k, n: hits(r, k) / hits(r),),
        ),
        "recall-adds-missed-twice": Idea(
            lambda r, k, n: share(hits(r, k), n + hits(r)),
            "n_relevant counts all the user's relevant items; those found are already among them.",
            "Recall",
            also=(lambda r, k, n: share(hits(r, k), n + hits(r, k)),),
        ),
        "recall-ignores-k": Idea(
            lambda r, k, n: share(hits(r), n),
            "Place k + 1 was not on the screen, and yet it changes your value.",
            "Cutoff",
        ),
        "recall-cut-off-by-one": Idea(
            lambda r, k, n: share(hits(r, k - 1), n),
            "Count the places that you look at. Are there k of them?",
            "Cutoff",
            also=(lambda r, k, n: share(hits(r, k + 1), n),),
        ),
        "recall-adds-grades": Idea(
            lambda r, k, n: share(grades(r, k), n),
            "You add up grades and divide by a number of films. Top and bottom must count the "
            "same thing.",
            "Relevance",
        ),
        "recall-share-of-grades": Idea(
            lambda r, k, n: share(grades(r, k), grades(r)),
            "The share of all grades in the list is sensible, but another metric: recall counts "
            "items, found and missed.",
            "Relevance",
        ),
        "recall-grade-one-only": Idea(
            lambda r, k, n: share(sum(grade == 1 for grade in r[:k]), n),
            "A film with a grade above 1 is relevant too. Ask whether, not how much.",
            "Relevance",
        ),
        "recall-counts-hits": Idea(
            lambda r, k, n: hits(r, k),
            "A share lies between 0 and 1; yours is a count.",
            "Recall",
        ),
        "recall-in-percent": Idea(
            lambda r, k, n: 100 * recall(r, k, n),
            "Your number is in percent. A share lies between 0 and 1.",
            "Recall",
        ),
        "recall-rounded": Idea(
            lambda r, k, n: round(recall(r, k, n), 4),
            "Very close: the value was rounded on the way. Round when you print, not before.",
            "Who divides",
            also=(
                lambda r, k, n: round(recall(r, k, n), 2),
                lambda r, k, n: round(recall(r, k, n), 3),
            ),
        ),
        "recall-whole-division": Idea(
            lambda r, k, n: hits(r, k) // n if n else 0,
            "What stands behind the point is lost. Which division keeps it?",
            "Recall",
        ),
        "recall-counts-on-k-items": Idea(
            lambda r, k, n: share(sum(r[i] > 0 for i in range(k)), n),
            "You look at place k even where the list ends before it. How far can you go?",
            "Edges",
        ),
        "recall-no-relevant-is-one": Idea(
            recall_without_relevant(lambda: 1.0),
            "Nothing wanted, nothing missed? Then users who want nothing lift your mean. "
            "The task states the rule.",
            "Edges",
        ),
        "recall-no-relevant-is-nan": Idea(
            recall_without_relevant(not_a_number),
            "One NaN spoils a mean, or quietly changes who is in it. Decide before you divide.",
            "Edges",
        ),
        "recall-no-relevant-crashes": Idea(
            recall_without_relevant(crash),
            "A user who wants nothing makes your denominator 0. Decide before you divide.",
            "Edges",
        ),
        "recall-no-relevant-gives-none": Idea(
            recall_without_relevant(nothing),
            "Your function answers only where something is wanted. What does it return otherwise?",
            "Edges",
        ),
    },
    hints=(
        "Recall looks at the user: of all the films Tomas would have liked, how many stood on "
        "the screen? Films that no list showed him belong to that number.",
        "recall@k = (relevant items in the first k places) / n_relevant, and 0 where n_relevant "
        "is 0.",
        "Take [0, 1, 2, 1] at k = 3 with n_relevant = 7. The first three places hold two relevant "
        "films; the fourth was not seen. The user wanted 7. So the recall is 2 / 7.",
    ),
)

EXERCISES = (
    *precision_answers.EXERCISES,
    PRECISION,
    RECALL,
    *precision_f1_hit.EXERCISES,
    *precision_users.EXERCISES,
)
