"""The pieces that wrong versions of the metrics beyond accuracy are put together from.

Apart from course.metrics on purpose: these are made to be combined wrongly.
"""

import math
from itertools import combinations


def mean(values):
    """0 for no values."""
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def share(part, whole):
    return part / whole if whole else 0.0


def shown(items):
    """The items of one list; -1 is an empty place."""
    return [item for item in items if item >= 0]


def places(lists):
    """The items of all lists, one after the other."""
    return [item for items in lists for item in shown(items)]


# How alike are two things? Features first, then sets of items.


def dot(first, second):
    return sum(a * b for a, b in zip(first, second, strict=True))


def cosine(first, second):
    return share(dot(first, second), math.sqrt(dot(first, first) * dot(second, second)))


def cosine_unguarded(first, second):
    """ZeroDivisionError for something without features."""
    return dot(first, second) / (math.sqrt(dot(first, first)) * math.sqrt(dot(second, second)))


def cosine_or_nan(first, second):
    return cosine(first, second) if any(first) and any(second) else math.nan


def jaccard(first, second):
    both = sum(1 for a, b in zip(first, second, strict=True) if a and b)
    either = sum(1 for a, b in zip(first, second, strict=True) if a or b)
    return share(both, either)


def set_cosine(first, second):
    return share(len(first & second), math.sqrt(len(first) * len(second)))


def set_jaccard(first, second):
    return share(len(first & second), len(first | second))


# Pairs.


def pair_mean(things, likeness):
    """The mean over all pairs, nothing paired with itself; 0 for no pairs."""
    return mean(likeness(a, b) for a, b in combinations(things, 2))


def matrix_mean(things, likeness):
    """The mean over the whole matrix: everything is paired with itself, too."""
    return mean(likeness(a, b) for a in things for b in things)


def neighbour_mean(things, likeness):
    return mean(likeness(a, b) for a, b in zip(things, things[1:]))


# The metrics, with one or two places to go wrong.


def diversity(items, features, likeness=cosine, average=pair_mean, single=lambda: 0.0):
    """1 minus the average; `single` answers for lists without a pair."""
    rows = [features[item] for item in shown(items)]
    return 1 - average(rows, likeness) if len(rows) > 1 else single()


def information(count, n_users, log=math.log2):
    return -log(count / n_users)


def novelty(items, popularity, n_users, log=math.log2, none=lambda: 0.0):
    bits = [information(popularity[item], n_users, log) for item in shown(items)]
    return mean(bits) if bits else none()


def personalization(lists, likeness=set_cosine, average=pair_mean, single=lambda: 0.0):
    if len(lists) < 2:
        return single()
    return 1 - average([set(shown(items)) for items in lists], likeness)


def counts_of(lists, n_items):
    """How often each item of the catalogue is shown."""
    counts = [0] * n_items
    for item in places(lists):
        counts[item] += 1
    return counts


def gini_of(counts, first_rank=1):
    """The index of counts in the order given: right when they are sorted, rarest first."""
    n = len(counts)
    weighted = sum((2 * rank - n - 1) * count for rank, count in enumerate(counts, first_rank))
    return share(weighted, n * sum(counts))


def mmr(scores, similarity, k, trade_off, penalty=max, worth=None, candidates=None):
    """Greedy picks; the first is the best score.

    penalty: of the similarities to what was picked before. worth: of (trade_off, score, penalty).
    candidates: the positions to choose from; None: all.
    """
    worth = worth or (lambda t, score, closest: t * score - (1 - t) * closest)
    left = list(range(len(scores))) if candidates is None else sorted(candidates)
    picked = []
    while left and len(picked) < k:
        def value(item):
            if not picked:
                return scores[item]
            closest = penalty([similarity[item][other] for other in picked])
            return worth(trade_off, scores[item], closest)

        best = max(left, key=value)
        picked.append(best)
        left.remove(best)
    return picked
