"""Reciprocal rank at k: how far down is the first hit?"""

import numpy as np

from ._relevance import answer, cutoff, hits_in


def reciprocal_rank_at_k(relevance, k):
    """Return 1 / rank of the first hit in the first k places, and 0.0 without a hit.

    Ranks count from 1. The mean over users is MRR at k.

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

    Source: Voorhees, The TREC-8 Question Answering Track Report (1999), cut at k.
    """
    k = cutoff(k)
    hits = hits_in(relevance)[..., :k]
    ranks = np.arange(1, hits.shape[-1] + 1)
    # The first hit is the one with the largest 1 / rank.
    return answer(np.max(hits / ranks, axis=-1, initial=0.0))
