"""Assignment 02-precision-recall: the cases and the wrong ideas of f1_at_k and hit_rate_at_k."""

import math

from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.precision_parts import (
    crash,
    f1,
    grades,
    harmonic,
    hits,
    not_a_number,
    nothing,
    precision,
    random_relevance,
    recall,
    share,
    zeros,
)
from course.metrics import f1_at_k, hit_rate_at_k

LESSON = "02-precision-recall"
RANDOM_CASES = 30


# --- f1_at_k -----------------------------------------------------------------------------------


def f1_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1, 2), ([1, 0, high], 2, 3), ([high, 0, 0, 1, 1], 3, 6)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(2, 10)))
        first = next(i for i, grade in enumerate(relevance, start=1) if grade > 0)
        k = int(rng.integers(first, len(relevance) + 1))  # so that there is a hit
        yield relevance, k, hits(relevance) + int(rng.integers(0, 7))


def f1_edges_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 3):
        k = int(rng.integers(1, 9))
        yield zeros(rng), k, int(rng.integers(1, 6))
        yield zeros(rng), k, 0
        relevance = random_relevance(rng, int(rng.integers(1, 5)))
        yield relevance, len(relevance) + k, hits(relevance) + int(rng.integers(0, 5))


def combined(how):
    """Another way to make one number of precision and recall."""
    return lambda r, k, n: how(precision(r, k), recall(r, k, n))


def where_no_hit(answer, when):
    """F1, but with another answer where something cannot be divided."""
    return lambda r, k, n: answer() if when(hits(r, k), n) else f1(r, k, n)


def no_hit(found, n_relevant):
    return found == 0


def nothing_to_find(found, n_relevant):
    return n_relevant == 0


def found_nothing(found, n_relevant):
    return found == 0 < n_relevant


def three_ways(answer):
    """Some guard one of the two divisions and forget the other."""
    return [where_no_hit(answer, when) for when in (no_hit, nothing_to_find, found_nothing)]


F1 = FunctionExercise(
    "f1_at_k",
    LESSON,
    reference=f1_at_k,
    aspects={
        "value": Aspect(
            [
                ([1], 1, 1),
                ([1], 1, 2),
                ([2, 0], 2, 1),
                ([1, 0, 1], 2, 4),
                ([1, 0, 0, 1, 0], 5, 3),
                ([3, 0, 1, 1, 0, 2], 4, 7),
            ],
            f1_value_hidden,
        ),
        "edges": Aspect(
            [
                ([], 1, 1),
                ([0], 1, 1),
                ([0, 0], 2, 0),
                ([], 3, 0),
                ([1], 2, 3),
                ([0, 2, 1], 5, 2),
            ],
            f1_edges_hidden,
        ),
    },
    ideas={
        "f1-arithmetic-mean": Idea(
            combined(lambda p, r: (p + r) / 2),
            "You take the average of the two. With a precision of 0.01 and a recall of 1 yours "
            "is above one half. Should it be?",
            "F1",
        ),
        "f1-without-the-two": Idea(
            combined(lambda p, r: share(p * r, p + r)),
            "A perfect list gets one half from you. What is missing?",
            "F1",
            also=(lambda r, k, n: precision(r, k) * recall(r, k, n)
                  / (precision(r, k) + recall(r, k, n)),),
        ),
        "f1-geometric-mean": Idea(
            combined(lambda p, r: math.sqrt(p * r)),
            "The root of the product is close, but the harmonic mean is stricter on the weaker "
            "of the two.",
            "F1",
        ),
        "f1-minimum": Idea(
            combined(min),
            "Yours is the weaker of the two. The stronger one still has a say.",
            "F1",
        ),
        "f1-product": Idea(
            combined(lambda p, r: p * r),
            "A product of two shares is smaller than both. A mean lies between them.",
            "F1",
            also=(combined(lambda p, r: 2 * p * r),),
        ),
        "f1-without-brackets": Idea(
            combined(lambda p, r: share(2 * p * r, p) + r),
            "Python divides before it adds. What should stand below the line as a whole?",
            "F1",
            also=(lambda r, k, n: 2 * precision(r, k) * recall(r, k, n) / precision(r, k)
                  + recall(r, k, n),),
        ),
        "f1-over-list-length": Idea(
            lambda r, k, n: harmonic(share(hits(r, k), len(r[:k])), recall(r, k, n)),
            "The F1 is right, the precision inside it is not: what does it divide by where the "
            "list is short?",
            "Who divides",
        ),
        "f1-over-min-k-relevant": Idea(
            lambda r, k, n: harmonic(share(hits(r, k), min(k, n)), recall(r, k, n)),
            "The F1 is right, but one of its parts divides by what was possible.",
            "Who divides",
            also=(lambda r, k, n: harmonic(precision(r, k), share(hits(r, k), min(k, n))),),
        ),
        "f1-forgets-missed-items": Idea(
            lambda r, k, n: f1(r, k, hits(r)),
            "The F1 is right, the recall inside it is not: it forgets items outside the list.",
            "Recall",
            also=(lambda r, k, n: f1(r, k, hits(r, k)),),
        ),
        "f1-ignores-k": Idea(
            lambda r, k, n: harmonic(share(hits(r), len(r)), share(hits(r), n)),
            "Places below k change your value. Nobody saw them.",
            "Cutoff",
            also=(
                lambda r, k, n: harmonic(hits(r) / k, share(hits(r), n)),
                lambda r, k, n: harmonic(precision(r, k), share(hits(r), n)),
            ),
        ),
        "f1-adds-grades": Idea(
            lambda r, k, n: harmonic(grades(r, k) / k, share(grades(r, k), n)),
            "Hits are counted, not weighed: how much one film is liked does not matter here.",
            "Relevance",
        ),
        "f1-grade-one-only": Idea(
            lambda r, k, n: f1([int(grade == 1) for grade in r], k, n),
            "A film with a grade above 1 is relevant too. Ask whether, not how much.",
            "Relevance",
        ),
        "f1-of-rounded-parts": Idea(
            combined(lambda p, r: harmonic(round(p, 4), round(r, 4))),
            "Very close: something was rounded on the way. Round when you print, not before.",
            "Who divides",
            also=(
                combined(lambda p, r: harmonic(round(p, 2), round(r, 2))),
                combined(lambda p, r: round(harmonic(p, r), 2)),
                combined(lambda p, r: round(harmonic(p, r), 4)),
            ),
        ),
        "f1-no-hit-is-nan": Idea(
            three_ways(not_a_number)[0],
            "Precision and recall can both be 0, and a user may want nothing. 0 divided by 0 is "
            "no score: decide before you divide.",
            "Edges",
            also=tuple(three_ways(not_a_number)[1:]),
        ),
        "f1-no-hit-crashes": Idea(
            three_ways(crash)[0],
            "Precision and recall can both be 0, and a user may want nothing. Decide before you "
            "divide.",
            "Edges",
            also=tuple(three_ways(crash)[1:]),
        ),
        "f1-no-hit-gives-none": Idea(
            three_ways(nothing)[0],
            "Your function does not answer for every user. What does it return otherwise?",
            "Edges",
            also=tuple(three_ways(nothing)[1:]),
        ),
        "f1-no-relevant-is-one": Idea(
            where_no_hit(lambda: 1.0, nothing_to_find),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
    },
    hints=(
        "First find the precision and the recall of this list, each with its own denominator. "
        "Then ask for one number that is low as soon as one of the two is low.",
        "F1 = 2PR / (P + R), the harmonic mean. Without a hit it is 0. The same number is "
        "2 × hits / (k + n_relevant).",
        "Take [0, 1] at k = 2 with n_relevant = 6. P is 1/2 and R is 1/6. Then 2PR is 1/6, "
        "P + R is 4/6, and F1 is 1/4. The short form says the same: 2 × 1 / (2 + 6).",
    ),
)


# --- hit_rate_at_k -----------------------------------------------------------------------------


def hit_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1), ([0], 1), ([0, high, 1], 3), ([], 2), ([0, 1, 1], 4)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(1, 9)))
        yield relevance, len(relevance) + int(rng.integers(0, 4))
        yield zeros(rng), int(rng.integers(1, 9))


def hit_cutoff_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([0, high], 1), ([high, 0, 1, 1], 2), ([0, 0, 0, high], 3), ([0, high, 1], 2)]
    for _ in range(RANDOM_CASES):
        relevance = random_relevance(rng, int(rng.integers(2, 11)))
        k = int(rng.integers(1, len(relevance)))
        yield relevance, k
        yield [0] * k + relevance, k


HIT = FunctionExercise(
    "hit_rate_at_k",
    LESSON,
    reference=hit_rate_at_k,
    aspects={
        "value": Aspect(
            [
                ([1], 1),
                ([0], 1),
                ([], 2),
                ([0, 1], 2),
                ([1, 0], 2),
                ([0, 0], 2),
                ([2, 1], 2),
                ([0, 1, 3], 3),
                ([0, 2, 0, 0], 5),
            ],
            hit_value_hidden,
        ),
        "cutoff": Aspect(
            [
                ([0, 1], 1),
                ([1, 1], 1),
                ([0, 0, 2], 2),
                ([0, 0, 0, 1], 2),
                ([0, 2, 0, 1], 2),
                ([2, 3, 0, 1, 3], 3),
            ],
            hit_cutoff_hidden,
        ),
    },
    ideas={
        "hit-counts-hits": Idea(
            lambda r, k: hits(r, k),
            "At least one is a yes or a no; yours is a count.",
            "Hit rate",
        ),
        "hit-is-precision": Idea(
            lambda r, k: precision(r, k),
            "One user, one answer: was anything right? There is nothing to divide.",
            "Hit rate",
        ),
        "hit-is-recall": Idea(
            lambda r, k: share(hits(r, k), hits(r)),
            "You take a share of the relevant items. It is the same only for users who have "
            "exactly one.",
            "Hit rate",
            also=(lambda r, k: hits(r, k) / hits(r),),
        ),
        "hit-ignores-k": Idea(
            lambda r, k: float(hits(r) > 0),
            "The hit stands below the screen.",
            "Cutoff",
        ),
        "hit-needs-all": Idea(
            lambda r, k: float(hits(r, k) == hits(r) > 0),
            "You ask for more than one hit. One is enough.",
            "Hit rate",
            also=(
                lambda r, k: float(hits(r, k) == len(r[:k])),
                lambda r, k: float(hits(r, k) == k),
                lambda r, k: float(hits(r, k) > 1),
            ),
        ),
        "hit-grade-one-only": Idea(
            lambda r, k: float(1 in r[:k]),
            "A film with a grade above 1 is a hit too. Ask whether, not how much.",
            "Relevance",
        ),
        "hit-adds-grades": Idea(
            lambda r, k: grades(r, k),
            "Grades do not matter here: was anything right, yes or no?",
            "Relevance",
            also=(
                lambda r, k: max(r[:k], default=0),
                lambda r, k: max(r[:k]),
            ),
        ),
        "hit-first-place-only": Idea(
            lambda r, k: float(hits(r, 1) > 0),
            "You look at the first place. The user saw k of them.",
            "Cutoff",
            also=(lambda r, k: float(r[0] > 0),),
        ),
        "hit-last-place-only": Idea(
            lambda r, k: float(hits(r[:k][-1:]) > 0),
            "Your answer follows the last place that was seen. Does a later miss undo a hit?",
            "Hit rate",
            also=(lambda r, k: float(r[k - 1] > 0), lambda r, k: float(r[:k][-1] > 0)),
        ),
        "hit-cut-off-by-one": Idea(
            lambda r, k: float(hits(r, k - 1) > 0),
            "Count the places that you look at. Are there k of them?",
            "Cutoff",
            also=(lambda r, k: float(hits(r, k + 1) > 0),),
        ),
        "hit-upside-down": Idea(
            lambda r, k: float(hits(r, k) == 0),
            "You answer 1 where nothing was found. Which of the two should score?",
            "Hit rate",
        ),
        "hit-empty-list": Idea(
            lambda r, k: float(hits(r, k) > 0) if r else not_a_number(),
            "Your function is fine until the list is empty. Nothing shown, no hit.",
            "Edges",
            also=(
                lambda r, k: float(hits(r, k) > 0) if r else crash(),
                lambda r, k: float(hits(r, k) > 0) if r else nothing(),
                lambda r, k: float(hits(r, k) > 0) if r else max(r),
                lambda r, k: float(hits(r, k) > 0) if r else r[0],
            ),
        ),
        "hit-no-hit-gives-none": Idea(
            lambda r, k: 1.0 if hits(r, k) else None,
            "Your function answers only where there is a hit. What does it return otherwise?",
            "Hit rate",
        ),
    },
    hints=(
        "For one user the hit rate is a question with two answers: did the screen hold at least "
        "one film that he liked?",
        "hit rate@k = 1 if at least one of the first k places holds a relevant item, else 0. "
        "The rate appears when you average over users.",
        "Take [0, 0, 3, 1]. At k = 2 both places are 0, so the answer is 0. At k = 3 there is "
        "one relevant film, so it is 1; at k = 4 there are two, and it is still 1.",
    ),
)

EXERCISES = (F1, HIT)
