"""Maximal marginal relevance: a list that is good and not all the same."""

import numpy as np

from ._relevance import cutoff


def mmr(scores, similarity, k, trade_off):
    """Return the positions of k items, chosen one by one for score and for difference.

    The first pick is the item with the best score, at every trade_off. Each later pick
    is the item with the largest

        trade_off * score - (1 - trade_off) * its largest similarity to an item picked before

    Parameters
    ----------
    scores : array, shape (n_items,)
        What the model expects of each candidate.
    similarity : array, shape (n_items, n_items)
        Of each candidate to each other. May be negative: being an opposite is a bonus.
    k : int
        How many to pick. With fewer candidates than k, all are picked.
    trade_off : float from 0 to 1
        1 means score only, 0 means difference only (after the first pick).

    Returns
    -------
    list of int, the picked positions in order. Each is picked once; of two equally good
    items the one at the lower position comes first.

    Raises
    ------
    ValueError
        If k is not a whole number of at least 1; if scores or similarity hold NaN or
        infinity or their shapes do not fit; if trade_off is not between 0 and 1.

    Source: Carbonell and Goldstein, The Use of MMR, Diversity-Based Reranking for
    Reordering Documents and Producing Summaries (1998), section 2.
    """
    k = cutoff(k)
    try:
        scores = np.asarray(scores, dtype=float)
        similarity = np.asarray(similarity, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("scores and similarity must hold numbers.") from None
    if scores.ndim == 1 and scores.size == 0:
        return []
    if scores.ndim != 1 or similarity.shape != (len(scores), len(scores)):
        raise ValueError(
            "scores must have the shape (n_items,) and similarity (n_items, n_items); "
            f"yours are {scores.shape} and {similarity.shape}."
        )
    if not (np.all(np.isfinite(scores)) and np.all(np.isfinite(similarity))):
        raise ValueError("scores and similarity must be finite; leave seen items out instead.")
    if isinstance(trade_off, (str, bool)) or not np.isscalar(trade_off) or not 0 <= trade_off <= 1:
        raise ValueError(f"trade_off must be a number from 0 to 1; you gave {trade_off!r}.")

    picked = [int(np.argmax(scores))]
    closest = np.full(len(scores), -np.inf)  # to the nearest of what is picked
    while len(picked) < min(k, len(scores)):
        closest = np.maximum(closest, similarity[:, picked[-1]])
        value = trade_off * scores - (1 - trade_off) * closest
        value[picked] = -np.inf
        picked.append(int(np.argmax(value)))
    return picked
