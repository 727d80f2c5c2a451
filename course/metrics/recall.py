"""Recall at k: how much of what is relevant was shown?"""

import numpy as np

from ._relevance import answer, cutoff, hits_in, relevant_counts, share


def recall_at_k(relevance, k, n_relevant=None):
    """Return the share of the user's relevant items that stand in the first k places.

    A user without relevant items scores 0.0.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Best item first. A value above 0 is a hit; its size does not matter.
    k : int
        The cutoff, at least 1.
    n_relevant : int or array of shape (n_users,), optional
        How many relevant items the user has, shown or not. None means that relevance
        already holds every one of them. If it does not, items that the list missed are
        not counted, and recall comes out too high: a list that found 1 of 5 scores 1.0.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; from 0 to 1.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if relevance holds NaN, infinity or a
        negative number; if n_relevant is smaller than the number of hits in the list.

    Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008),
    section 8.3, cut at k.
    """
    k = cutoff(k)
    hits = hits_in(relevance)
    n_relevant = relevant_counts(n_relevant, hits)
    return answer(share(np.count_nonzero(hits[..., :k], axis=-1), n_relevant))
