"""Normalized DCG at k: DCG as a share of the best DCG the user could have got."""

import numpy as np

from ._relevance import GAINS, answer, choice, cutoff, grades, share
from .dcg import discounted_sum


def ndcg_at_k(relevance, k, ideal=None, gain="linear"):
    """Return the DCG at k of the list, divided by the DCG at k of the ideal list.

    The ideal list shows all the user's relevant items, the highest grade first, and is cut
    at k as well. A user without relevant items scores 0.0.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Grades, best item first; 0 means not relevant. Fractions are fine.
    k : int
        The cutoff, at least 1.
    ideal : array, shape (M,) for one list or (n_users, M) for several, optional
        The grades of ALL the user's relevant items, shown or not, in any order, padded
        with 0. None means that relevance already holds every one of them. If it does
        not, the list is compared with itself put in order, and NDCG comes out too high:
        [1, 0, 0] scores 1.0 even if the user wanted ten more items.
    gain : "linear", "exponential" or "binary"
        What a grade g is worth: g, 2**g - 1, or 1 for every g above 0.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; from 0 to 1.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if relevance or ideal holds NaN, infinity
        or a negative number; if gain is none of the three; if their rows do not fit
        together; if an ideal is worth less than its list, so that NDCG would pass 1.

    Source: Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques
    (2002), section 2, cut at k, with the discount log2(rank + 1).
    """
    k = cutoff(k)
    choice("gain", gain, GAINS)
    relevance = grades(relevance)
    ideal = relevance if ideal is None else grades(ideal, "ideal")
    if ideal.shape[:-1] != relevance.shape[:-1]:
        raise ValueError(
            "ideal must have one row for each row of relevance; "
            f"their shapes are {ideal.shape} and {relevance.shape}."
        )
    dcg = discounted_sum(relevance[..., :k], gain)
    ideal_dcg = discounted_sum(best_first(ideal)[..., :k], gain)

    too_good = dcg > ideal_dcg * (1 + 1e-9)
    if np.any(too_good):
        row = int(np.argmax(too_good))
        where = f"row {row} (counted from 0)" if relevance.ndim == 2 else "the list"
        raise ValueError(
            "ideal must hold the grades of ALL the user's relevant items, "
            f"but {where} is worth more than its ideal."
        )
    # Two sums of the same numbers may differ in the last digit; a perfect list is 1, not more.
    return answer(np.minimum(share(dcg, ideal_dcg), 1.0))


def best_first(ideal):
    """Each row of ``ideal`` with the highest grade first."""
    # Rows that already stand in order are left alone: sorting is the slow step here.
    if np.all(ideal[..., 1:] <= ideal[..., :-1]):
        return ideal
    return np.sort(ideal, axis=-1)[..., ::-1]
