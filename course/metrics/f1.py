"""F1 at k: precision and recall in one number."""

import numpy as np

from ._relevance import answer, cutoff, hits_in, relevant_counts


def f1_at_k(relevance, k, n_relevant=None):
    """Return the harmonic mean of precision at k and recall at k.

    With P = hits / k and R = hits / n_relevant, 2PR / (P + R) is the same number as
    2 hits / (k + n_relevant). The second form needs no rule for 0 / 0.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Best item first. A value above 0 is a hit; its size does not matter.
    k : int
        The cutoff, at least 1.
    n_relevant : int or array of shape (n_users,), optional
        How many relevant items the user has, shown or not. None means that relevance
        already holds every one of them. If it does not, the recall inside F1 is too
        high, and so is F1.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; from 0 to 1.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if relevance holds NaN, infinity or a
        negative number; if n_relevant is smaller than the number of hits in the list.

    Source: van Rijsbergen, Information Retrieval (1979), chapter 7, with equal weights.
    """
    k = cutoff(k)
    hits = hits_in(relevance)
    n_relevant = relevant_counts(n_relevant, hits)
    return answer(2 * np.count_nonzero(hits[..., :k], axis=-1) / (k + n_relevant))
