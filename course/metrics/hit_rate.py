"""Hit rate at k: was anything right?"""

import numpy as np

from ._relevance import answer, cutoff, hits_in


def hit_rate_at_k(relevance, k):
    """Return 1.0 if at least one of the first k places holds a relevant item, else 0.0.

    For one user it is a yes or a no. The mean over users is the hit rate of the model.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Best item first. A value above 0 is a hit; its size does not matter.
    k : int
        The cutoff, at least 1.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; 0.0 or 1.0.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1, or relevance holds NaN, infinity or a
        negative number.

    Source: Deshpande and Karypis, Item-Based Top-N Recommendation Algorithms (2004).
    """
    k = cutoff(k)
    hits = hits_in(relevance)[..., :k]
    return answer(np.any(hits, axis=-1))
