"""Assignment 06-beyond-accuracy: the functions that look at one list."""

import math
from itertools import combinations

import numpy as np

from course.checks import beyond_parts
from course.checks.beyond_parts import (
    cosine,
    cosine_or_nan,
    cosine_unguarded,
    diversity,
    dot,
    information,
    jaccard,
    matrix_mean,
    mean,
    neighbour_mean,
    novelty,
    pair_mean,
    share,
    shown,
)
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.metrics import intra_list_diversity, mmr
from course.metrics import novelty as novelty_of_course

LESSON = "06-beyond-accuracy"
RANDOM_CASES = 30


# --- intra_list_diversity ----------------------------------------------------------------------

# Six films and three genres.
FEATURES = [[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1], [1, 1, 1], [0, 1, 0]]
WITH_UNKNOWN = [[1, 0, 0], [0, 0, 0], [1, 1, 0], [0, 0, 1]]  # film 1 has no genre


def random_features(rng, n_items, unknown=()):
    """0/1 rows, each with a feature, apart from those of the unknown items."""
    n_features = int(rng.integers(3, 6))
    table = rng.integers(0, 2, (n_items, n_features))
    table[np.arange(n_items), rng.integers(0, n_features, n_items)] = 1
    table[list(unknown)] = 0
    return table.tolist()


def diversity_value_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 9))
        length = 2 if number % 6 == 0 else int(rng.integers(3, 6))
        yield rng.permutation(n_items)[:length].tolist(), random_features(rng, n_items)


def diversity_short_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 9))
        length = number % 2 if number % 5 == 0 else int(rng.integers(2, 5))
        items = rng.permutation(n_items)[:length].tolist()
        empty = [-1] * int(rng.integers(1, 4))
        yield items + empty, random_features(rng, n_items)


def diversity_unknown_hidden(rng):
    for _ in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 9))
        items = rng.permutation(n_items)[: int(rng.integers(3, 6))].tolist()
        unknown = rng.permutation(items)[: int(rng.integers(1, 3))].tolist()
        yield items, random_features(rng, n_items, unknown)


def no_pair(answer):
    """Diversity, but with another answer for a list of fewer than two items."""
    return lambda items, features: diversity(items, features, single=answer)


def padding_as_last_item(items, features):
    """-1 as an index is the last item."""
    rows = [features[item] for item in items]
    return 1 - pair_mean(rows, cosine) if len(rows) > 1 else 0.0


def similarity_of(items, features):
    return 1 - diversity(items, features) if len(shown(items)) > 1 else 0.0


def sum_of_pairs(items, features):
    return diversity(items, features) * math.comb(len(shown(items)), 2)


def pairs_counted_twice(items, features):
    rows = [features[item] for item in shown(items)]
    return 1 - 2 * pair_mean(rows, cosine) if len(rows) > 1 else 0.0


def over_films(items, features):
    """The sum over pairs, by the number of films."""
    rows = [features[item] for item in shown(items)]
    pairs = math.comb(len(rows), 2)
    return 1 - pair_mean(rows, cosine) * pairs / len(rows) if pairs else 0.0


def known_pairs(items, features):
    """Leaves pairs out in which a film has no features."""
    rows = [features[item] for item in shown(items)]
    cosines = [cosine(a, b) for a, b in combinations(rows, 2) if any(a) and any(b)]
    return 1 - sum(cosines) / len(cosines) if len(rows) > 1 else 0.0


def without_unknown(items, features):
    """Leaves items without features out of the list."""
    return diversity([item for item in shown(items) if any(features[item])], features)


def unknown_as_copies(first, second):
    """Similarity 1 where one of the two has no features."""
    return cosine(first, second) if any(first) and any(second) else 1.0


DIVERSITY = FunctionExercise(
    "intra_list_diversity",
    LESSON,
    reference=intra_list_diversity,
    aspects={
        "value": Aspect(
            [
                ([0, 1], FEATURES),
                ([0, 3], FEATURES),
                ([2, 5, 1], FEATURES),
                ([0, 1, 2], FEATURES),
                ([4, 3, 0, 1], FEATURES),
            ],
            diversity_value_hidden,
        ),
        "short": Aspect(
            [
                ([2], FEATURES),
                ([], FEATURES),
                ([0, 1, -1], FEATURES),
                ([4, -1, -1], FEATURES),
                ([0, 1, 2, -1], FEATURES),
            ],
            diversity_short_hidden,
        ),
        "no_features": Aspect(
            [
                ([0, 1], WITH_UNKNOWN),
                ([0, 1, 2], WITH_UNKNOWN),
                ([2, 0, 3, 1], WITH_UNKNOWN),
            ],
            diversity_unknown_hidden,
        ),
    },
    ideas={
        "diversity-includes-itself": Idea(
            lambda items, x: diversity(items, x, average=matrix_mean),
            "Each film is identical to itself. Those pairs do not belong in the mean.",
            "Diversity",
        ),
        "diversity-is-similarity": Idea(
            similarity_of,
            "Two films of the same kind should give 0. One step is missing.",
            "Diversity",
        ),
        "diversity-sum-of-pairs": Idea(
            sum_of_pairs,
            "Longer lists would always be more diverse. What turns a sum into a mean?",
            "Diversity",
        ),
        "diversity-neighbours-only": Idea(
            lambda items, x: diversity(items, x, average=neighbour_mean),
            "You compare each film with the next one. Every pair counts.",
            "Diversity",
        ),
        "diversity-jaccard": Idea(
            lambda items, x: diversity(items, x, jaccard),
            "Overlap over union is a fair measure, and another metric. Here it is the cosine.",
            "Diversity",
        ),
        "diversity-shared-features": Idea(
            lambda items, x: diversity(items, x, dot),
            "You count shared features. A film with many of them looks like all others: divide "
            "by the lengths of both rows.",
            "Diversity",
        ),
        "diversity-pairs-counted-twice": Idea(
            pairs_counted_twice,
            "How many pairs did you add, and by how many did you divide?",
            "Diversity",
        ),
        "diversity-over-films": Idea(
            over_films,
            "You divide by the number of films. A mean over pairs divides by the number of pairs.",
            "Diversity",
        ),
        "diversity-padding-as-last-item": Idea(
            padding_as_last_item,
            "-1 means that the place is empty. As an index, it picks the last film.",
            "Diversity",
        ),
        "diversity-no-pair": Idea(
            no_pair(lambda: math.nan),
            "A list with fewer than two films has no pair, so there is nothing to divide by. "
            "The task says what it gets.",
            "Diversity",
            also=(no_pair(lambda: 0 / 0), no_pair(lambda: 1.0), no_pair(lambda: None)),
        ),
        "diversity-no-features-crash": Idea(
            lambda items, x: diversity(items, x, cosine_unguarded),
            "A film without features has length 0. Decide before you divide.",
            "Diversity",
            also=(lambda items, x: diversity(items, x, cosine_or_nan),),
        ),
        "diversity-skips-unknown": Idea(
            without_unknown,
            "You leave out films without features. They were shown: the task says how similar "
            "they are to the others.",
            "Diversity",
            also=(known_pairs,),
        ),
        "diversity-unknown-as-copies": Idea(
            lambda items, x: diversity(items, x, unknown_as_copies),
            "A film without features looks like a copy of all others to you. "
            "What does the task say?",
            "Diversity",
        ),
    },
    hints=(
        "Take every pair of films in the list once. How alike are the two? Then think of 1 minus "
        "the average.",
        "The cosine of two rows is the sum of their products, divided by the root of the sum of "
        "squares of each. Diversity is 1 minus the mean cosine over all n (n - 1) / 2 pairs.",
        "Rows [1, 1, 0, 0] and [0, 1, 1, 1]: the product is 1, the lengths are sqrt(2) and "
        "sqrt(3), the cosine is 1 / sqrt(6) = 0.408248, so the diversity is 0.591752.",
    ),
)


# --- novelty -----------------------------------------------------------------------------------


def random_counts(rng, n_items):
    """(popularity, n_users): counts from 1 to all users, most popular first."""
    n_users = int(rng.integers(8, 41))
    return np.sort(rng.integers(1, n_users + 1, n_items))[::-1].tolist(), n_users


def novelty_value_hidden(rng):
    for number in range(RANDOM_CASES):
        popularity, n_users = random_counts(rng, int(rng.integers(4, 9)))
        length = 1 if number % 6 == 0 else int(rng.integers(2, 5))
        items = rng.permutation(len(popularity))[:length].tolist()
        yield items, popularity, n_users


def novelty_empty_hidden(rng):
    for number in range(RANDOM_CASES):
        popularity, n_users = random_counts(rng, int(rng.integers(4, 9)))
        length = 0 if number % 5 == 0 else int(rng.integers(1, 4))
        items = rng.permutation(len(popularity))[:length].tolist()
        yield items + [-1] * int(rng.integers(1, 4)), popularity, n_users


def shares_of(items, popularity, n_users):
    return [popularity[item] / n_users for item in shown(items)]


def log_of_mean(items, popularity, n_users):
    shares = shares_of(items, popularity, n_users)
    return -math.log2(mean(shares)) if shares else 0.0


def over_list_only(items, popularity, n_users):
    total = sum(popularity[item] for item in shown(items))
    return novelty(items, popularity, total)


def summed(items, popularity, n_users):
    return sum(information(popularity[item], n_users) for item in shown(items))


def last_item_for_padding(items, popularity, n_users):
    return mean(information(popularity[item], n_users) for item in items)


def over_places(items, popularity, n_users):
    return share(summed(items, popularity, n_users), len(items))


def no_item(answer):
    """Novelty, but with another answer for a list without items."""
    return lambda items, popularity, n: novelty(items, popularity, n, none=answer)


NOVELTY = FunctionExercise(
    "novelty",
    LESSON,
    reference=lambda items, popularity, n_users: novelty_of_course(
        items, popularity, "self_information", n_users
    ),
    aspects={
        "value": Aspect(
            [
                ([0], [6, 3, 2, 1], 12),
                ([0], [8, 4, 2, 1], 8),
                ([0, 1], [8, 4, 2, 1], 8),
                ([3, 0], [6, 3, 2, 1], 12),
                ([2, 1, 3], [8, 5, 2, 1], 10),
            ],
            novelty_value_hidden,
        ),
        "empty_places": Aspect(
            [
                ([1, -1], [8, 4, 2, 1], 8),
                ([], [8, 4, 2, 1], 8),
                ([-1, -1], [6, 3, 2, 1], 12),
                ([0, 2, -1], [6, 3, 2, 1], 12),
            ],
            novelty_empty_hidden,
        ),
    },
    ideas={
        "novelty-sign-flipped": Idea(
            lambda items, p, n: -novelty(items, p, n),
            "Information is not negative, and rare means more of it.",
            "Novelty",
        ),
        "novelty-natural-log": Idea(
            lambda items, p, n: novelty(items, p, n, math.log),
            "In bits, a film that half of the users know carries exactly 1. Which base is that?",
            "Novelty",
        ),
        "novelty-log10": Idea(
            lambda items, p, n: novelty(items, p, n, math.log10),
            "Your logarithm has base 10. In bits, a film that half of the users know carries 1.",
            "Novelty",
        ),
        "novelty-over-interactions": Idea(
            lambda items, p, n: novelty(items, p, sum(p)),
            "You take the share of all ratings. Here it is the share of users who know the film.",
            "Novelty",
        ),
        "novelty-log-of-mean": Idea(
            log_of_mean,
            "Average after the logarithm, not before: one hit film would hide a rare one.",
            "Novelty",
        ),
        "novelty-summed": Idea(
            summed,
            "A longer list is not more novel because it is longer.",
            "Novelty",
        ),
        "novelty-over-list-only": Idea(
            over_list_only,
            "You compare the films with each other. Popularity comes from the users of the "
            "training data.",
            "Novelty",
        ),
        "novelty-one-minus-share": Idea(
            lambda items, p, n: (
                1 - mean(shares_of(items, p, n)) if shown(items) else 0.0
            ),
            "The share of users who do not know the film is a fair idea, but no information in "
            "bits: where is the logarithm?",
            "Novelty",
        ),
        "novelty-adds-one": Idea(
            lambda items, p, n: novelty(items, [count + 1 for count in p], n + 1),
            "You add one to the counts. That is for films that nobody knows; here each has at "
            "least 1.",
            "Novelty",
        ),
        "novelty-by-place": Idea(
            lambda items, p, n: novelty(range(len(shown(items))), p, n),
            "You take popularity by place in the list. It is asked for by film: "
            "popularity[film].",
            "Novelty",
        ),
        "novelty-padding-as-last-item": Idea(
            last_item_for_padding,
            "-1 means that the place is empty. As an index, it picks the last film.",
            "Novelty",
        ),
        "novelty-over-places": Idea(
            over_places,
            "You divide by all places, empty ones too. An empty place has no novelty at all.",
            "Novelty",
        ),
        "novelty-empty-list": Idea(
            no_item(lambda: math.nan),
            "A list without films has no mean. The task says what it gets: decide before you "
            "divide.",
            "Novelty",
            also=(no_item(lambda: 0 / 0), no_item(lambda: None), no_item(lambda: 1.0)),
        ),
    },
    hints=(
        "What share of the users knows each film of the list? The smaller it is, the more "
        "surprising the film.",
        "For each film: -log2(popularity[film] / n_users). Novelty is the mean over the films of "
        "the list; -1 is no film.",
        "16 users, films known by 4 and by 1 of them: -log2(1/4) = 2 bits and -log2(1/16) = 4 "
        "bits, so the list [that, the other, -1] has novelty 3.",
    ),
)


# --- mmr ---------------------------------------------------------------------------------------

CLEAR = 0.004  # how far ahead a pick must be: no rule for ties is asked for


def matrix(n_items, upper):
    """A symmetric matrix with 1 on the diagonal, from its upper triangle by rows."""
    table = np.zeros((n_items, n_items))
    table[np.triu_indices(n_items, 1)] = upper
    return table + table.T + np.eye(n_items)


def is_clear(scores, similarity, k, trade_off):
    """Is every pick ahead of all other candidates?"""
    picked = [int(np.argmax(scores))]
    if np.sort(scores)[-2] > max(scores) - CLEAR:
        return False
    while len(picked) < min(k, len(scores)):
        closest = np.max(np.asarray(similarity)[:, picked], axis=1)
        value = trade_off * np.asarray(scores) - (1 - trade_off) * closest
        left = np.sort(np.delete(value, picked))
        if len(left) > 1 and left[-2] > left[-1] - CLEAR:
            return False
        picked.append(max(set(range(len(scores))) - set(picked), key=lambda item: value[item]))
    return True


def random_candidates(rng, n_items, k, trade_off):
    """(scores, similarity, k, trade_off) without a close race; some similarities are negative."""
    while True:
        upper = np.round(rng.uniform(-0.5, 0.95, n_items * (n_items - 1) // 2), 2)
        scores = np.round(rng.uniform(0.05, 0.95, n_items), 2).tolist()
        similarity = matrix(n_items, upper).tolist()
        if int(np.argmax(scores)) and is_clear(scores, similarity, k, trade_off):
            return scores, similarity, k, trade_off


def mmr_value_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 8))
        trade_off = (0.3, 0.4, 0.6, 0.7, 0.8)[number % 5]
        yield random_candidates(rng, n_items, int(rng.integers(3, n_items)), trade_off)


def mmr_ends_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 8))
        k = int(rng.integers(3, n_items))
        yield random_candidates(rng, n_items, k, 1 if number % 5 == 0 else 0)


def mmr_short_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(3, 6))
        k = n_items if number % 4 == 0 else n_items + int(rng.integers(1, 4))
        trade_off = (0.3, 0.5, 0.6, 0.7)[number % 4]
        yield random_candidates(rng, n_items, k, trade_off)


def mmr_call(scores, upper, k, trade_off):
    return scores, matrix(len(scores), upper).tolist(), k, trade_off


def trade_off_swapped(scores, similarity, k, trade_off):
    return beyond_parts.mmr(scores, similarity, k, 1 - trade_off)


def against_first_pick(closest):
    return closest[0]


def opposites_cost_nothing(closest):
    return max(0, *closest)


def zero_means_default(scores, similarity, k, trade_off):
    return beyond_parts.mmr(scores, similarity, k, trade_off or 0.5)


def best_k_only(scores, similarity, k, trade_off):
    best = sorted(range(len(scores)), key=lambda item: -scores[item])[:k]
    return beyond_parts.mmr(scores, similarity, k, trade_off, candidates=best)


def greedy(scores, similarity, k, trade_off, first, left):
    """The picks, with what is left to choose from given by `left(picked)`."""
    picked = [first]
    while len(picked) < k:

        def value(item):
            closest = max(similarity[item][other] for other in picked)
            return trade_off * scores[item] - (1 - trade_off) * closest

        candidates = left(picked)
        picked.append(max(candidates, key=value) if candidates else 0)
    return picked


def best_of(scores):
    return max(range(len(scores)), key=scores.__getitem__)


def picks_again(scores, similarity, k, trade_off):
    everything = list(range(len(scores)))
    return greedy(scores, similarity, k, trade_off, best_of(scores), lambda picked: everything)


def first_by_formula(scores, similarity, k, trade_off):
    """At trade_off 0 the formula is 0 for every first pick, and the first position wins."""
    first = best_of(scores) if trade_off else 0
    return greedy_to_the_end(scores, similarity, k, trade_off, first)


def greedy_to_the_end(scores, similarity, k, trade_off, first):
    n = len(scores)
    return greedy(scores, similarity, min(k, n), trade_off, first,
                  lambda picked: [item for item in range(n) if item not in picked])


def counts_on_k(fill):
    """Right, but with something strange for the places that no candidate can fill."""

    def version(scores, similarity, k, trade_off):
        picked = beyond_parts.mmr(scores, similarity, k, trade_off)
        return fill(picked, k - len(picked)) if k > len(picked) else picked

    return version


def right_set(scores, similarity, k, trade_off):
    """The right items, best score first."""
    picked = beyond_parts.mmr(scores, similarity, k, trade_off)
    return sorted(picked, key=lambda item: -scores[item])


MMR = FunctionExercise(
    "mmr",
    LESSON,
    reference=mmr,
    aspects={
        "value": Aspect(
            [
                mmr_call([0.3, 0.9, 0.8], [0.2, 0.1, 0.9], 2, 0.5),
                mmr_call([0.7, 0.9, 0.5], [0.9, 0.1, -0.4], 3, 0.6),
                mmr_call([0.2, 0.25, 0.05], [0, -0.5, -0.5], 3, 0.6),
                mmr_call([0.15, 0.25, 0.1, 0.05], [0.5, 0.9, -0.5, 0, 0, 0.9], 3, 0.6),
                mmr_call([0.2, 0.3, 0.6, 0.55], [0.1, 0.3, 0.2, 0.6, -0.3, 0.7], 3, 0.7),
                mmr_call([0.81, 0.9, 0.6, 0.74, 0.3],
                         [0.8, 0.3, 0.7, 0, 0.5, 0.6, 0.1, 0.2, 0.4, -0.2], 4, 0.4),
            ],
            mmr_value_hidden,
        ),
        "ends": Aspect(
            [
                mmr_call([0.3, 0.9, 0.6], [0.5, 0.2, 0.8], 3, 1),
                mmr_call([0.5, 0.55, 0.05], [0.9, 0, 0.5], 3, 0),
                mmr_call([0.2, 0.25, 0.15, 0.1], [0.5, 0.9, 0.6, 0.8, -0.5, 0.4], 3, 0),
                mmr_call([0.6, 0.5, 0.8, 0.4], [0.2, 0.3, 0.4, 0.7, 0.1, -0.3], 3, 0),
            ],
            mmr_ends_hidden,
        ),
        "short": Aspect(
            [
                mmr_call([0.4, 0.9], [0.7], 2, 0.5),
                mmr_call([0.4, 0.9], [0.7], 3, 0.5),
                mmr_call([0.8, 0.9, 0.3], [0.9, 0.2, 0.1], 5, 0.5),
                mmr_call([0.15, 0.25, 0.1, 0.05], [0.5, 0.9, -0.5, 0, 0, 0.9], 6, 0.6),
            ],
            mmr_short_hidden,
        ),
    },
    ideas={
        "mmr-trade-off-swapped": Idea(
            trade_off_swapped,
            "At a trade_off of 1 your list ignores the scores. Which of the two terms does it "
            "multiply?",
            "MMR",
        ),
        "mmr-mean-similarity": Idea(
            lambda *call: beyond_parts.mmr(*call, penalty=mean),
            "You average over what is in the list already. One near copy is enough to be "
            "redundant.",
            "MMR",
        ),
        "mmr-sum-of-similarities": Idea(
            lambda *call: beyond_parts.mmr(*call, penalty=sum),
            "You add up the similarities, so the penalty grows with the length of the list.",
            "MMR",
        ),
        "mmr-against-first-pick": Idea(
            lambda *call: beyond_parts.mmr(*call, penalty=against_first_pick),
            "You compare with the first pick only. What about the later ones?",
            "MMR",
        ),
        "mmr-against-last-pick": Idea(
            lambda *call: beyond_parts.mmr(*call, penalty=lambda closest: closest[-1]),
            "You compare with the pick before. A copy of an earlier one comes in unseen.",
            "MMR",
        ),
        "mmr-similarity-rewarded": Idea(
            lambda *call: beyond_parts.mmr(
                *call, worth=lambda t, score, closest: t * score + (1 - t) * closest
            ),
            "Your list fills with look-alikes. Should similarity be a gain or a cost?",
            "MMR",
        ),
        "mmr-negative-clamped": Idea(
            lambda *call: beyond_parts.mmr(*call, penalty=opposites_cost_nothing),
            "A similarity below 0 is a bonus: the film is an opposite. Yours counts it as 0.",
            "MMR",
        ),
        "mmr-zero-means-default": Idea(
            zero_means_default,
            "0 is a setting, not a missing value. What does `or` do with it?",
            "MMR",
        ),
        "mmr-trade-off-ignored": Idea(
            lambda scores, similarity, k, _: beyond_parts.mmr(scores, similarity, k, 0.5),
            "Change trade_off: does your list change?",
            "MMR",
        ),
        "mmr-bracket-misread": Idea(
            lambda *call: beyond_parts.mmr(
                *call, worth=lambda t, score, closest: t * (score - (1 - t) * closest)
            ),
            "Where does the bracket close? At a trade_off of 0 nothing is left of your formula.",
            "MMR",
        ),
        "mmr-reorders-top-k-only": Idea(
            best_k_only,
            "Candidates beyond the k best scores never get a chance in your list.",
            "MMR",
        ),
        "mmr-ignores-similarity": Idea(
            lambda scores, similarity, k, _: sorted(
                range(len(scores)), key=lambda item: -scores[item]
            )[:k],
            "That is the order of the scores. Where does the similarity come in?",
            "MMR",
        ),
        "mmr-picks-again": Idea(
            picks_again,
            "A film appears twice. It must leave the candidates once it is picked.",
            "MMR",
        ),
        "mmr-first-pick-by-position": Idea(
            first_by_formula,
            "With nothing picked yet, every candidate is worth the same at a trade_off of 0. "
            "The task says which one comes first.",
            "MMR",
        ),
        "mmr-sorted-by-score": Idea(
            right_set,
            "You have the right films, and then sort them by score. Keep the order of the picks.",
            "MMR",
        ),
        "mmr-sorted-by-position": Idea(
            lambda *call: sorted(beyond_parts.mmr(*call)),
            "You have the right films, and then sort their positions. Keep the order of the picks.",
            "MMR",
        ),
        "mmr-counts-on-k-candidates": Idea(
            counts_on_k(lambda picked, n: max([])),
            "You look for k films even when there are fewer. When do the picks end?",
            "MMR",
            also=(
                counts_on_k(lambda picked, n: [][0]),
                counts_on_k(lambda picked, n: [*picked, *[0] * n]),
                counts_on_k(lambda picked, n: [*picked, *[-1] * n]),
                counts_on_k(lambda picked, n: None),
            ),
        ),
    },
    hints=(
        "Pick one film at a time. For each candidate that is left, how close is it to the most "
        "similar film already in the list?",
        "Start with the best score. Then take, k - 1 times, the candidate with the largest "
        "trade_off · score - (1 - trade_off) · (largest similarity to a film picked before).",
        "Scores .9, .8, .5; film 1 is .9 similar to film 0, film 2 is .1 similar to it. At 0.5, "
        "after film 0: film 1 is worth .40 - .45 = -.05, film 2 .25 - .05 = .20. So [0, 2, …].",
    ),
)

EXERCISES = (DIVERSITY, NOVELTY, MMR)
