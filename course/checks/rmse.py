"""Assignment 01-why-not-rmse: the cases and the wrong ideas of rmse and top_k.

The answers that are values are in rmse_answers.py, the bug to mend in rmse_users.py.
"""

import functools
import math

import numpy as np

from course.checks import rmse_answers, rmse_users
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.rmse_parts import (
    errors_of,
    mean_absolute,
    mean_square,
    median_root,
    no_error_left_to_divide,
    root_mean_square,
    root_of_sum,
    root_over_n,
    signed_mean,
    spread,
)

LESSON = "01-why-not-rmse"
RANDOM_CASES = 30
NO_RATING = float("nan")  # not the object math.nan: `is not nan` must fail here, as on real data


# --- rmse --------------------------------------------------------------------------------------


def rmse(predicted, actual):
    """The reference: the root of the mean squared error over the pairs that have a rating."""
    return root_mean_square(errors_of(predicted, actual))


def random_stars(rng, n):
    """Predictions with one decimal, one of them off the scale, and whole stars from 1 to 5."""
    predicted = rng.integers(5, 56, n) / 10
    actual = rng.integers(1, 6, n).astype(float)
    predicted[int(rng.integers(n))] = 5.4 + int(rng.integers(1, 20)) / 10
    # No whole number, which would hide rounding, and no half, which rounds two ways.
    predicted = [float(round(p + 0.1, 1)) if p % 0.5 == 0 else float(p) for p in predicted]
    return predicted, actual.tolist()


def value_hidden(rng):
    for number in range(RANDOM_CASES):
        n = 1 if number % 10 == 0 else int(rng.integers(2, 8))
        yield random_stars(rng, n)


def unrated_hidden(rng):
    for _ in range(RANDOM_CASES):
        n = int(rng.integers(3, 9))
        predicted, actual = random_stars(rng, n)
        missing = rng.choice(n, int(rng.integers(1, n - 1)), replace=False)
        for place in missing:
            actual[int(place)] = NO_RATING
        yield predicted, actual


def of_errors(formula):
    """A wrong formula that treats films without a rating rightly."""
    return lambda predicted, actual: formula(errors_of(predicted, actual))


def rounded(predicted, actual):
    return rmse([round(p) for p in predicted], actual)


def clipped(predicted, actual):
    return rmse([min(max(p, 1), 5) for p in predicted], actual)


def unrated_as(stars):
    """Films without a rating get one."""
    return lambda predicted, actual: rmse(
        predicted, [stars if math.isnan(a) else a for a in actual])


def unrated_as_right(predicted, actual):
    return rmse(predicted, [p if math.isnan(a) else a for p, a in zip(predicted, actual)])


def unrated_removed_before_pairing(predicted, actual):
    """Takes the gaps out of the ratings alone, so the pairs behind a gap no longer match."""
    rated = [a for a in actual if not math.isnan(a)]
    return root_mean_square([p - a for p, a in zip(predicted, rated)])


def unrated_removed_in_numpy(predicted, actual):
    """The same with arrays: numpy refuses two lengths, unless one of them is 1."""
    rated = np.array([a for a in actual if not math.isnan(a)])
    return np.sqrt(np.mean((np.array(predicted) - rated) ** 2))


def unrated_spoils(predicted, actual):
    return math.nan if any(map(math.isnan, actual)) else rmse(predicted, actual)


RMSE = FunctionExercise(
    "rmse",
    LESSON,
    reference=rmse,
    aspects={
        "value": Aspect(
            [
                ([1], [3]),
                ([4], [4]),
                ([1, 1], [1, 3]),
                ([3, 3], [1, 5]),
                ([1, 1, 2], [1, 3, 1]),
                ([4.4, 4.7, 2.8], [5, 4, 2]),
                ([14, 13, 12.4], [4, 3, 2]),
            ],
            value_hidden,
        ),
        "unrated": Aspect(
            [
                ([4, 3], [4, NO_RATING]),
                ([4, 3, 5], [2, NO_RATING, 5]),
                ([2, 4.3, 1, 3], [NO_RATING, 1, 3, NO_RATING]),
                ([4.4, 7, 2.7, 3, 1], [5, 4, 2, NO_RATING, 4]),
            ],
            unrated_hidden,
        ),
    },
    ideas={
        "rmse-without-root": Idea(
            of_errors(mean_square),
            "You are one step short: your number is in stars squared, RMSE is in stars.",
            "RMSE",
        ),
        "rmse-half-for-root": Idea(
            of_errors(lambda errors: mean_square(errors) / 2),
            "That is half of the mean square. Did you write `**1/2`? Python takes the power "
            "first, and then divides by 2.",
            "RMSE",
        ),
        "rmse-absolute-error": Idea(
            of_errors(mean_absolute),
            "Which comes first, the mean or the root? To yours, one error of 2 weighs like two "
            "errors of 1.",
            "RMSE",
        ),
        "rmse-signed-errors": Idea(
            of_errors(lambda errors: abs(signed_mean(errors))),
            "A guess 2 too high and a guess 2 too low are two mistakes, not none.",
            "RMSE",
            also=(of_errors(signed_mean), of_errors(lambda errors: -signed_mean(errors))),
        ),
        "rmse-root-of-sum": Idea(
            of_errors(root_of_sum),
            "Your value grows with the number of ratings. Would the same model be worse on more "
            "data?",
            "RMSE",
        ),
        "rmse-divides-by-n-minus-1": Idea(
            of_errors(functools.partial(no_error_left_to_divide, by_zero=math.nan)),
            "Nothing was estimated from these errors, so there is no degree of freedom to give "
            "back.",
            "RMSE",
            also=(
                of_errors(functools.partial(no_error_left_to_divide, by_zero=math.inf)),
                of_errors(functools.partial(no_error_left_to_divide, by_zero=None)),
            ),
        ),
        "rmse-divides-after-root": Idea(
            of_errors(root_over_n),
            "You divide after taking the root. Two equal errors should have that error as "
            "their RMSE.",
            "RMSE",
        ),
        "rmse-is-spread-of-errors": Idea(
            of_errors(spread),
            "That is how far the errors are from their own mean. A model that is always 2 stars "
            "too high would come out perfect.",
            "RMSE",
        ),
        "rmse-largest-error": Idea(
            of_errors(lambda errors: max(map(abs, errors))),
            "You report the worst error alone. The others have a say, too.",
            "RMSE",
        ),
        "rmse-median-for-mean": Idea(
            of_errors(median_root),
            "The M is for mean. Yours does not move when the largest error grows.",
            "RMSE",
        ),
        "rmse-rounds-predictions": Idea(
            rounded,
            "You round predictions to whole stars. A prediction of 4.4 for a 4 is off by 0.4.",
            "RMSE",
        ),
        "rmse-clips-predictions": Idea(
            clipped,
            "You pull predictions back to 1 to 5 first. Some protocols do; here a prediction "
            "counts as it is.",
            "Add ten",
        ),
        "rmse-unrated-is-zero": Idea(
            unrated_as(0),
            "A film without a rating counts as 0 stars in yours. Nobody rated that film 0.",
            "Rated only",
        ),
        "rmse-unrated-is-middle": Idea(
            unrated_as(3),
            "You fill the gaps with 3 stars, and then measure against numbers that nobody gave.",
            "Rated only",
        ),
        "rmse-unrated-counts-as-right": Idea(
            unrated_as_right,
            "Films without a rating still count in your division. How many errors are there?",
            "Rated only",
        ),
        "rmse-unrated-removed-before-pairing": Idea(
            unrated_removed_before_pairing,
            "You took the gaps out of `actual` alone, so the two lists no longer match. Leave out "
            "the prediction, too.",
            "Rated only",
            also=(unrated_removed_in_numpy,),
        ),
        "rmse-unrated-spoils-all": Idea(
            unrated_spoils,
            "One film without a rating has spoiled the whole mean. Leave such pairs out first.",
            "Rated only",
        ),
    },
    hints=(
        "Think of the name from right to left: error, square, mean, root. Which pairs have an "
        "error at all?",
        "RMSE = sqrt(mean((predicted - actual)²)), over the pairs where actual is not NaN. NaN is "
        "the one number that differs from itself; np.isnan finds it.",
        "Example: predicted [2, 5, 4], actual [5, 1, nan]. Errors -3 and 4, squares 9 and 16, "
        "mean 12.5, root about 3.54. The third film is left out.",
    ),
)


# --- top_k -------------------------------------------------------------------------------------


def top_k(scores, k, seen):
    """The reference: positions of the k best unseen scores, best first."""
    return best_first(scores, unseen(scores, seen))[:k]


def unseen(scores, seen):
    return [place for place in range(len(scores)) if place not in seen]


def best_first(scores, places):
    return sorted(places, key=lambda place: -scores[place])


def everything(scores):
    return best_first(scores, range(len(scores)))


def random_scores(rng, n):
    """n different scores with two decimals, some below 0 and some like stars."""
    return (rng.choice(800, n, replace=False) / 100 - 2.005).round(3).tolist()


def random_seen(rng, n, how_many):
    return [int(place) for place in rng.choice(n, how_many, replace=False)]


def order_hidden(rng):
    for _ in range(RANDOM_CASES):
        n = int(rng.integers(3, 10))
        yield random_scores(rng, n), int(rng.integers(2, n)), []


def seen_hidden(rng):
    for number in range(RANDOM_CASES):
        n = int(rng.integers(5, 11))
        k = int(rng.integers(2, n - 1))
        scores = random_scores(rng, n)
        watched = random_seen(rng, n, int(rng.integers(1, n - k + 1)))
        best = everything(scores)[0]  # mostly a favourite is among them
        if best not in watched and rng.random() < 0.7:
            watched[0] = best
        if number % 5 == 0:  # whole numbers: an array of them cannot hold minus infinity
            scores = [round(1000 * score) for score in scores]
        yield scores, k, watched


def short_hidden(rng):
    for number in range(RANDOM_CASES):
        n = int(rng.integers(2, 9))
        watched = random_seen(rng, n, n if number % 10 == 0 else int(rng.integers(0, n)))
        yield random_scores(rng, n), n - len(watched) + int(rng.integers(1, 4)), watched


def masked(scores, seen, value):
    return [value if place in seen else score for place, score in enumerate(scores)]


def ranks_of(scores, seen):
    """The rank of every item, from 0; seen items stand behind the others."""
    order = everything(masked(scores, seen, -math.inf))
    return [order.index(place) for place in range(len(scores))]


def ranks_of_unseen(scores, k, seen):
    order = everything(scores)
    return [order.index(place) for place in unseen(scores, seen)][:k]


def threshold(stars):
    return lambda scores, k, seen: [
        place for place in top_k(scores, k, seen) if scores[place] >= stars]


def removed_before_indexing(scores, k, seen):
    left = [scores[place] for place in unseen(scores, seen)]
    return everything(left)[:k]


def one_by_one(scores, k, seen):
    """Counts on k items being left."""
    order = top_k(scores, len(scores), seen)
    return [order[place] for place in range(k)]


def best_of_nothing(scores, k, seen):
    """Looks for a maximum k times, and does not ask whether anything is left."""
    left, found = unseen(scores, seen), []
    for _ in range(k):
        found.append(max(left, key=lambda place: scores[place]))
        left.remove(found[-1])
    return found


def padded(scores, k, seen):
    found = top_k(scores, k, seen)
    return found + [-1] * (k - len(found))


TOP_K = FunctionExercise(
    "top_k",
    LESSON,
    reference=top_k,
    aspects={
        "order": Aspect(
            [
                ([0.2, 0.9], 1, []),
                ([-0.2, -0.7, 0.5], 2, []),
                ([4.1, 4.8, 1.2, 3.9], 2, []),
                ([2.5, 0.1, 4.4, 3.2, -1.3], 3, []),
            ],
            order_hidden,
        ),
        "seen": Aspect(
            [
                ([-0.2, -0.7, 0.5], 2, [0]),
                ([-0.7, 0.9, 1.4, -0.2, -1.5], 3, [2]),
                ([4.1, 4.8, 1.2, 3.9, 4.6], 2, [4, 1]),
                ([-0.3, -2.4, -1.1, -0.9, -3.2, -1.8], 3, [3, 0]),
                ([3, 9, 7, 5], 2, [1]),  # whole numbers, which have no infinity in numpy
            ],
            seen_hidden,
        ),
        "short": Aspect(
            [
                ([0.5, 0.8], 3, []),
                ([0.5, 0.8], 1, [0, 1]),
                ([-0.2, -0.7, 0.5], 3, [2]),
                ([4.1, 4.8, 1.2, 3.9, 4.6], 4, [4, 1]),
            ],
            short_hidden,
        ),
    },
    ideas={
        "topk-lowest-first": Idea(
            lambda scores, k, seen: top_k(scores, len(scores), seen)[::-1][:k],
            "Look at the first item you return: is its score the largest or the smallest?",
            "Order",
        ),
        "topk-right-set-wrong-order": Idea(
            lambda scores, k, seen: top_k(scores, k, seen)[::-1],
            "The right items, worst one first. Precision will not notice, NDCG will.",
            "Order",
        ),
        "topk-set-in-id-order": Idea(
            lambda scores, k, seen: sorted(top_k(scores, k, seen)),
            "The right items, but their order is no longer the order of the scores.",
            "Order",
        ),
        "topk-keeps-seen": Idea(
            lambda scores, k, seen: everything(scores)[:k],
            "A film that the user has watched is in your list. Which films may be listed at all?",
            "Seen films",
        ),
        "topk-only-seen": Idea(
            lambda scores, k, seen: best_first(scores, seen)[:k],
            "You keep what should be left out. `seen` holds the items that may not be listed.",
            "Seen films",
        ),
        "topk-cut-then-filter": Idea(
            lambda scores, k, seen: unseen_of(everything(scores)[:k], seen),
            "Your list is shorter than k although enough unseen items exist. In which order do "
            "you cut and filter?",
            "Seen films",
        ),
        "topk-seen-scored-zero": Idea(
            lambda scores, k, seen: everything(masked(scores, seen, 0))[:k],
            "Scores can be negative. An excluded item must lose against every other one.",
            "Seen films",
        ),
        "topk-fills-up-with-seen": Idea(
            lambda scores, k, seen: everything(masked(scores, seen, -math.inf))[:k],
            "When unseen items run out, seen ones come back in. A short list is an honest one.",
            "Seen films",
        ),
        "topk-seen-removed-before-indexing": Idea(
            removed_before_indexing,
            "After you delete entries, positions no longer match the items they belonged to.",
            "Seen films",
        ),
        "topk-returns-scores": Idea(
            lambda scores, k, seen: [scores[place] for place in top_k(scores, k, seen)],
            "A list holds items; your values are scores.",
            "Order",
        ),
        "topk-returns-ranks": Idea(
            lambda scores, k, seen: ranks_of(scores, seen)[:k],
            "You return the place of each item, and we ask for the item at each place.",
            "Order",
            also=(
                lambda scores, k, seen: [rank + 1 for rank in ranks_of(scores, seen)][:k],
                ranks_of_unseen,
            ),
        ),
        "topk-counts-from-one": Idea(
            lambda scores, k, seen: [place + 1 for place in top_k(scores, k, seen)],
            "Every item is one too high. The position in the list is the item, and the first "
            "position is 0.",
            "Order",
        ),
        "topk-score-threshold": Idea(
            threshold(3.5),
            "We asked for k items. A threshold on predictions gives users lists of different "
            "length.",
            "Order",
            also=(threshold(4), threshold(3), threshold(0)),
        ),
        "topk-ignores-k": Idea(
            lambda scores, k, seen: top_k(scores, len(scores), seen),
            "Your list does not end after k items. How many places are on the screen?",
            "Order",
        ),
        "topk-counts-on-k-items": Idea(
            one_by_one,
            "You count on k unseen items being there. What if fewer are left?",
            "Seen films",
            also=(best_of_nothing,),
        ),
        "topk-pads-short-lists": Idea(
            padded,
            "You fill empty places. That is a fine convention elsewhere in the course; here the "
            "list simply ends.",
            "Seen films",
        ),
    },
    hints=(
        "Which positions may be listed at all? Start from those, and sort them by their score.",
        "Sort the unseen positions by score, largest first, and keep the first k. "
        "`sorted(positions, key=...)` or `np.argsort` give positions; `sorted(scores)` does not.",
        "Example: scores [3, 9, 7, 5], k = 2, seen [1]. Unseen are 0, 2, 3 with scores 3, 7, 5. "
        "Best first that is 2, 3, 0, so the answer is [2, 3].",
    ),
)


def unseen_of(places, seen):
    return [place for place in places if place not in seen]


EXERCISES = (*rmse_answers.EXERCISES, RMSE, TOP_K, *rmse_users.EXERCISES)
