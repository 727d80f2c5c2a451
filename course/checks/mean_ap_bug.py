"""Assignment 03-map: a bug of several public projects, AP divided by the hits found.

First a pair of lists that exposes it, then the function that is mended.
"""

import math

import numpy as np

from course.checks import values
from course.checks.answers import pair_problem, read_pair, same_pair
from course.checks.kinds import Aspect, FunctionExercise, Idea, ValueExercise
from course.checks.mean_ap_parts import (
    ap,
    ap_over_hits,
    hits_in,
    precision_sum,
    share,
)
from course.metrics import average_precision_at_k

LESSON = "03-map"
PLACES = 5
RANDOM_CASES = 25


# --- A hit that costs --------------------------------------------------------------------------


def lengths_are_right(pair):
    return all(len(items) == PLACES for items in pair)


def zeros_and_ones(pair):
    return all(np.all((items == 0) | (items == 1)) for items in pair)


def found_more(pair):
    """How many places turned from miss to hit, and how many from hit to miss."""
    change = pair[1] - pair[0]
    return int(np.sum(change > 0)), int(np.sum(change < 0))


def suspicious(items):
    return ap_over_hits(items.tolist(), PLACES)


def costs(pair):
    """The question: the second list is the first with one more hit, and scores less."""
    return (
        lengths_are_right(pair)
        and zeros_and_ones(pair)
        and found_more(pair) == (1, 0)
        and suspicious(pair[1]) < suspicious(pair[0]) - values.TOLERANCE
    )


# The order matters: the first idea that holds is named.
HIT_THAT_COSTS = ValueExercise(
    "hit_that_costs",
    LESSON,
    read=read_pair,
    right=costs,
    problem=pair_problem,
    ideas={
        "not-five-long": Idea(
            lambda pair: not lengths_are_right(pair),
            "Each list should have five places; fill the places without a hit with 0.",
            "AP by hand",
            example=([1, 0], [1, 1]),
        ),
        "not-zero-one": Idea(
            lambda pair: not zeros_and_ones(pair),
            "Write 1 for a relevant film and 0 for any other; grades are not needed here.",
            "AP by hand",
            example=([2, 0, 0, 0, 0], [2, 0, 1, 0, 0]),
        ),
        "same-list-twice": Idea(
            same_pair,
            "The same list twice has the same value. Where could one more hit go?",
            "Conventions",
            example=([1, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
        ),
        "pair-in-reverse": Idea(
            lambda pair: found_more(pair) == (0, 1),
            "Your second list has one hit less. The list before comes first.",
            "Conventions",
            example=([1, 0, 1, 0, 0], [1, 0, 0, 0, 0]),
        ),
        "more-than-one-change": Idea(
            lambda pair: found_more(pair) != (1, 0),
            "Change one place only: a 0 becomes a 1, and everything else stays.",
            "Conventions",
            example=([1, 0, 0, 0, 0], [0, 1, 0, 0, 1]),
        ),
        "nothing-to-lose": Idea(
            lambda pair: hits_in(pair[0]) == 0,
            "A list without a hit has value 0, and cannot fall any further.",
            "Conventions",
            example=([0, 0, 0, 0, 0], [0, 0, 0, 0, 1]),
        ),
        "hit-does-not-cost": Idea(
            lambda pair: True,  # what is left: the value stayed, or rose
            "Here the new hit does not lower the value. What precision must it bring to pull an "
            "average down?",
            "Conventions",
            example=([0, 1, 0, 0, 0], [1, 1, 0, 0, 0]),
        ),
    },
    hints=(
        "The function averages the precisions at the hits. When does a new number pull an "
        "average down?",
        "The new hit brings hits / rank at its own place, and may raise those below it. The mean "
        "falls when what it brings is small enough.",
        "With four places: [0, 1, 0, 0] has the mean 1/2. [0, 1, 0, 1] has 1/2 and 2/4: no "
        "change. What if the first hit stood higher?",
    ),
)


# --- The function that is mended ---------------------------------------------------------------


def fixed_average_precision(relevance, k, n_relevant):
    """The reference: the course's AP with the divisor min(k, R)."""
    return average_precision_at_k(relevance, k, n_relevant, denominator="min")


def random_list(rng, length):
    relevance = rng.choice([0, 0, 0, 1, 1, 2], length).tolist()
    relevance[int(rng.integers(length))] = 1
    return relevance


def value_hidden(rng):
    yield from [([1, 0, 0], 5, 4), ([0, 1], 6, 3), ([1, 1, 1], 2, 4), ([1, 0, 1, 1], 3, 7)]
    for _ in range(RANDOM_CASES):  # fewer relevant items than places
        relevance = random_list(rng, int(rng.integers(1, 6)))
        n_relevant = hits_in(relevance) + int(rng.integers(1, 4))
        yield relevance, n_relevant + int(rng.integers(0, 3)), n_relevant
    for _ in range(RANDOM_CASES):  # more
        relevance = random_list(rng, int(rng.integers(1, 8)))
        k = int(rng.integers(1, 6))
        yield relevance, k, max(k, hits_in(relevance)) + int(rng.integers(1, 6))


def no_hit_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 2):
        k = int(rng.integers(1, 6))
        yield [0] * int(rng.integers(0, 7)), k, 0
        yield [0] * k, k, int(rng.integers(1, 9))
        relevance = random_list(rng, int(rng.integers(1, 6)))
        yield relevance, len(relevance), hits_in(relevance) + int(rng.integers(0, 3))


def over(divisor):
    """The sum of precisions over divisor(relevance, k, n_relevant); 0 where that is 0."""
    return lambda r, k, n: share(precision_sum(r, k), divisor(r, k, n))


def min_ap(r, k, n):
    return share(precision_sum(r, k), min(k, n))


FIXED = FunctionExercise(
    "fixed_average_precision",
    LESSON,
    reference=fixed_average_precision,
    aspects={
        "value": Aspect(
            [
                ([1], 2, 2),
                ([0, 1], 5, 3),
                ([2, 0, 1], 4, 3),
                ([1, 0, 1, 0, 0], 5, 5),
                ([1], 1, 2),
                ([1, 1], 2, 3),
                ([0, 1, 1], 2, 4),
                ([1, 0, 1], 3, 8),
            ],
            value_hidden,
        ),
        "no_hit": Aspect(
            [([0], 1, 1), ([], 2, 0), ([0, 0], 2, 0), ([0, 0, 0], 3, 5), ([1], 1, 1),
             ([0, 1], 2, 2)],
            no_hit_hidden,
        ),
    },
    ideas={
        "ap-over-hits-found": Idea(
            over(lambda r, k, n: hits_in(r, k)),
            "The bug is still there: you divide by the hits in the list.",
            "Conventions",
            also=(
                over(lambda r, k, n: max(1, hits_in(r, k))),
                lambda r, k, n: precision_sum(r, k) / hits_in(r, k),
            ),
        ),
        "ap-over-min-k-hits": Idea(
            over(lambda r, k, n: min(k, hits_in(r))),
            "You count what the list holds, and not what the user wanted. "
            "Which argument knows that?",
            "Conventions",
        ),
        "ap-over-relevant": Idea(
            over(lambda r, k, n: n),
            "That is this course's own convention. This project wants the one in which a full "
            "list of k hits scores 1.",
            "Conventions",
            also=(lambda r, k, n: precision_sum(r, k) / n,),
        ),
        "ap-over-k": Idea(
            over(lambda r, k, n: k),
            "You divide by the number of places. Can a user with one favourite reach 1?",
            "Conventions",
        ),
        "ap-over-larger": Idea(
            over(lambda r, k, n: max(k, n)),
            "You take the larger of the two numbers. How many hits can a list of k places hold "
            "at the most?",
            "Conventions",
        ),
        "ap-over-min-length-relevant": Idea(
            over(lambda r, k, n: min(len(r[:k]), n)),
            "A model that shows fewer items gets a smaller divisor from you. Should silence pay?",
            "Conventions",
        ),
        "ap-sum-not-divided": Idea(
            lambda r, k, n: precision_sum(r, k),
            "A value above 1 cannot be an average of precisions. The sum still needs a divisor.",
            "Conventions",
        ),
        "ap-ignores-k": Idea(
            lambda r, k, n: share(precision_sum(r), min(k, n)),
            "A hit below place k changed your value. Nobody saw it.",
            "AP by hand",
        ),
        "ap-weighs-by-grade": Idea(
            lambda r, k, n: share(
                sum(sum(r[: i + 1]) / (i + 1) for i in range(len(r[:k])) if r[i] > 0), min(k, n)
            ),
            "A hit with a higher grade counts more in yours. AP asks whether, not how much.",
            "AP by hand",
        ),
        "ap-no-relevant-crashes": Idea(
            lambda r, k, n: precision_sum(r, k) / min(k, n),
            "A user without relevant items breaks your function. Decide before you divide.",
            "Edges",
            also=(lambda r, k, n: min_ap(r, k, n) if n else None,),
        ),
        "ap-no-relevant-is-nan": Idea(
            lambda r, k, n: min_ap(r, k, n) if n else math.nan,
            "0 divided by 0 is no score, and one NaN spoils a mean. Decide before you divide.",
            "Edges",
        ),
        "ap-no-hit-is-nan": Idea(
            lambda r, k, n: ap(r, k, min(k, n)) if hits_in(r, k) else math.nan,
            "A list without a hit gives NaN. It helped nobody: what is that worth?",
            "Edges",
        ),
    },
    hints=(
        "The sum above the line is fine. Look at what stands below it.",
        "AP@k with the divisor min(k, R): (sum of hits so far / rank, over the hits in the first "
        "k places) / min(k, n_relevant), and 0 where n_relevant is 0.",
        "[0, 1, 1], k = 3, n_relevant 9: the sum is 1/2 + 2/3 = 1.166667. Three places cannot "
        "hold nine films, so divide by 3: 0.388889. With n_relevant 2 it is 0.583333.",
    ),
)

EXERCISES = (HIT_THAT_COSTS, FIXED)
