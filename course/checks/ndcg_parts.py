"""The pieces that wrong versions of DCG and NDCG are put together from.

Apart from course.metrics on purpose: these are made to be combined wrongly.
"""

import math

# What a grade is worth.


def linear(grade):
    return grade


def exponential(grade):
    return 2**grade - 1


def exponential_without_minus_one(grade):
    return 2**grade


def binary(grade):
    return int(grade > 0)


# What a place is worth; ranks count from 1.


def discount(rank):
    return 1 / math.log2(rank + 1)


def natural_log(rank):
    return 1 / math.log(rank + 1)


def log10(rank):
    return 1 / math.log10(rank + 1)


def from_rank_3(rank):
    return 1 / math.log2(max(rank, 2))


def one_too_far(rank):
    return 1 / math.log2(rank + 2)


def log_of_rank(rank):
    return 1 / math.log2(rank)  # ZeroDivisionError at rank 1


def log_of_rank_infinite(rank):
    return math.inf if rank == 1 else 1 / math.log2(rank)  # what numpy makes of it


def one_over_rank(rank):
    return 1 / rank


def no_discount(rank):
    return 1


# Sums.


def dcg(relevance, k, gain=linear, place=discount):
    """DCG with any gain and any worth of a place; k=None: no cutoff."""
    return sum(gain(grade) * place(rank) for rank, grade in enumerate(relevance[:k], start=1))


def best_first(ideal):
    return sorted(ideal, reverse=True)


def share(part, whole):
    return part / whole if whole else 0.0


def ndcg(relevance, k, ideal, gain=linear, place=discount):
    """NDCG with any gain and any worth of a place."""
    return share(dcg(relevance, k, gain, place), dcg(best_first(ideal), k, gain, place))
