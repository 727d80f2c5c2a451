"""Assignment 04-ndcg: the cases and the wrong ideas of dcg_at_k and ndcg_at_k.

The values worked by hand are in ndcg_answers.py, the mean over users in ndcg_users.py.
"""

import math

import numpy as np

from course.checks import ndcg_answers, ndcg_users
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.ndcg_parts import (
    best_first,
    binary,
    dcg,
    discount,
    exponential,
    exponential_without_minus_one,
    from_rank_3,
    linear,
    log10,
    log_of_rank,
    log_of_rank_infinite,
    natural_log,
    ndcg,
    no_discount,
    one_over_rank,
    one_too_far,
    share,
)
from course.metrics import dcg_at_k, ndcg_at_k

LESSON = "04-ndcg"
RANDOM_CASES = 30


# --- Inputs ------------------------------------------------------------------------------------


def random_grades(rng, length, highest=4):
    """A list with grades from 0 to `highest`; at least one of them is above 1."""
    grades = rng.integers(0, highest + 1, length).tolist()
    if length:
        grades[int(rng.integers(length))] = int(rng.integers(2, highest + 1))
    return grades


def two_grades(rng):
    """A smaller and a larger grade, both above 1."""
    low = int(rng.integers(2, 4))
    return low, low + int(rng.integers(1, 3))


def relevant_of(relevance):
    """The grades above 0, highest first: the ideal when the list holds all there is."""
    return best_first(grade for grade in relevance if grade > 0)


# --- dcg_at_k ----------------------------------------------------------------------------------


def dcg_value_hidden(rng):
    low, high = two_grades(rng)
    yield from [([high], 1), ([0, low], 2), ([0], 1), ([low, 0, high, 1], 4)]
    for _ in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(1, 9)))
        yield relevance, len(relevance)


def dcg_cutoff_hidden(rng):
    low, high = two_grades(rng)
    yield from [([0, low], 1), ([low, 0, high, 1], 3), ([low, high, low], 2)]
    for _ in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(2, 11)))
        yield relevance, int(rng.integers(1, len(relevance)))


def dcg_short_hidden(rng):
    low, high = two_grades(rng)
    yield from [([], int(rng.integers(1, 9))), ([high], 3), ([0, low], 5)]
    for _ in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(0, 6)))
        yield relevance, len(relevance) + int(rng.integers(1, 7))


def dcg_one_by_one(relevance, k):
    """Counts on k items being there."""
    return sum(relevance[i] * discount(i + 1) for i in range(k))


def dcg_k_weights(relevance, k):
    """k weights whatever the list is: numpy refuses, or stretches a list of one."""
    return float(np.sum(np.array(relevance[:k]) / np.log2(np.arange(2, k + 2))))


DCG = FunctionExercise(
    "dcg_at_k",
    LESSON,
    reference=dcg_at_k,
    aspects={
        "value": Aspect(
            [([1], 1), ([2], 1), ([0], 1), ([0, 1], 2), ([1, 0, 2, 1], 4), ([3, 2, 0, 0, 1], 5)],
            dcg_value_hidden,
        ),
        "cutoff": Aspect(
            [([0, 1], 1), ([1, 0, 2, 1], 3), ([3, 2, 0, 0, 1], 2), ([1, 2, 3], 2)],
            dcg_cutoff_hidden,
        ),
        "short": Aspect(
            [([], 1), ([], 3), ([2], 3), ([0, 1], 5), ([3, 2, 0, 0, 1], 10)],
            dcg_short_hidden,
        ),
    },
    ideas={
        "dcg-exponential-for-linear": Idea(
            lambda r, k: dcg(r, k, exponential),
            "Your gain is 2^g - 1. Both gains are in use; the linear one was asked for here.",
            "Gain",
        ),
        "dcg-binary-for-graded": Idea(
            lambda r, k: dcg(r, k, binary),
            "A 3 and a 1 get the same gain from you, so the grades are lost.",
            "Gain",
        ),
        "dcg-exp-without-minus-one": Idea(
            lambda r, k: dcg(r, k, exponential_without_minus_one),
            "An item with grade 0 gets a gain of 1 from you. What should it bring?",
            "Gain",
        ),
        "dcg-natural-log": Idea(
            lambda r, k: dcg(r, k, place=natural_log),
            "The first place should weigh exactly 1. Which base makes the log of 2 equal to 1?",
            "Discount",
        ),
        "dcg-log10": Idea(
            lambda r, k: dcg(r, k, place=log10),
            "Your logarithm has base 10. Which base gives the first place a weight of 1?",
            "Discount",
        ),
        "dcg-discount-starts-at-rank-3": Idea(
            lambda r, k: dcg(r, k, place=from_rank_3),
            "Your first two places weigh the same. The paper of 2002 has that rule for base 2; "
            "here the second place is discounted too.",
            "Discount",
        ),
        "dcg-discount-one-too-far": Idea(
            lambda r, k: dcg(r, k, place=one_too_far),
            "Your first place is already discounted. Does your rank start at 1?",
            "Discount",
        ),
        "dcg-log-of-rank": Idea(
            lambda r, k: dcg(r, k, place=log_of_rank),
            "You seem to divide by 0 at the first place. What is your discount at rank 1?",
            "Discount",
            also=(lambda r, k: dcg([float(grade) for grade in r], k, place=log_of_rank_infinite),),
        ),
        "dcg-divides-by-rank": Idea(
            lambda r, k: dcg(r, k, place=one_over_rank),
            "That is the weight of the reciprocal rank. DCG falls more slowly.",
            "Discount",
        ),
        "dcg-no-discount": Idea(
            lambda r, k: dcg(r, k, place=no_discount),
            "Swap two items: does your value change? It should.",
            "Discount",
        ),
        "dcg-ignores-k": Idea(
            lambda r, k: dcg(r, None),
            "Something below place k was added.",
            "Cutoff",
        ),
        "dcg-one-place-too-many": Idea(
            lambda r, k: dcg(r, k + 1),
            "One place too many: the film right below place k was added.",
            "Cutoff",
        ),
        "dcg-one-place-too-few": Idea(
            lambda r, k: dcg(r, k - 1),
            "One place too few: where does your range or slice end?",
            "Cutoff",
        ),
        "dcg-first-place-only": Idea(
            lambda r, k: dcg(r, 1) if r else None,
            "Only the first place is in your value. Does `return` stand inside the loop?",
            "From CG to NDCG",
            also=(lambda r, k: dcg(r, 1),),
        ),
        "dcg-rounded": Idea(
            lambda r, k: round(dcg(r, k), 2),
            "You are very close. Return the number as it is, not rounded.",
            "Discount",
            also=(lambda r, k: round(dcg(r, k), 3), lambda r, k: round(dcg(r, k), 4)),
        ),
        "dcg-is-ndcg": Idea(
            lambda r, k: ndcg(r, k, r),
            "You divided by the best DCG. That is the next exercise; DCG itself may be above 1.",
            "Ideal",
            also=(lambda r, k: ndcg(r, k, r[:k]),),
        ),
        "dcg-divided-by-k": Idea(
            lambda r, k: dcg(r, k) / k,
            "You took a mean over the places. DCG is a sum.",
            "Cutoff",
            also=(lambda r, k: share(dcg(r, k), len(r[:k])),),
        ),
        "dcg-of-sorted-list": Idea(
            lambda r, k: dcg(best_first(r), k),
            "You measured the best order of these grades. Keep the order you were given.",
            "Ideal",
            also=(lambda r, k: dcg(best_first(r[:k]), k),),
        ),
        "dcg-counts-on-k-items": Idea(
            dcg_one_by_one,
            "You count on k places even when the list ends before. How far can you go?",
            "Edges",
            also=(dcg_k_weights,),
        ),
        "dcg-empty-list": Idea(
            lambda r, k: dcg(r, k) if r else r[0],
            "Your function is fine until the list is empty. Nothing shown, nothing gained.",
            "Edges",
            also=(
                lambda r, k: dcg(r, k) if r else max(r),
                lambda r, k: dcg(r, k) if r else 1 / len(r),
                lambda r, k: dcg(r, k) if r else None,
                lambda r, k: dcg(r, k) if r else math.nan,
            ),
        ),
    },
    hints=(
        "Cut the list first. Then give each place its weight, and add up. A sum of nothing is 0.",
        "DCG@k is the sum of g / log2(rank + 1) over the ranks 1, 2, ... up to k, or up to the "
        "end of the list if that comes first.",
        "[1, 0, 2, 5] with k = 3: 1 / log2(2) + 0 / log2(3) + 2 / log2(4) = 1 + 0 + 1 = 2. The 5 "
        "stands below place 3 and does not count.",
    ),
)


# --- ndcg_at_k ---------------------------------------------------------------------------------


def ndcg_value_hidden(rng):
    low, high = two_grades(rng)
    yield from [
        ([high], 1, [high]),
        ([0, low], 2, [low]),
        ([1, high], 2, [high, 1]),
        ([low, 0, high, 1], 4, [high, low, 1]),
        ([high, 0], 2, [high]),
    ]
    for _ in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(1, 9)))
        yield relevance, len(relevance), relevant_of(relevance)


def ndcg_cutoff_hidden(rng):
    low, high = two_grades(rng)
    yield from [
        ([0, low], 1, [low]),
        ([low, high], 1, [high, low]),
        ([high, high], 1, [high, high]),
        ([low, high, 1], 2, [high, low, 1]),
    ]
    for _ in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(2, 11)))
        yield relevance, int(rng.integers(1, len(relevance))), relevant_of(relevance)


def ndcg_ideal_hidden(rng):
    low, high = two_grades(rng)
    yield from [
        ([low], 1, [low, high]),
        ([1, 0], 2, [1, high, low]),
        ([0, low, high], 3, [1, low, high, low, 1]),
    ]
    yield from [([low], 4, [1, low, high]), ([1, high], 5, [low, low, high, 1])]
    for number in range(RANDOM_CASES):
        relevance = random_grades(rng, int(rng.integers(1, 7)))
        missed = rng.integers(1, 5, int(rng.integers(1, 7))).tolist()
        ideal = relevant_of(relevance) + missed
        rng.shuffle(ideal)
        empty = number % 3 * int(rng.integers(1, 4))  # places at the end of a list that is short
        yield relevance, len(relevance) + empty, ideal


def ndcg_no_relevant_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 3):
        zeros = [0] * int(rng.integers(0, 6))
        k = int(rng.integers(1, 9))
        yield zeros, k, []
        yield zeros, k, [0] * int(rng.integers(1, 4))
        relevance = random_grades(rng, int(rng.integers(1, 6)))
        yield relevance, len(relevance), relevant_of(relevance)


def nothing_relevant(answer):
    """NDCG, but with another answer for a user without relevant items."""
    return lambda r, k, ideal: ndcg(r, k, ideal) if any(ideal) else answer()


def ndcg_one_by_one(relevance, k, ideal):
    """Counts on k relevant items being there."""
    best = best_first(ideal)
    return share(dcg(relevance, k), sum(best[i] * discount(i + 1) for i in range(k)))


def ndcg_list_one_by_one(relevance, k, ideal):
    """Counts on k items being in the list."""
    return share(sum(relevance[i] * discount(i + 1) for i in range(k)), dcg(best_first(ideal), k))


def ndcg_list_k_weights(relevance, k, ideal):
    """k weights whatever the list is, and as many as it takes for the ideal."""
    return share(dcg_k_weights(relevance, k), dcg(best_first(ideal), k))


def ndcg_k_weights(relevance, k, ideal):
    """k weights whatever the list and the ideal are."""
    return share(dcg_k_weights(relevance, k), dcg_k_weights(best_first(ideal), k))


NDCG = FunctionExercise(
    "ndcg_at_k",
    LESSON,
    reference=ndcg_at_k,
    aspects={
        "value": Aspect(
            [
                ([2], 1, [2]),
                ([0, 1], 2, [1]),
                ([1, 0], 2, [1]),
                ([1, 2], 2, [2, 1]),
                ([3, 0, 0, 2, 1], 5, [3, 2, 1]),
                ([1, 0, 0, 2, 3], 5, [3, 2, 1]),
            ],
            ndcg_value_hidden,
        ),
        "cutoff": Aspect(
            [
                ([0, 1], 1, [1]),
                ([1, 1], 1, [1, 1]),
                ([1, 2], 1, [2, 1]),
                ([2, 3, 1], 2, [3, 2, 1]),
                ([3, 0, 0, 2, 1], 3, [3, 2, 1]),
            ],
            ndcg_cutoff_hidden,
        ),
        "ideal": Aspect(
            [
                ([1], 1, [1, 3]),
                ([1, 0], 2, [1, 1]),
                ([0, 2], 2, [1, 2, 3]),
                ([0, 0, 2, 1], 4, [2, 1, 1, 3]),
                ([3, 2, 0], 3, [1, 3, 2, 3, 1]),
                ([3], 2, [1, 3, 2]),
                ([2], 4, [1, 2]),
            ],
            ndcg_ideal_hidden,
        ),
        "no_relevant": Aspect(
            [
                ([], 1, []),
                ([0], 1, []),
                ([0, 0], 2, [0, 0]),
                ([0, 0, 0], 5, []),
                ([2, 1], 2, [2, 1]),
                ([1, 0, 3], 3, [3, 1]),
            ],
            ndcg_no_relevant_hidden,
        ),
    },
    ideas={
        "ndcg-ideal-from-shown": Idea(
            lambda r, k, ideal: ndcg(r, k, r[:k]),
            "You compare the shown list with itself, so what was not found cannot hurt. "
            "The ideal belongs to the user, not to the list.",
            "Ideal",
        ),
        "ndcg-ideal-from-list": Idea(
            lambda r, k, ideal: ndcg(r, k, r),
            "Your ideal knows only the items in the list. Where are the ones it missed?",
            "Ideal",
        ),
        "ndcg-ideal-cut-at-list": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), min(k, len(r)))),
            "A list that ends early leaves places empty. Should your ideal leave them empty, too?",
            "Ideal",
        ),
        "ndcg-ideal-uncut": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), None)),
            "Even the best list has only k places. How many items fit into the ideal?",
            "Cutoff",
        ),
        "ndcg-ideal-all-k-best": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg([max(ideal, default=0)] * k, k)),
            "Your ideal fills every place with the best grade. Has this user so many?",
            "Ideal",
            also=(lambda r, k, ideal: share(dcg(r, k), dcg([1] * k, k)),),
        ),
        "ndcg-not-normalised": Idea(
            lambda r, k, ideal: dcg(r, k),
            "A value above 1 cannot be normalised. What should DCG be divided by?",
            "Ideal",
        ),
        "ndcg-ideal-not-sorted": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(ideal, k)),
            "The ideal comes in any order. Which order would a perfect list have?",
            "Ideal",
        ),
        "ndcg-ideal-ascending": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(sorted(ideal), k)),
            "Your ideal begins with the lowest grade. What would a perfect list show first?",
            "Ideal",
        ),
        "ndcg-ideal-cut-before-sorting": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal[:k]), k)),
            "You cut the ideal before you sort it, so a favourite may fall out. Which comes first?",
            "Ideal",
        ),
        "ndcg-ideal-without-repeats": Idea(
            lambda r, k, ideal: share(dcg(r, k), dcg(best_first(set(ideal)), k)),
            "Two films of one grade are two films. Does your ideal keep both?",
            "Ideal",
        ),
        "ndcg-list-sorted": Idea(
            lambda r, k, ideal: ndcg(best_first(r), k, ideal),
            "You put the shown list in order, too. Swap two of its items: your value stays.",
            "Ideal",
            also=(lambda r, k, ideal: ndcg(best_first(r[:k]), k, ideal),),
        ),
        "ndcg-upside-down": Idea(
            lambda r, k, ideal: share(dcg(best_first(ideal), k), dcg(r, k)),
            "A worse list gets a higher value from you. What stands above the line?",
            "From CG to NDCG",
        ),
        "ndcg-mixed-gains": Idea(
            lambda r, k, ideal: share(dcg(r, k, exponential), dcg(best_first(ideal), k)),
            "List and ideal use two different gains. Top and bottom must use the same.",
            "Gain",
            also=(
                lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), k, exponential)),
                lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), k, binary)),
            ),
        ),
        "ndcg-exponential-for-linear": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, exponential),
            "Your gain is 2^g - 1. Both gains are in use; the linear one was asked for here.",
            "Gain",
        ),
        "ndcg-binary-for-graded": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, binary),
            "A 3 and a 1 get the same gain from you, so the grades are lost.",
            "Gain",
        ),
        "ndcg-list-uncut": Idea(
            lambda r, k, ideal: share(dcg(r, None), dcg(best_first(ideal), k)),
            "You see more places of the list than of the ideal, and can pass 1.",
            "Cutoff",
        ),
        "ndcg-ignores-k": Idea(
            lambda r, k, ideal: share(dcg(r, None), dcg(best_first(ideal), None)),
            "Place k + 1 changes your value. Nobody saw it.",
            "Cutoff",
        ),
        "ndcg-one-place-too-many": Idea(
            lambda r, k, ideal: ndcg(r, k + 1, ideal),
            "One place too many: the one right below place k counts in yours.",
            "Cutoff",
        ),
        "ndcg-one-place-too-few": Idea(
            lambda r, k, ideal: ndcg(r, k - 1, ideal),
            "One place too few: where does your range or slice end?",
            "Cutoff",
        ),
        "ndcg-discount-starts-at-rank-3": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, place=from_rank_3),
            "Your first two places weigh the same. The paper of 2002 has that rule for base 2; "
            "here swapping them must cost something.",
            "Discount",
        ),
        "ndcg-discount-one-too-far": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, place=one_too_far),
            "Your first place is already discounted. Does your rank start at 1?",
            "Discount",
        ),
        "ndcg-log-of-rank": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, place=log_of_rank),
            "You seem to divide by 0 at the first place. What is your discount at rank 1?",
            "Discount",
            also=(
                lambda r, k, ideal: ndcg(r, k, ideal, place=log_of_rank) if any(ideal) else 0.0,
                # Infinity by infinity, which is what numpy makes of it; with a rule for users
                # without relevant items, and without one.
                lambda r, k, ideal: math.nan if any(ideal) else 0.0,
                lambda r, k, ideal: math.nan,
            ),
        ),
        "ndcg-divides-by-rank": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, place=one_over_rank),
            "That is the weight of the reciprocal rank. DCG falls more slowly.",
            "Discount",
        ),
        "ndcg-gain-share": Idea(
            lambda r, k, ideal: ndcg(r, k, ideal, linear, no_discount),
            "Swap two items: does your value change? It should.",
            "Discount",
        ),
        "ndcg-no-relevant-is-one": Idea(
            nothing_relevant(lambda: 1.0),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
        "ndcg-no-relevant-is-nan": Idea(
            nothing_relevant(lambda: math.nan),
            "0 divided by 0 is no score, and one NaN spoils a mean. Decide before you divide.",
            "Edges",
            # takes care of an empty ideal, and not of one with zeros only
            also=(lambda r, k, ideal: ndcg(r, k, ideal) if any(ideal) or not ideal else math.nan,),
        ),
        "ndcg-no-relevant-crashes": Idea(
            nothing_relevant(lambda: 0 / 0),
            "For a user without relevant items the ideal DCG is 0. Decide before you divide.",
            "Edges",
            also=(
                nothing_relevant(lambda: [][0]),  # reads the best item of an empty ideal
                nothing_relevant(lambda: None),  # falls out of an if, without a return
                lambda r, k, ideal: ndcg(r, k, ideal) if any(ideal) or not ideal else 0 / 0,
            ),
        ),
        "ndcg-counts-on-k-items": Idea(
            ndcg_one_by_one,
            "You count on k places even where the list or the ideal ends before. How far can you "
            "go?",
            "Edges",
            also=(ndcg_list_one_by_one, ndcg_list_k_weights, ndcg_k_weights),
        ),
    },
    hints=(
        "You need two DCGs with one rule: that of the list, and that of the best list this user "
        "could be shown. Which of the arguments knows about the films that the list missed?",
        "NDCG@k = DCG@k of relevance / DCG@k of ideal, sorted from high to low. Both are cut at "
        "k. Where the lower one is 0, the answer is 0.",
        "relevance [0, 2], k = 2, ideal [1, 2, 1]. List: 0 + 2 x 0.63093 = 1.26186. Ideal: sorted "
        "2, 1, 1, cut to 2, 1, so 2 + 1 x 0.63093 = 2.63093. NDCG = 0.479625.",
    ),
)


EXERCISES = (*ndcg_answers.EXERCISES, DCG, NDCG, *ndcg_users.EXERCISES)
