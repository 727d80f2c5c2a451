"""Assignment 02-precision-recall: mean_recall over users, and fixed_recall from item ids."""

import statistics

from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.precision_parts import (
    crash,
    grades,
    hits,
    mean,
    not_a_number,
    nothing,
    precision,
    random_relevance,
    recall,
    share,
    zeros,
)
from course.metrics import recall_at_k

LESSON = "02-precision-recall"
RANDOM_CASES = 30


# --- mean_recall -------------------------------------------------------------------------------


def mean_recall(lists, n_relevant, k):
    """The reference: the course's recall of each user, then the mean."""
    scores = [recall_at_k(r, k, n) for r, n in zip(lists, n_relevant, strict=True)]
    return sum(scores) / len(scores)


def random_class(rng, n_users):
    """Lists of grades and the numbers of relevant items, which differ a lot between users."""
    lists = [random_relevance(rng, int(rng.integers(2, 8))) for _ in range(n_users)]
    return lists, [hits(r) + int(rng.integers(0, 3)) ** 3 for r in lists]


def mean_value_hidden(rng):
    for number in range(RANDOM_CASES):
        lists, n_relevant = random_class(rng, int(rng.integers(1, 5)))
        if number % 3 == 0:  # somebody whose list holds nothing relevant
            lists.append([0] * int(rng.integers(1, 6)))
            n_relevant.append(int(rng.integers(1, 9)))
        yield lists, n_relevant, int(rng.integers(1, 6))


def mean_everyone_hidden(rng):
    for number in range(RANDOM_CASES):
        lists, n_relevant = random_class(rng, int(rng.integers(1, 4)))
        if number % 2 == 0:  # wants nothing
            lists.append(zeros(rng))
            n_relevant.append(0)
        if number % 3 != 1:  # was shown nothing
            lists.insert(0, [])
            n_relevant.insert(0, int(rng.integers(1, 6)))
        yield lists, n_relevant, int(rng.integers(1, 6))


def mean_of(score):
    """The mean over users of score(relevance, k, n_relevant)."""
    return lambda lists, n_relevant, k: mean(
        score(r, k, n) for r, n in zip(lists, n_relevant, strict=True)
    )


def mean_where(keep, score=recall):
    """The mean over the users for whom keep(relevance, k, n_relevant) is true."""
    return lambda lists, n_relevant, k: mean(
        score(r, k, n) for r, n in zip(lists, n_relevant, strict=True) if keep(r, k, n)
    )


def pooled(lists, n_relevant, k):
    return share(sum(hits(r, k) for r in lists), sum(n_relevant))


def one_long_list(lists, n_relevant, k):
    return recall([grade for r in lists for grade in r], k, sum(n_relevant))


def median(lists, n_relevant, k):
    return statistics.median(recall(r, k, n) for r, n in zip(lists, n_relevant, strict=True))


def sum_over_users(lists, n_relevant, k):
    return sum(recall(r, k, n) for r, n in zip(lists, n_relevant, strict=True))


def without_relevant(answer):
    """Recall, but with another answer for a user without relevant items."""
    return lambda r, k, n: recall(r, k, n) if n else answer()


MEAN = FunctionExercise(
    "mean_recall",
    LESSON,
    reference=mean_recall,
    aspects={
        "value": Aspect(
            [
                ([[1, 0]], [2], 2),
                ([[0, 1]], [1], 1),
                ([[1], [0]], [1, 3], 1),
                ([[1, 1], [1, 0]], [4, 1], 2),
                ([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], [1, 4, 2], 3),
                ([[2, 0, 1], [0, 3, 1], [1, 0, 0]], [8, 2, 2], 2),
            ],
            mean_value_hidden,
        ),
        "everyone": Aspect(
            [
                ([[1], []], [1, 2], 1),
                ([[], [1]], [1, 1], 1),
                ([[1], [0]], [1, 0], 1),
                ([[1, 1], []], [4, 0], 2),
                ([[1, 0], [], [0, 2], [0]], [1, 3, 4, 0], 2),
            ],
            mean_everyone_hidden,
        ),
    },
    ideas={
        "recall-pooled": Idea(
            pooled,
            "You divide all hits by all relevant items, so users with much to find have more "
            "votes. One user, one vote: divide first.",
            "Means",
        ),
        "mean-of-one-long-list": Idea(
            one_long_list,
            "You joined the users' lists into one. Each user has a screen of k places.",
            "Means",
        ),
        "mean-is-a-sum": Idea(
            sum_over_users,
            "Your value grows with the number of users. A mean does not.",
            "Means",
        ),
        "mean-is-a-median": Idea(
            median,
            "You took the middle user. A mean asks all of them.",
            "Means",
        ),
        "mean-drops-misses": Idea(
            mean_where(lambda r, k, n: recall(r, k, n) > 0),
            "Users whose list found nothing are left out. The failures belong to the mean.",
            "Means",
        ),
        "mean-drops-empty-lists": Idea(
            mean_where(lambda r, k, n: bool(r)),
            "Users who were shown nothing are left out. Who is not served counts 0.",
            "Means",
        ),
        "mean-drops-users-without-relevant": Idea(
            mean_where(lambda r, k, n: n > 0),
            "Users without relevant items are left out. Here every user counts once.",
            "Means",
        ),
        "mean-one-without-relevant": Idea(
            mean_of(without_relevant(lambda: 1.0)),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
        "mean-nan-without-relevant": Idea(
            mean_of(without_relevant(not_a_number)),
            "One user's 0 divided by 0 has spoiled the whole mean. Decide before you divide.",
            "Edges",
        ),
        "mean-crashes-without-relevant": Idea(
            mean_of(without_relevant(crash)),
            "A user who wants nothing makes a denominator 0. Decide before you divide.",
            "Edges",
        ),
        "mean-of-precision": Idea(
            mean_of(lambda r, k, n: precision(r, k)),
            "You divide by the places. How many films did each user want?",
            "Recall",
        ),
        "recall-over-min-k-relevant": Idea(
            mean_of(lambda r, k, n: share(hits(r, k), min(k, n))),
            "You judge against what k places can hold. Some do; here all that was wanted stands "
            "below the line.",
            "Who divides",
        ),
        "recall-of-what-was-shown": Idea(
            mean_of(lambda r, k, n: share(hits(r, k), hits(r, k))),
            "You always find all of what you found. What the list missed has to be counted.",
            "Recall",
        ),
        "recall-forgets-missed-items": Idea(
            mean_of(lambda r, k, n: share(hits(r, k), hits(r))),
            "There are relevant items outside the lists; their numbers were given to you.",
            "Recall",
        ),
        "recall-ignores-k": Idea(
            mean_of(lambda r, k, n: share(hits(r), n)),
            "Place k + 1 was not on the screen, and yet it changes your value.",
            "Cutoff",
        ),
        "recall-adds-grades": Idea(
            mean_of(lambda r, k, n: share(grades(r, k), n)),
            "You add up grades and divide by a number of films. Top and bottom must count the "
            "same thing.",
            "Relevance",
        ),
    },
    hints=(
        "Each user has one vote, however many films he wants. So what comes first, the division "
        "or the mean over users?",
        "Mean recall@k = (the sum over users of hits in the first k places / n_relevant of that "
        "user) / number of users. A user without relevant items adds 0 and is counted.",
        "Two users at k = 2: [1, 1] with 5 relevant items and [0, 1] with 1. Their recalls are "
        "2/5 and 1/1; the mean is 0.7. Pooling would give 3/6, because the first weighs five "
        "times as much.",
    ),
)


# --- fixed_recall ------------------------------------------------------------------------------


def fixed_recall(recommended, wanted, k):
    """The reference: ids as relevance, then the course's recall."""
    return recall_at_k([int(item in wanted) for item in recommended], k, len(wanted))


def random_ids(rng, length, n_found, n_missed):
    """A list of distinct ids, n_found of them wanted, and the wanted ids in another order."""
    ids = (1 + rng.permutation(60)[: length + n_missed]).tolist()
    recommended, missed = ids[:length], ids[length:]
    found = rng.permutation(length)[:n_found].tolist()
    wanted = [recommended[i] for i in found] + missed
    return recommended, [wanted[i] for i in rng.permutation(len(wanted))]


def fixed_value_hidden(rng):
    for number in range(RANDOM_CASES):
        length = int(rng.integers(3, 12))
        n_found = 0 if number % 6 == 0 else int(rng.integers(1, length + 1))
        missed = int(rng.integers(1, 9))
        yield (*random_ids(rng, length, n_found, missed), int(rng.integers(1, length + 1)))


def fixed_edges_hidden(rng):
    for _ in range(RANDOM_CASES // 3):
        length, k = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        yield random_ids(rng, length, 0, 0)[0], [], k
        yield [], random_ids(rng, 1, 1, k)[1], k
        yield (*random_ids(rng, length, 1, int(rng.integers(0, 4))), length + k)


def id_hits(recommended, wanted, k=None):
    return sum(item in wanted for item in recommended[:k])


def nothing_wanted(answer):
    """Recall, but with another answer where nothing is wanted."""
    return lambda shown, wanted, k: id_hits(shown, wanted, k) / len(wanted) if wanted else answer()


FIXED = FunctionExercise(
    "fixed_recall",
    LESSON,
    reference=fixed_recall,
    aspects={
        "value": Aspect(
            [
                ([7], [7, 8], 1),
                ([7, 9], [7, 8], 2),
                ([7, 9], [9, 8], 1),
                ([1, 2, 7, 3, 8, 9], [1, 2, 3, 4, 5, 6], 3),
                ([4, 5, 6, 7], [9, 6, 4], 3),
                ([4, 5, 6], [9, 8], 2),
                ([4, 5, 6], [4], 2),
                ([4, 5], [9, 8, 4], 2),
            ],
            fixed_value_hidden,
        ),
        "edges": Aspect(
            [
                ([], [], 1),
                ([7], [], 1),
                ([], [7, 8], 2),
                ([7], [7], 3),
                ([9, 7], [7, 5], 4),
            ],
            fixed_edges_hidden,
        ),
    },
    ideas={
        "recall-of-what-was-shown": Idea(
            lambda shown, wanted, k: share(id_hits(shown, wanted, k), id_hits(shown, wanted)),
            "The relevant items are still counted inside the list, so what it missed costs "
            "nothing. Who knows what the user wanted?",
            "Recall",
            also=(
                lambda shown, wanted, k: float(id_hits(shown, wanted, k) > 0),
                lambda shown, wanted, k: id_hits(shown, wanted, k) / id_hits(shown, wanted),
                lambda shown, wanted, k: id_hits(shown, wanted, k) / id_hits(shown, wanted, k),
            ),
        ),
        "recall-over-k": Idea(
            lambda shown, wanted, k: id_hits(shown, wanted, k) / k,
            "You divide by the places. How many films did the user want? That number is not k.",
            "Recall",
        ),
        "recall-over-list-length": Idea(
            lambda shown, wanted, k: share(id_hits(shown, wanted, k), len(shown)),
            "You divide by the length of the list. Whose films should recall be a share of?",
            "Recall",
            also=(
                lambda shown, wanted, k: share(id_hits(shown, wanted, k), len(shown[:k])),
                lambda shown, wanted, k: id_hits(shown, wanted, k) / len(shown),
            ),
        ),
        "recall-over-min-k-relevant": Idea(
            lambda shown, wanted, k: share(id_hits(shown, wanted, k), min(k, len(wanted))),
            "You judge against what k places can hold. Some do; here all that was wanted stands "
            "below the line.",
            "Who divides",
            also=(
                lambda shown, wanted, k: id_hits(shown, wanted, k) / min(k, len(wanted)),
            ),
        ),
        "recall-is-overlap-over-union": Idea(
            lambda shown, wanted, k: share(
                id_hits(shown, wanted, k), len(set(shown[:k]) | set(wanted))
            ),
            "You divide by everything shown or wanted. Films that were shown and not wanted "
            "belong to precision.",
            "Recall",
        ),
        "recall-over-missed-items": Idea(
            lambda shown, wanted, k: share(
                id_hits(shown, wanted, k), len(wanted) - id_hits(shown, wanted, k)
            ),
            "You divide by what was missed. The films that were found belong below the line too.",
            "Recall",
            also=(
                lambda shown, wanted, k: id_hits(shown, wanted, k)
                / (len(wanted) - id_hits(shown, wanted, k)),
            ),
        ),
        "recall-ignores-k": Idea(
            lambda shown, wanted, k: share(id_hits(shown, wanted), len(wanted)),
            "Place k + 1 was not on the screen, and yet it changes your value.",
            "Cutoff",
        ),
        "recall-cuts-the-wanted": Idea(
            lambda shown, wanted, k: share(
                sum(item in wanted[:k] for item in shown[:k]), len(wanted)
            ),
            "You look at the first k wanted films. They come in no particular order, and all of "
            "them count.",
            "Cutoff",
            also=(
                lambda shown, wanted, k: share(
                    sum(item in wanted[:k] for item in shown[:k]), len(wanted[:k])
                ),
            ),
        ),
        "recall-compares-place-by-place": Idea(
            lambda shown, wanted, k: share(
                sum(a == b for a, b in zip(shown[:k], wanted)), len(wanted)
            ),
            "You compare place by place. The wanted films have no places: is it among them?",
            "Relevance",
        ),
        "recall-counts-hits": Idea(
            lambda shown, wanted, k: id_hits(shown, wanted, k),
            "A share lies between 0 and 1; yours is a count.",
            "Recall",
        ),
        "recall-no-relevant-is-one": Idea(
            nothing_wanted(lambda: 1.0),
            "Nothing wanted, nothing missed? Then users who want nothing lift your mean. "
            "The task states the rule.",
            "Edges",
        ),
        "recall-no-relevant-is-nan": Idea(
            nothing_wanted(not_a_number),
            "One NaN spoils a mean, or quietly changes who is in it. Decide before you divide.",
            "Edges",
        ),
        "recall-no-relevant-crashes": Idea(
            nothing_wanted(crash),
            "A user who wants nothing makes your denominator 0. Decide before you divide.",
            "Edges",
        ),
        "recall-no-relevant-gives-none": Idea(
            nothing_wanted(nothing),
            "Your function answers only where something is wanted. What does it return otherwise?",
            "Edges",
        ),
    },
    hints=(
        "Look at the line that makes the denominator. Which films can never get into it?",
        "recall@k = (wanted films in the first k places) / (number of wanted films), and 0 where "
        "nothing is wanted.",
        "The list [8, 3, 5] at k = 2, wanted [5, 3, 1, 9, 2]: the screen holds 8 and 3, one of "
        "them is wanted, and the user wanted five. So the recall is 1/5; the suspicious "
        "function says 1/2.",
    ),
)

EXERCISES = (MEAN, FIXED)
