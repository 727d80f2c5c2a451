"""Discounted cumulative gain at k: relevant items count more near the top."""

import numpy as np

from ._relevance import GAINS, answer, choice, cutoff, grades


def dcg_at_k(relevance, k, gain="linear"):
    """Return the gains of the first k places, each divided by log2(rank + 1), added up.

    Rank 1 counts in full, rank 2 a little less than two thirds, rank 3 one half.

    Parameters
    ----------
    relevance : array, shape (L,) or (n_users, L)
        Grades, best item first; 0 means not relevant. Fractions are fine.
    k : int
        The cutoff, at least 1.
    gain : "linear", "exponential" or "binary"
        What a grade g is worth: g, 2**g - 1, or 1 for every g above 0.

    Returns
    -------
    float for one list, array of shape (n_users,) for several; 0 or more, in units of
    gain. There is no upper end: compare DCG only between lists for the same user.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if relevance holds NaN, infinity or a
        negative number; if gain is none of the three; if a grade is too large to be added
        up as a floating-point number.

    Source: Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques
    (2002), section 2, with the discount log2(rank + 1) that Burges and others,
    Learning to Rank Using Gradient Descent (2005), made common together with
    the exponential gain.
    """
    k = cutoff(k)
    choice("gain", gain, GAINS)
    return answer(discounted_sum(grades(relevance)[..., :k], gain))


def discounted_sum(relevance, gain):
    """DCG of a checked relevance array over all its places."""
    ranks = np.arange(1, relevance.shape[-1] + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        dcg = np.sum(gains(relevance, gain) / np.log2(ranks + 1), axis=-1)
    if not np.all(np.isfinite(dcg)):
        raise ValueError(
            f"A grade of {relevance.max()} is too large for the {gain} gain; use smaller grades."
        )
    return dcg


def gains(relevance, gain):
    """What each grade is worth."""
    if gain == "binary":
        return relevance > 0
    if gain == "exponential":
        return np.exp2(relevance, dtype=float) - 1
    return relevance
