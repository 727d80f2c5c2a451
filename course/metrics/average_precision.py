"""Average precision at k: precision, read at every hit."""

import numpy as np

from ._relevance import DENOMINATORS, answer, choice, cutoff, hits_in, relevant_counts, share


def average_precision_at_k(relevance, k, n_relevant=None, denominator="relevant"):
    """Return the precision at each hit in the first k places, added up and averaged.

    At every hit we ask: of the places so far, how many were hits? The sum of these
    precisions is divided by the number of the user's relevant items, so an item that was
    missed counts as 0. The mean over users is MAP at k. A user without relevant items
    scores 0.0.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Best item first. A value above 0 is a hit; its size does not matter.
    k : int
        The cutoff, at least 1.
    n_relevant : int or array of shape (n_users,), optional
        How many relevant items the user has, shown or not. None means that relevance
        already holds every one of them. If it does not, missed items cost nothing: one
        hit at rank 1 is then a perfect list, however many were wanted.
    denominator : "relevant" or "min"
        "relevant" divides by n_relevant. "min" divides by min(k, n_relevant), so that a
        full list of hits scores 1.0 also when the user has more than k relevant items.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; from 0 to 1.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if relevance holds NaN, infinity or a
        negative number; if n_relevant is smaller than the number of hits in the list; if
        denominator is neither of the two.

    Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008),
    section 8.4, cut at k.
    """
    k = cutoff(k)
    choice("denominator", denominator, DENOMINATORS)
    hits = hits_in(relevance)
    n_relevant = relevant_counts(n_relevant, hits)
    if denominator == "min":
        n_relevant = np.minimum(k, n_relevant)

    found = total = np.zeros(hits.shape[:-1])
    # Place by place, for all users at once.
    for rank, hit in enumerate(hits[..., :k].T, start=1):
        found = found + hit
        total = total + hit * found / rank
    return answer(share(total, n_relevant))
