"""The pieces that wrong versions of AP, RR and their means are put together from.

Apart from course.metrics on purpose: these are made to be combined wrongly.
"""

import math


def share(part, whole):
    return part / whole if whole else 0.0


def hits_in(relevance, k=None):
    """The number of hits in the first k places; k=None: no cutoff."""
    return sum(grade > 0 for grade in relevance[:k])


def hit_ranks(relevance, k=None):
    """The ranks of the hits, counted from 1."""
    return [rank for rank, grade in enumerate(relevance[:k], start=1) if grade > 0]


def precision_sum(relevance, k=None):
    """The precisions at the hits, added up: what every convention of AP divides."""
    return sum(number / rank for number, rank in enumerate(hit_ranks(relevance, k), start=1))


def precision(relevance, k):
    return hits_in(relevance, k) / k


def precisions_everywhere(relevance, k):
    """The precision at every place, hit or not."""
    return [hits_in(relevance, rank) / rank for rank in range(1, len(relevance[:k]) + 1)]


def ap(relevance, k, n_relevant):
    return share(precision_sum(relevance, k), n_relevant)


def ap_over_hits(relevance, k):
    return share(precision_sum(relevance, k), hits_in(relevance, k))


def graded_sum(relevance, k):
    """Each precision multiplied by the grade of the hit."""
    grades = [grade for grade in relevance[:k] if grade > 0]
    ranks = enumerate(hit_ranks(relevance, k), start=1)
    return sum(grade * number / rank for grade, (number, rank) in zip(grades, ranks, strict=True))


def grades_counted_as_hits(relevance, k):
    """A grade of 3 counts as three hits."""
    return sum(sum(relevance[:rank]) / rank for rank in hit_ranks(relevance, k))


def ones_only(relevance):
    """The list as someone sees it who takes only a 1 for a hit."""
    return [int(grade == 1) for grade in relevance]


def from_rank_zero(relevance, k):
    """Ranks from 0, as enumerate gives them: a crash where the first place is a hit."""
    return sum(number / (rank - 1) for number, rank in enumerate(hit_ranks(relevance, k), start=1))


def from_rank_zero_infinite(relevance, k):
    """The same, where numpy says infinity."""
    return math.inf if hit_ranks(relevance, k)[:1] == [1] else from_rank_zero(relevance, k)


def rr(relevance, k):
    return share(1, next(iter(hit_ranks(relevance, k)), 0))


def reciprocal_ranks(relevance, k):
    """1 / rank of every hit."""
    return [1 / rank for rank in hit_ranks(relevance, k)]


def mean(scores):
    scores = list(scores)
    return share(sum(scores), len(scores))
