"""Assignment 03-map, the answers that are values: worked by hand, cards, a pair, a question."""

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, choice, pair_problem, read_pair, same_pair
from course.checks.kinds import Idea, ValueExercise
from course.checks.mean_ap_parts import (
    hit_ranks,
    hits_in,
    mean,
    precision,
    precision_sum,
    precisions_everywhere,
    reciprocal_ranks,
    rr,
    share,
)
from course.metrics import average_precision_at_k, ndcg_at_k, reciprocal_rank_at_k

LESSON = "03-map"

MARA, N_MARA, K = [0, 1, 1, 0, 1], 4, 5  # the worked list, and Mara's relevant films in all
THREE = [[1, 0, 1, 0, 0], [0, 0, 0, 1, 1], [0, 0, 0, 0, 0]]  # Ines, Omar, Tomas


# --- By hand -----------------------------------------------------------------------------------

RANKS = hit_ranks(MARA)

HAND_PRECISIONS = by_hand(
    "hand_precisions",
    LESSON,
    [number / rank for number, rank in enumerate(RANKS, start=1)],
    {
        "ap-every-position": Idea(
            precisions_everywhere(MARA, K),
            "That is the precision at every place. Only places with a hit are asked for.",
            "AP by hand",
        ),
        "ap-reciprocal-ranks": Idea(
            reciprocal_ranks(MARA, K),
            "You wrote 1 / rank for every hit. How many hits stand in the list down to each?",
            "AP by hand",
        ),
        "ap-hits-before": Idea(
            [number / rank for number, rank in enumerate(RANKS)],
            "You count the hits before each one. Is the hit itself part of the list so far?",
            "AP by hand",
        ),
        "ap-rank-shifted": Idea(
            [number / (rank + 1) for number, rank in enumerate(RANKS, start=1)],
            "Your ranks are one too high. Where does the count begin?",
            "AP by hand",
        ),
        "ap-rank-from-zero": Idea(
            [number / (rank - 1) for number, rank in enumerate(RANKS, start=1)],
            "Your ranks begin at 0, so that a precision reaches 1 too soon.",
            "AP by hand",
        ),
        "precision-is-recall": Idea(
            [number / N_MARA for number, _ in enumerate(RANKS, start=1)],
            "Those are shares of all that Mara wanted. Precision is a share of what was shown "
            "so far.",
            "AP by hand",
        ),
    },
    round_late="AP by hand",
    hints=(
        "Cover the list below the hit with your hand. What share of what you still see are hits?",
        "At the hit in rank i: hits in the first i places / i. One number for each hit, in the "
        "order of the list.",
        "For [1, 0, 0, 1] there are two hits, at ranks 1 and 4: [1/1, 2/4] = [1, 0.5].",
    ),
)

HAND_AP = by_hand(
    "hand_ap",
    LESSON,
    average_precision_at_k(MARA, K, N_MARA),
    {
        "ap-over-hits-found": Idea(
            precision_sum(MARA) / hits_in(MARA),
            "You averaged over the films that were found. The one that was missed belongs to "
            "the average too.",
            "Conventions",
        ),
        "ap-over-k": Idea(
            precision_sum(MARA) / K,
            "You divided by the number of places. The average runs over films that Mara wanted.",
            "Conventions",
        ),
        "ap-sum-not-divided": Idea(
            precision_sum(MARA),
            "That is the sum. An average is still one step away.",
            "Conventions",
        ),
        "ap-every-position": Idea(
            mean(precisions_everywhere(MARA, K)),
            "You averaged the precision of every place. Only places with a hit count.",
            "AP by hand",
        ),
        "ap-is-precision": Idea(
            precision(MARA, K),
            "That is precision@5. Move a hit up: your number would not move.",
            "AP by hand",
        ),
        "ap-is-recall": Idea(
            hits_in(MARA) / N_MARA,
            "That is the share of films found. Where they stand should count too.",
            "AP by hand",
        ),
        "ap-reciprocal-ranks": Idea(
            sum(reciprocal_ranks(MARA, K)) / N_MARA,
            "Each hit is worth 1 / rank in your sum. How many hits stand in the list down to "
            "each one?",
            "AP by hand",
        ),
        "ap-hits-before": Idea(
            sum(number / rank for number, rank in enumerate(RANKS)) / N_MARA,
            "You counted the hits before each one. Is the hit itself part of the list so far?",
            "AP by hand",
        ),
        "ap-rank-shifted": Idea(
            sum(number / (rank + 1) for number, rank in enumerate(RANKS, start=1)) / N_MARA,
            "Your ranks are one too high. Where does the count begin?",
            "AP by hand",
        ),
    },
    round_late="AP by hand",
    hints=(
        "You have one precision for each film that was found. How many films did Mara want?",
        "AP = (sum of the precisions at the hits) / (number of all relevant items, found or not).",
        "[1, 0, 0, 1] for a user with 3 relevant films: (1/1 + 2/4) / 3 = 1.5 / 3 = 0.5.",
    ),
)


HAND_MRR = by_hand(
    "hand_mrr",
    LESSON,
    mean(reciprocal_rank_at_k(relevance, K) for relevance in THREE),
    {
        "mrr-drops-misses": Idea(
            mean(rr(relevance, K) for relevance in THREE if hits_in(relevance)),
            "One user is missing from your mean. Tomas was not helped; what does that count?",
            "RR",
        ),
        "mrr-inverse-mean-rank": Idea(
            1 / mean(hit_ranks(relevance)[0] for relevance in THREE if hits_in(relevance)),
            "You averaged the ranks and then took 1 over the mean. Which comes first?",
            "RR",
            also=tuple(3 / (1 + 4 + miss) for miss in (0, K, K + 1)),  # a miss as some rank
        ),
        "rr-returns-the-rank": Idea(
            mean(hit_ranks(relevance)[0] for relevance in THREE if hits_in(relevance)),
            "That is a mean of ranks. How is a rank turned into a value from 0 to 1?",
            "RR",
        ),
        "rr-mean-over-hits": Idea(
            mean(mean(reciprocal_ranks(relevance, K)) for relevance in THREE),
            "A second hit made a user's value fall in yours. Which hit is it about?",
            "RR",
        ),
        "rr-sum-over-hits": Idea(
            mean(sum(reciprocal_ranks(relevance, K)) for relevance in THREE),
            "You add up over all hits of a list, and pass 1. Which hit is it about?",
            "RR",
        ),
        "rr-last-hit": Idea(
            mean(1 / max(hit_ranks(relevance), default=np.inf) for relevance in THREE),
            "You took the last hit of each list. Which hit does a user reach first?",
            "RR",
        ),
        "rr-miss-as-next-rank": Idea(
            mean(rr([*relevance, 1], None) for relevance in THREE),
            "You treat a miss as if the hit came at the next place. Was Tomas helped?",
            "RR",
        ),
        "mrr-is-hit-rate": Idea(
            mean(hits_in(relevance) > 0 for relevance in THREE),
            "That is the share of users with a hit. Where the hit stands should count too.",
            "RR",
        ),
        "map-is-mean-precision": Idea(
            mean(precision(relevance, K) for relevance in THREE),
            "That is the mean of precision@5. Does order matter in yours?",
            "MAP",
        ),
        "map-is-a-sum": Idea(
            sum(rr(relevance, K) for relevance in THREE),
            "That is a sum over the users. The M in MRR asks for one more step.",
            "RR",
        ),
    },
    round_late="RR",
    hints=(
        "Give each of the three users a number of their own first.",
        "RR = 1 / rank of the first hit, and 0 without a hit. MRR = the mean of RR over all "
        "users.",
        "Two users: [0, 1, 1, 0] has RR 1/2, and [0, 0, 0, 0] has 0. MRR = (0.5 + 0) / 2 = 0.25.",
    ),
)


# --- Three libraries' cards --------------------------------------------------------------------

# What a library may divide the sum of precisions by, given the list, k and R.
DIVISORS = {
    "a": lambda shown, k, n: n,
    "b": lambda shown, k, n: min(k, n),
    "c": lambda shown, k, n: min(len(shown), n),
    "d": lambda shown, k, n: hits_in(shown),
    "e": lambda shown, k, n: k,
}
# (list, k, R): cases H5 and H6, which together tell all five apart.
CARD_CASES = (
    ([1, 0, 1], 5, 4),
    ([1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0], 10, 12),
)
# What three libraries gave when they were run on these cases: implicit 0.7.3, lenskit 2025.8.1
# and torchmetrics 1.9.0 (in float32).
RECORDED = {
    "A": (0.4166666667, 0.3876984127),
    "B": (0.5555555556, 0.3876984127),
    "C": (0.8333333333, 0.7753968254),
}


def with_divisor(letter):
    """AP of the two cases under one of the five cards."""
    return tuple(
        share(precision_sum(relevance, k), DIVISORS[letter](relevance[:k], k, n))
        for relevance, k, n in CARD_CASES
    )


def fitting(name):
    """The letters of the cards that give what a library gave."""
    gave = RECORDED[name]
    return [card for card in DIVISORS if np.allclose(with_divisor(card), gave, atol=1e-6)]


RIGHT_CARDS = tuple(fitting(name)[0] for name in RECORDED)


def read_cards(answer):
    """Three letters, from a list of three texts or from one text, as a tuple."""
    if isinstance(answer, str):
        answer = [letter for letter in answer if letter.isalpha()]
    if not isinstance(answer, (list, tuple, np.ndarray)) or len(answer) != len(RECORDED):
        raise values.Unreadable(f'{values.type_of(answer)}, not three letters like ["a", "a", "a"]')
    letters = tuple(item.strip().lower() if isinstance(item, str) else "" for item in answer)
    for name, letter in zip(RECORDED, letters, strict=True):
        if letter not in DIVISORS:
            raise values.Unreadable(f"not one of the letters a to e for library {name}")
    return letters


def cards_problem(letters):
    number = sum(one == right for one, right in zip(letters, RIGHT_CARDS, strict=True))
    return f"{number} of your three letters fit{'s' if number == 1 else ''}."


CARDS = ValueExercise(
    "three_cards",
    LESSON,
    read=read_cards,
    right=lambda letters: letters == RIGHT_CARDS,
    problem=cards_problem,
    ideas={
        "card-of-this-course": Idea(
            lambda letters: "a" in letters,
            "R is the card of this course. Compare your own function's values: does any of the "
            "three libraries give them?",
            "Conventions",
            example=["a", "c", "d"],
        ),
        "card-divides-by-k": Idea(
            lambda letters: "e" in letters,
            "Divide the sum of the first list by 5: does any of the three libraries give that?",
            "Conventions",
            example=["b", "e", "d"],
        ),
        "one-card-for-two": Idea(
            lambda letters: len(set(letters)) < len(letters),
            "No two of the three give the same pair of numbers, so no two have the same card.",
            "Conventions",
            example=["b", "b", "d"],
        ),
        "card-hits-misplaced": Idea(
            lambda letters: letters[2] != "d",
            "One library's numbers are far above the others: nothing that was missed counts "
            "there. Which card is that?",
            "Conventions",
            example=["d", "b", "c"],
        ),
        "card-length-and-k-exchanged": Idea(
            lambda letters: letters == ("c", "b", "d"),
            "Two cards differ only where a list is shorter than k. Which of the two lists is that?",
            "Conventions",
            example=["c", "b", "d"],
        ),
    },
    hints=(
        "All five cards have one sum of precisions above the line. Work it out for each list, "
        "and see what it was divided by.",
        "Divisor = sum of precisions / AP. The first list has k = 5, R = 4, three places and two "
        "hits; the second k = 10, R = 12, ten places shown and five hits in them.",
        "For [0, 1], k = 3, R = 4 the sum is 0.5. A library that says 0.25 divided by 2, the "
        "length of the list (card c); one that says 0.166667 divided by 3, which is k or "
        "min(k, R).",
    ),
)


# --- AP and NDCG disagree ----------------------------------------------------------------------

PLACES, N_RELEVANT = 8, 3


def lengths_are_right(pair):
    return all(len(items) == PLACES for items in pair)


def zeros_and_ones(pair):
    return all(np.all((items == 0) | (items == 1)) for items in pair)


def hits_of(pair):
    return [hits_in(items.tolist()) for items in pair]


def leads(pair):
    """How far the first list is ahead, in AP and in NDCG."""
    aps = [average_precision_at_k(items, PLACES, N_RELEVANT) for items in pair]
    ndcgs = [ndcg_at_k(items, PLACES, [1] * N_RELEVANT) for items in pair]
    return aps[0] - aps[1], ndcgs[0] - ndcgs[1]


def disagree(pair):
    """The question: as many hits in both lists, AP prefers the first and NDCG the second."""
    if not (lengths_are_right(pair) and zeros_and_ones(pair)):
        return False
    if max(hits_of(pair)) > N_RELEVANT or len(set(hits_of(pair))) > 1:
        return False
    ap_lead, ndcg_lead = leads(pair)
    return ap_lead > values.TOLERANCE and ndcg_lead < -values.TOLERANCE


# The order matters: the first idea that holds is named.
AP_OR_NDCG = ValueExercise(
    "ap_or_ndcg",
    LESSON,
    read=read_pair,
    right=disagree,
    problem=pair_problem,
    ideas={
        "not-eight-long": Idea(
            lambda pair: not lengths_are_right(pair),
            "Each list should have eight places; fill the places without a hit with 0.",
            "MAP or NDCG",
            example=([1, 0, 0, 0, 0], [0, 1, 0, 0, 1]),
        ),
        "not-zero-one": Idea(
            lambda pair: not zeros_and_ones(pair),
            "Write 1 for a relevant film and 0 for any other. With grades it would be too easy.",
            "MAP or NDCG",
            example=([3, 0, 0, 0, 0, 0, 0, 0], [0, 3, 0, 0, 0, 0, 0, 0]),
        ),
        "more-hits-than-relevant": Idea(
            lambda pair: max(hits_of(pair)) > N_RELEVANT,
            "How many films does this user care about in all? A list cannot find more.",
            "MAP or NDCG",
            example=([1, 1, 1, 1, 0, 0, 0, 0], [0, 1, 1, 1, 1, 0, 0, 0]),
        ),
        "hits-differ": Idea(
            lambda pair: len(set(hits_of(pair))) > 1,
            "One list finds more than the other, so recall would tell them apart. "
            "Make the number of hits the same.",
            "MAP or NDCG",
            example=([1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 1, 0, 0, 0]),
        ),
        "same-list-twice": Idea(
            same_pair,
            "The same list twice is a draw under any metric.",
            "MAP or NDCG",
            example=([1, 0, 1, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0]),
        ),
        "pair-in-reverse": Idea(
            lambda pair: disagree(pair[::-1]),
            "A fine pair, in the wrong order: which of the two metrics likes one early hit with "
            "stragglers?",
            "MAP or NDCG",
            example=([0, 1, 0, 0, 0, 0, 1, 0], [0, 0, 1, 1, 0, 0, 0, 0]),
        ),
        "one-hit-cannot-disagree": Idea(
            lambda pair: max(hits_of(pair)) == 1,
            "With one hit both metrics only ask where it stands, so they always agree.",
            "MAP or NDCG",
            example=([1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0]),
        ),
        "both-agree": Idea(
            lambda pair: True,  # what is left: both metrics have one winner, or one sees a draw
            "Work out both metrics for both lists: do they really choose another winner?",
            "MAP or NDCG",
            example=([1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1]),
        ),
    },
    hints=(
        "One of the metrics likes hits that stand close together, because each has hits right "
        "above it. The other only adds up the weights of the places.",
        "AP adds hits so far / rank at each hit. NDCG adds 1 / log2(rank + 1). Both are divided "
        "by one number for this user. Or let Python try all pairs of lists.",
        "Not a solution, but near: hits at 4 and 5 have AP sum 0.65 and weights 0.817529; hits at "
        "3 and 6 have 0.666667 and 0.856207. Push the straggler down, but not too far.",
    ),
)


# --- Who is in the mean ------------------------------------------------------------------------

WHO_IS_IN = choice(
    "who_is_in_the_mean",
    LESSON,
    right="ace",
    letters="abcde",
    wrong={
        "dropping-lowers": (
            "a",
            "Look at a: zeros leave the sum as it is. What happens to the number it is divided "
            "by?",
            "MAP",
        ),
        "map-drops-zero-users": (
            "b",
            "Look at b: a user whose list held no hit was served badly. Is that nothing to do "
            "with the model?",
            "MAP",
        ),
        "same-users-for-both": (
            "c",
            "Look at c: who is left out depends on the list, and each model has its own lists.",
            "MAP",
        ),
        "denominator-decides-each-user": (
            "d",
            "Look at d: for one user, both models' sums are divided by the same number. Can that "
            "change who is ahead?",
            "Conventions",
        ),
        "min-changes-everybody": (
            "e",
            "Look at e: when is min(k, R) another number than R?",
            "Conventions",
        ),
    },
    hints=(
        "Take each statement by itself, and test it on two users that you make up.",
        "A mean is sum / count. Dropping users with AP 0 changes the count only. min(k, R) is "
        "another number than R only where R is larger than k.",
        "Model X: AP 0.6, 0, 0. Model Y: 0.3, 0.3, 0.3. Over all users 0.2 and 0.3; without "
        "zeros 0.6 and 0.3, and the two means are about other users.",
    ),
)


BY_HAND = (HAND_PRECISIONS, HAND_AP, HAND_MRR)
QUESTIONS = (CARDS, AP_OR_NDCG, WHO_IS_IN)
