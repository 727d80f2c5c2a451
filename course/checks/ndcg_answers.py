"""Assignment 04-ndcg, the answers that are values: four worked by hand, two pairs of lists."""

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, pair_problem, read_pair, same_pair
from course.checks.kinds import Idea, ValueExercise
from course.checks.ndcg_parts import (
    best_first,
    binary,
    dcg,
    discount,
    exponential,
    from_rank_3,
    linear,
    log10,
    log_of_rank_infinite,
    natural_log,
    no_discount,
    one_over_rank,
    one_too_far,
)
from course.metrics import dcg_at_k, ndcg_at_k, recall_at_k

LESSON = "04-ndcg"
GRADES = [3, 2, 0, 0, 1]  # the worked list
RANKS = range(1, len(GRADES) + 1)


# --- By hand -----------------------------------------------------------------------------------


HAND_GAINS = by_hand(
    "hand_gains",
    LESSON,
    [linear(grade) for grade in GRADES],
    {
        "dcg-exponential-for-linear": Idea(
            [exponential(grade) for grade in GRADES],
            "Those are gains of the other kind, 2^g - 1. With the linear gain, what is a 3 worth?",
            "Gain",
        ),
        "dcg-binary-for-graded": Idea(
            [binary(grade) for grade in GRADES],
            "A 3 and a 1 got the same gain, so the grades are lost.",
            "Gain",
        ),
        "gains-already-discounted": Idea(
            [grade * discount(rank) for grade, rank in zip(GRADES, RANKS, strict=True)],
            "The places are already in these numbers. The discount is the next step.",
            "Gain",
        ),
        "gains-in-best-order": Idea(
            best_first(GRADES),
            "That is the best order. The list has its own order, so keep it.",
            "From CG to NDCG",
        ),
    },
    hints=(
        "What does a film bring before anybody asks where it stands?",
        "With the linear gain, the gain of an item of grade g is g. Keep the order of the list.",
        "For the list 1, 0, 2 the linear gains are [1, 0, 2]. With 2^g - 1 it is [1, 0, 3].",
    ),
)

HAND_DISCOUNTS = by_hand(
    "hand_discounts",
    LESSON,
    [discount(rank) for rank in RANKS],
    {
        "dcg-natural-log": Idea(
            [natural_log(rank) for rank in RANKS],
            "The first place should weigh exactly 1. Which base makes the log of 2 equal to 1?",
            "Discount",
        ),
        "dcg-divides-by-rank": Idea(
            [one_over_rank(rank) for rank in RANKS],
            "That is the weight of the reciprocal rank. DCG falls more slowly.",
            "Discount",
        ),
        "dcg-discount-starts-at-rank-3": Idea(
            [from_rank_3(rank) for rank in RANKS],
            "Your first two places weigh the same. The paper of 2002 has that rule; "
            "here the second place is discounted too.",
            "Discount",
        ),
        "dcg-discount-one-too-far": Idea(
            [one_too_far(rank) for rank in RANKS],
            "Your first place is already discounted. Do you count ranks from 1?",
            "Discount",
        ),
        "dcg-log10": Idea(
            [log10(rank) for rank in RANKS],
            "Your logarithm has base 10. Which base gives the first place a weight of 1?",
            "Discount",
        ),
        "dcg-log-of-rank": Idea(
            [log_of_rank_infinite(rank) for rank in RANKS],
            "You divided by 0 at the first place. Do you count ranks from 1?",
            "Discount",
        ),
        "discount-not-inverted": Idea(
            [1 / discount(rank) for rank in RANKS],
            "Your numbers grow down the list. A discount should shrink: one step is missing.",
            "Discount",
        ),
    },
    round_late="Discount",
    hints=(
        "One number for each place, 1 for the first, smaller and smaller below.",
        "The discount of rank i is 1 / log2(i + 1), with i counted from 1. In Python: "
        "1 / np.log2(i + 1).",
        "Further down: rank 7 has 1 / log2(8) = 1 / 3, and rank 15 has 1 / log2(16) = 1 / 4.",
    ),
)

HAND_CG = by_hand(
    "hand_cg",
    LESSON,
    sum(GRADES),
    {
        "cg-is-the-mean": Idea(
            np.mean(GRADES),
            "That is the gain of an average place. CG does not divide.",
            "Gain",
        ),
        "cg-counts-hits": Idea(
            sum(binary(grade) for grade in GRADES),
            "You counted the relevant films. CG also asks how relevant they are.",
            "Gain",
        ),
        "cg-is-dcg": Idea(
            dcg(GRADES, None),
            "The places count in your number. That is the next step; CG does not look at them.",
            "Discount",
        ),
        "cg-exponential-for-linear": Idea(
            sum(exponential(grade) for grade in GRADES),
            "You added up gains of the other kind, 2^g - 1. Here the gain is linear.",
            "Gain",
        ),
    },
    hints=(
        "CG asks how much is in the list, not where.",
        "CG is the sum of the gains, without discounts and without dividing by anything.",
        "For the list 2, 0, 2, 1 the CG is 2 + 0 + 2 + 1 = 5, and for 1, 2, 0, 2 it is 5 as well.",
    ),
)

# Two tools asked the wrong way round: the zeros count as tied scores, and share two places.
_TIES = [3, 2, 0, 0.5, 0.5]

HAND_DCG = by_hand(
    "hand_dcg",
    LESSON,
    dcg_at_k(GRADES, 5),
    {
        "dcg-natural-log": Idea(
            dcg(GRADES, 5, place=natural_log),
            "The first place should weigh exactly 1. Which base makes the log of 2 equal to 1?",
            "Discount",
        ),
        "dcg-exponential-for-linear": Idea(
            dcg(GRADES, 5, exponential),
            "This is the DCG of the other gain, 2^g - 1. The linear one was asked for.",
            "Gain",
        ),
        "dcg-binary-for-graded": Idea(
            dcg(GRADES, 5, binary),
            "A 3 and a 1 got the same gain, so the grades are lost.",
            "Gain",
        ),
        "dcg-discount-starts-at-rank-3": Idea(
            dcg(GRADES, 5, place=from_rank_3),
            "Your first two places weigh the same. The paper of 2002 has that rule; "
            "here the second place is discounted too.",
            "Discount",
        ),
        "dcg-divides-by-rank": Idea(
            dcg(GRADES, 5, place=one_over_rank),
            "That is the weight of the reciprocal rank. DCG falls more slowly.",
            "Discount",
        ),
        "dcg-no-discount": Idea(
            dcg(GRADES, 5, place=no_discount),
            "That is CG. Swap two films: would your number change?",
            "Discount",
        ),
        "dcg-discount-one-too-far": Idea(
            dcg(GRADES, 5, place=one_too_far),
            "Your first place is already discounted. Do you count ranks from 1?",
            "Discount",
        ),
        "dcg-is-ndcg": Idea(
            dcg(GRADES, 5) / dcg(best_first(GRADES), 5),
            "You divided by the ideal DCG. That is one step further than this question.",
            "Ideal",
        ),
        "dcg-of-sorted-list": Idea(
            dcg(best_first(GRADES), 5),
            "That is the DCG of the best order. Keep the order of the list.",
            "Ideal",
        ),
        "dcg-log10": Idea(
            dcg(GRADES, 5, place=log10),
            "Your logarithm has base 10. Which base gives the first place a weight of 1?",
            "Discount",
        ),
        "dcg-averages-ties": Idea(
            dcg(_TIES, 5),
            "A library gives this when the two lists change roles and it averages over ties. "
            "The order here is fixed: no films are tied.",
            "Discount",
        ),
    },
    round_late="Discount",
    hints=(
        "You have five gains and five discounts. How do they meet?",
        "DCG is the sum over the ranks i of gain / log2(i + 1). Do not divide by the ideal yet.",
        "For the list 1, 0, 2: 1 x 1 + 0 x 0.63093 + 2 x 0.5 = 2. Let Python keep all the digits.",
    ),
)


# --- Pairs of lists ----------------------------------------------------------------------------


N_RELEVANT = 3  # Omar's relevant films in all


def lengths_are_5(pair):
    return all(len(items) == 5 for items in pair)


def zeros_and_ones(pair):
    return all(np.all((items == 0) | (items == 1)) for items in pair)


def hits_in(pair):
    return [int(np.sum(items > 0)) for items in pair]


def recall_alone_is_equal(pair):
    """The question: recall@5 equal and above 0, NDCG@5 different."""
    if not (lengths_are_5(pair) and zeros_and_ones(pair) and max(hits_in(pair)) <= N_RELEVANT):
        return False
    recalls = [recall_at_k(items, 5, N_RELEVANT) for items in pair]
    ndcgs = [ndcg_at_k(items, 5, [1] * N_RELEVANT) for items in pair]
    return recalls[0] == recalls[1] > 0 and abs(ndcgs[0] - ndcgs[1]) > values.TOLERANCE


# The order matters: the first idea that holds is named. "Equal recall, other places, equal
# NDCG" is not among them: with five places no two sets of discounts have the same sum.
SAME_RECALL = ValueExercise(
    "same_recall_other_ndcg",
    LESSON,
    read=read_pair,
    right=recall_alone_is_equal,
    problem=pair_problem,
    ideas={
        "not-five-long": Idea(
            lambda pair: not lengths_are_5(pair),
            "Each list should have five places; fill the places without a hit with 0.",
            "Cutoff",
            example=([1, 1], [0, 1, 1]),
        ),
        "not-zero-one": Idea(
            lambda pair: not zeros_and_ones(pair),
            "Write 1 for a relevant film and 0 for any other; grades are not needed here.",
            "Gain",
            example=([3, 0, 0, 0, 0], [0, 3, 0, 0, 0]),
        ),
        "more-hits-than-relevant": Idea(
            lambda pair: max(hits_in(pair)) > N_RELEVANT,
            "How many films does this user care about in all? A list cannot find more.",
            "Ideal",
            example=([1, 1, 1, 1, 0], [0, 1, 1, 1, 1]),
        ),
        "lists-without-hits": Idea(
            lambda pair: max(hits_in(pair)) == 0,
            "Without a hit both metrics are 0, so there is nothing left to differ.",
            "Edges",
            example=([0, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
        ),
        "same-list-twice": Idea(
            same_pair,
            "The same list twice has the same everything. What may change while recall stays?",
            "Discount",
            example=([1, 0, 1, 0, 0], [1, 0, 1, 0, 0]),
        ),
        "recall-differs": Idea(
            lambda pair: hits_in(pair)[0] != hits_in(pair)[1],
            "Recall differs already: count the hits in each list.",
            "Cutoff",
            example=([1, 1, 0, 0, 0], [1, 0, 0, 0, 0]),
        ),
    },
    hints=(
        "Recall counts hits and does not look where they stand. What may you change, then?",
        "Recall@5 is hits / 3 for Omar. NDCG@5 adds up 1 / log2(rank + 1) of each hit, and "
        "divides by the same ideal for both lists.",
        "A smaller case: three places, one relevant film. [1, 0, 0] and [0, 0, 1] both have "
        "recall 1; NDCG is 1 and 1 / log2(4) = 0.5.",
    ),
)


def within_rules(pair):
    """Two to ten grades in each list, whole numbers from 0 to 5."""
    return all(
        2 <= len(grades) <= 10 and np.all(np.isin(grades, [0, 1, 2, 3, 4, 5])) for grades in pair
    )


def one_multiset(pair):
    return np.array_equal(np.sort(pair[0]), np.sort(pair[1]))


def lead_of_first(pair, gain):
    """How far the first order is ahead in NDCG."""
    first, second = (ndcg_at_k(grades, len(grades), gain=gain) for grades in pair)
    return first - second


def gain_decides(pair):
    """The question: linear NDCG prefers the first order, exponential NDCG the second."""
    if not (within_rules(pair) and one_multiset(pair)):
        return False
    linear_lead = lead_of_first(pair, "linear")
    exponential_lead = lead_of_first(pair, "exponential")
    return linear_lead > values.TOLERANCE and exponential_lead < -values.TOLERANCE


GAIN_DECIDES = ValueExercise(
    "gain_decides",
    LESSON,
    read=read_pair,
    right=gain_decides,
    problem=pair_problem,
    ideas={
        "grades-outside-the-rules": Idea(
            lambda pair: not within_rules(pair),
            "Each list takes two to ten grades, whole numbers from 0 to 5.",
            "Gain",
            example=([1, 0, 9], [0, 9, 1]),
        ),
        "different-grades": Idea(
            lambda pair: not one_multiset(pair),
            "The two lists hold different grades. Only their order may differ.",
            "Gain",
            example=([3, 0, 1], [0, 2, 1]),
        ),
        "same-list-twice": Idea(
            same_pair,
            "The same order twice is a draw under any gain.",
            "Gain",
            example=([1, 0, 3], [1, 0, 3]),
        ),
        "gain-cannot-decide": Idea(
            lambda pair: len(set(pair[0][pair[0] > 0].tolist())) < 2,
            "With only one grade above 0, every gain multiplies all by the same factor. "
            "What does a gain need, to tell one hit from another?",
            "Gain",
            example=([1, 0, 1], [0, 1, 1]),
        ),
        "swapped-pair": Idea(
            lambda pair: gain_decides(pair[::-1]),
            "A fine pair, in the wrong order: which gain likes one big grade more?",
            "Gain",
            example=([0, 3, 1], [1, 0, 3]),
        ),
        "gain-changes-nothing": Idea(
            lambda pair: True,  # what is left: both gains have one winner, or one sees a draw
            "Work out both NDCGs of both orders: do the two gains really choose another winner?",
            "Gain",
            example=([3, 1, 0], [0, 1, 3]),
        ),
    },
    hints=(
        "Linear gain counts the small grades for more than exponential gain does. Who gets a "
        "better place in each of your two orders?",
        "Both orders have one ideal, so compare DCG: once with the gain g, once with 2^g - 1. "
        "The sign of the difference must turn.",
        "A pair that fails: [1, 0, 2] and [0, 2, 1]. Linear DCG 2 and 1.762, exponential 2.5 and "
        "2.393: the first wins both times. Would another top grade turn one of them?",
    ),
)

EXERCISES = (HAND_GAINS, HAND_DISCOUNTS, HAND_CG, HAND_DCG, SAME_RECALL, GAIN_DECIDES)
