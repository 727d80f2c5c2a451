"""Assignment 03-map: the cases and the wrong ideas of average precision and reciprocal rank.

Values and pairs of lists are in mean_ap_answers.py, the mean over users in mean_ap_users.py, the
real bug in mean_ap_bug.py.
"""

import math

from course.checks import mean_ap_answers, mean_ap_bug, mean_ap_users
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.mean_ap_parts import (
    ap,
    ap_over_hits,
    from_rank_zero,
    from_rank_zero_infinite,
    graded_sum,
    grades_counted_as_hits,
    hit_ranks,
    hits_in,
    mean,
    ones_only,
    precision,
    precision_sum,
    precisions_everywhere,
    reciprocal_ranks,
    rr,
    share,
)
from course.metrics import average_precision_at_k, reciprocal_rank_at_k

LESSON = "03-map"
RANDOM_CASES = 25


# --- Inputs ------------------------------------------------------------------------------------


def random_list(rng, length):
    """Hits and misses, some hits with a grade above 1; at least one hit if there is a place."""
    relevance = rng.choice([0, 0, 0, 1, 1, 2, 3], length).tolist()
    if length:
        relevance[int(rng.integers(length))] = int(rng.integers(1, 4))
    return relevance


# --- average_precision_at_k --------------------------------------------------------------------


def ap_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1, 1), ([0, high, 1], 3, 2), ([1, 0, 0, 1, 1], 5, 3), ([0, 0, 1, 1], 4, 2)]
    for _ in range(RANDOM_CASES):
        relevance = random_list(rng, int(rng.integers(1, 9)))
        yield relevance, len(relevance), hits_in(relevance)


def ap_cutoff_hidden(rng):
    yield from [([0, 1], 1, 1), ([1, 1, 1, 1], 2, 4), ([1, 0, 0, 1], 2, 2), ([0, 1, 1, 1], 3, 3)]
    for _ in range(RANDOM_CASES):
        relevance = random_list(rng, int(rng.integers(2, 11)))
        yield relevance, int(rng.integers(1, len(relevance))), hits_in(relevance)


def ap_missed_hidden(rng):
    yield from [([1, 1], 2, 3), ([0, 1, 1], 3, 7), ([1, 0, 0, 0], 4, 2)]
    for _ in range(RANDOM_CASES):
        relevance = random_list(rng, int(rng.integers(1, 8)))
        yield relevance, len(relevance), hits_in(relevance) + int(rng.integers(1, 9))


def ap_short_hidden(rng):
    yield from [([], 4, 2), ([1], 5, 3), ([0, 1, 1], 7, 4)]
    for _ in range(RANDOM_CASES):
        relevance = random_list(rng, int(rng.integers(1, 5)))
        k = len(relevance) + int(rng.integers(1, 7))
        yield relevance, k, hits_in(relevance) + int(rng.integers(0, 7))


def ap_no_relevant_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 2):
        yield [0] * int(rng.integers(0, 7)), int(rng.integers(1, 9)), 0
        relevance = random_list(rng, int(rng.integers(1, 7)))
        yield relevance, len(relevance), hits_in(relevance)


def no_relevant(answer):
    """AP, but with another answer for a user without relevant items."""
    return lambda r, k, n: ap(r, k, n) if n else answer()


AP = FunctionExercise(
    "average_precision_at_k",
    LESSON,
    reference=average_precision_at_k,
    aspects={
        "value": Aspect(
            [
                ([1], 1, 1),
                ([0, 1], 2, 1),
                ([2], 1, 1),
                ([1, 1, 0], 3, 2),
                ([1, 0, 0, 1, 0], 5, 2),
                ([0, 2, 0, 1, 3], 5, 3),
            ],
            ap_value_hidden,
        ),
        "cutoff": Aspect(
            [([0, 1], 1, 1), ([1, 0, 1], 2, 2), ([1, 1, 1], 2, 3), ([0, 1, 1, 0, 1], 3, 3)],
            ap_cutoff_hidden,
        ),
        "missed": Aspect(
            [([1], 1, 2), ([0, 1], 2, 3), ([1, 0, 1], 3, 4), ([2, 0, 1, 0], 4, 3)],
            ap_missed_hidden,
        ),
        "short": Aspect(
            [([], 2, 1), ([1], 3, 1), ([1], 3, 2), ([0, 2], 5, 3), ([1, 0, 1], 5, 4)],
            ap_short_hidden,
        ),
        "no_relevant": Aspect(
            [([], 1, 0), ([0], 1, 0), ([0, 0, 0], 3, 0), ([1, 0], 2, 1), ([0, 1, 2], 3, 2)],
            ap_no_relevant_hidden,
        ),
    },
    ideas={
        "ap-over-min-k-relevant": Idea(
            lambda r, k, n: share(precision_sum(r, k), min(k, n)),
            "You divide by what k places can hold. That is the other convention in wide use; "
            "here all the relevant items count.",
            "Conventions",
        ),
        "ap-over-min-length-relevant": Idea(
            lambda r, k, n: share(precision_sum(r, k), min(len(r[:k]), n)),
            "A model that shows fewer items gets a smaller divisor from you. Should silence pay?",
            "Conventions",
        ),
        "ap-over-hits-found": Idea(
            lambda r, k, n: ap_over_hits(r, k),
            "You divide by the hits in the list, so missing items cost nothing. "
            "Which argument knows of them?",
            "Conventions",
            also=(
                lambda r, k, n: precision_sum(r, k) / hits_in(r, k),
                lambda r, k, n: ap_over_hits(r, k) if hits_in(r, k) else math.nan,
            ),
        ),
        "ap-forgets-missed-items": Idea(
            lambda r, k, n: share(precision_sum(r, k), hits_in(r)),
            "Relevant items that never appeared still belong below the line. "
            "Which argument counts them?",
            "Conventions",
            also=(lambda r, k, n: precision_sum(r, k) / hits_in(r),),
        ),
        "ap-over-k": Idea(
            lambda r, k, n: precision_sum(r, k) / k,
            "You divide by the number of places. Could a user with one favourite ever reach 1?",
            "Conventions",
        ),
        "ap-over-list-length": Idea(
            lambda r, k, n: share(precision_sum(r, k), len(r[:k])),
            "You divide by the number of items shown. Could a user with one favourite reach 1?",
            "Conventions",
        ),
        "ap-sum-not-divided": Idea(
            lambda r, k, n: precision_sum(r, k),
            "A value above 1 cannot be an average of precisions. What should the sum be "
            "divided by?",
            "Conventions",
        ),
        "ap-every-position": Idea(
            lambda r, k, n: sum(precisions_everywhere(r, k)) / k,
            "You read the precision at every place. Which places matter to somebody who is "
            "looking for hits?",
            "AP by hand",
            also=(
                lambda r, k, n: mean(precisions_everywhere(r, k)),
                lambda r, k, n: share(sum(precisions_everywhere(r, k)), n),
            ),
        ),
        "ap-is-precision": Idea(
            lambda r, k, n: precision(r, k),
            "Move a hit up: your value does not move. AP should.",
            "AP by hand",
        ),
        "ap-is-recall": Idea(
            lambda r, k, n: share(hits_in(r, k), n),
            "Every hit counts the same in yours, wherever it stands. What is the precision "
            "at a hit?",
            "AP by hand",
        ),
        "ap-ignores-k": Idea(
            lambda r, k, n: ap(r, None, n),
            "A hit below place k changed your value. Nobody saw it.",
            "AP by hand",
        ),
        "ap-cuts-one-early": Idea(
            lambda r, k, n: ap(r, k - 1, n),
            "A hit at place k itself counts for nothing in yours. Where does your list end?",
            "AP by hand",
        ),
        "ap-cuts-one-late": Idea(
            lambda r, k, n: ap(r, k + 1, n),
            "You look one place too far: a hit at place k + 1 counts in yours.",
            "AP by hand",
        ),
        "ap-stops-at-first-place": Idea(
            lambda r, k, n: ap(r, 1, n),
            "Only the first place counts in yours. Does a `return` stand inside the loop?",
            "AP by hand",
            also=(lambda r, k, n: ap(r, 1, n) if r else None,),  # an empty loop, and no return
        ),
        "ap-reciprocal-ranks": Idea(
            lambda r, k, n: share(sum(reciprocal_ranks(r, k)), n),
            "Each hit is worth 1 / rank in yours. How many hits stand in the list down to the "
            "second one?",
            "AP by hand",
        ),
        "ap-hits-before": Idea(
            lambda r, k, n: share(sum(i / rank for i, rank in enumerate(hit_ranks(r, k))), n),
            "You count the hits before this one. Is the hit itself part of the list so far?",
            "AP by hand",
        ),
        "ap-rank-shifted": Idea(
            lambda r, k, n: share(
                sum(i / (rank + 1) for i, rank in enumerate(hit_ranks(r, k), start=1)), n
            ),
            "A hit in first place should have precision 1. Where does your count of ranks begin?",
            "AP by hand",
        ),
        "ap-rank-from-zero": Idea(
            lambda r, k, n: share(from_rank_zero(r, k), n),
            "Your first place seems to have rank 0. Where should the count begin?",
            "AP by hand",
            also=(lambda r, k, n: share(from_rank_zero_infinite(r, k), n),),
        ),
        "ap-weighs-by-grade": Idea(
            lambda r, k, n: share(graded_sum(r, k), n),
            "A hit with a higher grade counts more in yours. AP asks whether, not how much.",
            "AP by hand",
            also=(lambda r, k, n: share(grades_counted_as_hits(r, k), n),),
        ),
        "ap-grade-one-only": Idea(
            lambda r, k, n: ap(ones_only(r), k, n),
            "A grade of 2 is a hit too. Which values of relevance count?",
            "AP by hand",
        ),
        "ap-no-relevant-is-nan": Idea(
            no_relevant(lambda: math.nan),
            "0 divided by 0 is no score, and one NaN spoils a mean. Decide before you divide.",
            "Edges",
        ),
        "ap-no-relevant-is-one": Idea(
            no_relevant(lambda: 1.0),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
        "ap-no-relevant-crashes": Idea(
            no_relevant(lambda: 0 / 0),
            "A user without relevant items breaks your function. Decide before you divide.",
            "Edges",
            also=(no_relevant(lambda: None),),  # falls out of an if, without a return
        ),
        "ap-counts-on-k-items": Idea(
            lambda r, k, n: ap([r[i] for i in range(k)], k, n),
            "You look at place k even when the list ends before it. How far can you go?",
            "Edges",
        ),
    },
    hints=(
        "Walk down the first k places and stop at every hit. What share of the list so far "
        "were hits? Add these shares up. What was missed counts too, as zeros.",
        "AP@k = (sum of hits so far / rank, over the hits in the first k places) / n_relevant. "
        "Where n_relevant is 0, the answer is 0.",
        "[0, 3, 0, 1], k = 4, n_relevant 4: hits at ranks 2 and 4, precisions 1/2 and 2/4. "
        "Their sum is 1; two films were missed; AP is 1 / 4 = 0.25.",
    ),
)


# --- reciprocal_rank_at_k ----------------------------------------------------------------------


def rr_value_hidden(rng):
    high = int(rng.integers(2, 5))
    yield from [([high], 1), ([0, high, 1], 3), ([1, 0, 1], 3), ([0, 0, 0, 1, 1], 5)]
    for _ in range(RANDOM_CASES):
        relevance = random_list(rng, int(rng.integers(1, 9)))
        yield relevance, len(relevance)


def rr_cutoff_hidden(rng):
    yield from [([0, 1], 1), ([0, 1, 1, 1], 2), ([0, 0, 0, 0, 2], 3)]
    for _ in range(RANDOM_CASES):
        gap = [0] * int(rng.integers(0, 6))
        relevance = gap + random_list(rng, int(rng.integers(2, 6)))
        yield relevance, int(rng.integers(1, len(relevance)))


def rr_no_hit_hidden(rng):
    # Ordinary users are among them: a function that always says 0 earns nothing here.
    for _ in range(RANDOM_CASES // 2):
        yield [0] * int(rng.integers(0, 7)), int(rng.integers(1, 9))
        relevance = random_list(rng, int(rng.integers(1, 7)))
        yield relevance, len(relevance) + int(rng.integers(0, 4))


def no_hit(answer):
    """RR, but with another answer for a list without a hit."""
    return lambda r, k: rr(r, k) if hits_in(r, k) else answer(k)


RR = FunctionExercise(
    "reciprocal_rank_at_k",
    LESSON,
    reference=reciprocal_rank_at_k,
    aspects={
        "value": Aspect(
            [([1], 1), ([0, 1], 2), ([1, 1], 2), ([0, 2], 2), ([1, 0, 0, 2], 4),
             ([0, 0, 3, 1, 1], 5)],
            rr_value_hidden,
        ),
        "cutoff": Aspect(
            [([0, 1], 1), ([0, 1, 1], 2), ([0, 0, 1, 0, 1], 4), ([0, 0, 0, 2], 2)],
            rr_cutoff_hidden,
        ),
        "no_hit": Aspect(
            [([], 1), ([0], 1), ([0, 0, 0], 5), ([0, 1], 2), ([0, 0, 1], 5)],
            rr_no_hit_hidden,
        ),
    },
    ideas={
        "rr-mean-over-hits": Idea(
            lambda r, k: mean(reciprocal_ranks(r, k)),
            "A second hit made your value fall. Which hit is the reciprocal rank about?",
            "RR",
            also=(lambda r, k: sum(reciprocal_ranks(r, k)) / hits_in(r, k),),
        ),
        "rr-sum-over-hits": Idea(
            lambda r, k: sum(reciprocal_ranks(r, k)),
            "You add up over all hits. Can a reciprocal rank pass 1?",
            "RR",
        ),
        "rr-sum-over-k": Idea(
            lambda r, k: sum(reciprocal_ranks(r, k)) / k,
            "You took a mean over the places. The mean in MRR runs over users.",
            "RR",
            also=(lambda r, k: share(sum(reciprocal_ranks(r, k)), len(r[:k])),),
        ),
        "rr-last-hit": Idea(
            lambda r, k: share(1, max(hit_ranks(r, k), default=0)),
            "Your loop seems to go on after the first hit. When is the answer known?",
            "RR",
        ),
        "rr-ignores-k": Idea(
            lambda r, k: rr(r, None),
            "The first hit stands below place k, and nobody saw it.",
            "RR",
        ),
        "rr-cuts-one-early": Idea(
            lambda r, k: rr(r, k - 1),
            "A first hit at place k itself counts for nothing in yours. Where does your list end?",
            "RR",
        ),
        "rr-cuts-one-late": Idea(
            lambda r, k: rr(r, k + 1),
            "You look one place too far: a first hit at place k + 1 counts in yours.",
            "RR",
        ),
        "rr-stops-at-first-place": Idea(
            lambda r, k: rr(r, 1),
            "You answer after the first place, hit or not. When is it known that there is no hit?",
            "RR",
            also=(lambda r, k: rr(r, 1) if r else None,),  # an empty loop, and no return
        ),
        "rr-best-grade": Idea(
            lambda r, k: 1 / (1 + r.index(max(r[:k]))) if hits_in(r, k) else 0.0,
            "You look for the highest grade. The first hit may have a lower one.",
            "RR",
            also=(lambda r, k: 1 / (1 + r.index(max(r[:k]))),),  # numpy's argmax, without a look
        ),
        "rr-counts-on-k-items": Idea(
            lambda r, k: next((1 / (i + 1) for i in range(k) if r[i] > 0), 0.0),
            "You look at place k even when the list ends before it. How far can you go?",
            "RR",
        ),
        "rr-rank-plus-one": Idea(
            lambda r, k: share(1, next((rank + 1 for rank in hit_ranks(r, k)), 0)),
            "A hit in first place should be worth 1. Where does your count of ranks begin?",
            "RR",
        ),
        "rr-rank-from-zero": Idea(
            lambda r, k: next((1 / (rank - 1) for rank in hit_ranks(r, k)), 0.0),
            "Your first place seems to have rank 0. Where should the count begin?",
            "RR",
            also=(
                lambda r, k: next(
                    (1 / (rank - 1) if rank > 1 else math.inf for rank in hit_ranks(r, k)), 0.0
                ),
            ),
        ),
        "rr-returns-the-rank": Idea(
            lambda r, k: next(iter(hit_ranks(r, k)), 0),
            "You return the rank itself, so a late hit scores more than an early one. "
            "What makes it the other way round?",
            "RR",
        ),
        "rr-weighs-by-grade": Idea(
            lambda r, k: next((r[rank - 1] / rank for rank in hit_ranks(r, k)), 0.0),
            "A hit with a higher grade counts more in yours. RR asks where, not how much.",
            "RR",
        ),
        "rr-grade-one-only": Idea(
            lambda r, k: rr(ones_only(r), k),
            "A grade of 2 is a hit too. Which values of relevance count?",
            "RR",
        ),
        "rr-miss-as-next-rank": Idea(
            no_hit(lambda k: 1 / (k + 1)),
            "You treat a miss as if the hit came at the next place. Was anybody helped?",
            "RR",
        ),
        "rr-miss-is-nan": Idea(
            no_hit(lambda k: math.nan),
            "Without a hit you give NaN, and failures would vanish from the mean, or spoil it. "
            "What is a list without a hit worth?",
            "RR",
        ),
        "rr-miss-crashes": Idea(
            no_hit(lambda k: [].index(1)),
            "Your function counts on a hit being there. What should it answer without one?",
            "RR",
            also=(
                no_hit(lambda k: [][0]),
                no_hit(lambda k: None),  # the loop ends, and so does the function
            ),
        ),
    },
    hints=(
        "How far did the user have to read until the first hit? Stop there.",
        "RR@k = 1 / rank of the first hit, with ranks counted from 1, if that rank is at most k. "
        "Otherwise it is 0.",
        "[0, 0, 0, 2, 1] with k = 5 has its first hit at rank 4: RR is 1 / 4 = 0.25, and the hit "
        "at rank 5 changes nothing. With k = 3 it is 0.",
    ),
)


EXERCISES = (
    *mean_ap_answers.BY_HAND,
    AP,
    RR,
    *mean_ap_users.EXERCISES,
    *mean_ap_answers.QUESTIONS,
    *mean_ap_bug.EXERCISES,
)
