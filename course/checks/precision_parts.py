"""The pieces that wrong versions of precision, recall and F1 are put together from.

Apart from course.metrics on purpose: these are made to be combined wrongly.
"""

import math


def hits(relevance, k=None):
    """How many of the first k places are relevant; k=None: no cutoff."""
    return sum(grade > 0 for grade in relevance[:k])


def grades(relevance, k=None):
    """The sum of the grades in the first k places."""
    return sum(relevance[:k])


def share(part, whole):
    return part / whole if whole else 0.0


def precision(relevance, k):
    return hits(relevance, k) / k


def recall(relevance, k, n_relevant):
    return share(hits(relevance, k), n_relevant)


def harmonic(first, second):
    return share(2 * first * second, first + second)


def f1(relevance, k, n_relevant):
    return harmonic(precision(relevance, k), recall(relevance, k, n_relevant))


def mean(scores):
    scores = list(scores)
    return share(sum(scores), len(scores))


# What happens where something is divided by nothing, or an empty list is looked at.


def crash():
    raise ZeroDivisionError


def index_error():
    raise IndexError


def nothing():
    """Falls out of an if, without a return."""
    return None


def not_a_number():
    return math.nan


# --- Inputs ------------------------------------------------------------------------------------


def random_relevance(rng, length, highest=3):
    """Grades, 0 most often; at least one is above 1 (if there is any place), for that is a hit."""
    found = (rng.integers(0, 2, length) * rng.integers(1, highest + 1, length)).tolist()
    if length:
        found[int(rng.integers(length))] = int(rng.integers(2, highest + 1))
    return found


def zeros(rng, longest=5):
    return [0] * int(rng.integers(0, longest + 1))
