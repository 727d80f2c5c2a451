"""Precision at k: how much of what was shown is relevant?"""

import numpy as np

from ._relevance import answer, cutoff, hits_in


def precision_at_k(relevance, k):
    """Return the share of the first k places that hold a relevant item: hits / k.

    The divisor is always k. A list shorter than k has empty places, and an empty place
    is a missed chance; an empty list scores 0.0.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Best item first. A value above 0 is a hit; its size does not matter.
    k : int
        The cutoff, at least 1.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; from 0 to 1.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1, or relevance holds NaN, infinity or a
        negative number.

    Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008),
    section 8.4, precision at k.
    """
    k = cutoff(k)
    hits = hits_in(relevance)[..., :k]
    return answer(np.count_nonzero(hits, axis=-1) / k)
