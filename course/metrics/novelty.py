"""Novelty: how far from the best-known items is a list?"""

import numpy as np

from ._lists import by_position, read_lists
from ._relevance import choice


def novelty(recommended, popularity, kind="rank", n_users=None, smoothing=0):
    """Return how unfamiliar the items of a list are, on average.

    "rank" is 1 minus the mean popularity percentile. The percentile of an item is the
    share of the catalogue with a count not above its own, so the most popular item has
    percentile 1 and novelty 0.

    "self_information" is the mean of -log2(share of users who know the item), in bits. An
    item that half of the users know carries 1 bit, an item that all know 0.

    An empty list scores 0.0.

    Parameters
    ----------
    recommended : one list, an int array (n_lists, L) padded with -1, or a list of lists
        Item positions from 0, or the ids by which popularity is indexed.
    popularity : array (n_items,) by position, or a mapping or Series item id -> count
        How many users know each item, counted in the training data. Every item of the
        catalogue needs an entry, 0 included.
    kind : "rank" or "self_information"
    n_users : int, needed for "self_information"
        The number of users in the training data.
    smoothing : number of at least 0, for "self_information"
        Added to every count and to n_users. 1 gives an item nobody knows a finite value.

    Returns
    -------
    float for one list, array of shape (n_lists,) for several. "rank": from 0 to below 1.
    "self_information": bits, 0 or more.

    Raises
    ------
    ValueError
        If an item is outside the catalogue or twice in one list; if a count is negative,
        not finite or above n_users; if n_users is missing; if a recommended item has the
        count 0 and smoothing is 0; if kind is neither of the two.

    Source: Castells, Hurley and Vargas, Novelty and Diversity in Recommender Systems
    (2015); self-information after Zhou and others, Solving the Apparent
    Diversity-Accuracy Dilemma of Recommender Systems (2010); Aggarwal, Recommender Systems
    (2016), chapter 7.
    """
    choice("kind", kind, ("rank", "self_information"))
    lists, single = read_lists(recommended)
    counts, lists = by_position(popularity, lists, "popularity")
    if counts.ndim != 1 or np.any(counts < 0):
        raise ValueError("popularity must hold one count for each item, 0 or more.")
    counts = counts.astype(float)
    shown = lists >= 0
    if kind == "rank":
        of_item = 1 - np.searchsorted(np.sort(counts), counts, side="right") / max(len(counts), 1)
    else:
        of_item = _self_information(counts, np.unique(lists[shown]), n_users, smoothing)
    # Place -1 would read the last item, so empty places are set to 0 before adding up.
    total = np.sum(np.where(shown, of_item[lists] if len(of_item) else 0.0, 0.0), axis=1)
    n_shown = np.sum(shown, axis=1)
    value = np.divide(total, n_shown, out=np.zeros(len(lists)), where=n_shown > 0)
    return float(value[0]) if single else value


def _self_information(counts, recommended, n_users, smoothing):
    """-log2 of the share of users of each recommended item; 0 for the other items."""
    if isinstance(n_users, (bool, np.bool_)) or not isinstance(n_users, (int, np.integer)):
        n_users = 0
    if n_users < 1:
        raise ValueError(
            'kind="self_information" needs n_users, the number of users in the training data.'
        )
    if not np.isscalar(smoothing) or isinstance(smoothing, str) or not 0 <= smoothing < np.inf:
        raise ValueError("smoothing must be a finite number of at least 0, such as 1.")
    if np.any(counts > n_users):
        raise ValueError(
            "A count in popularity is above n_users. Count each user once an item, not ratings."
        )
    unknown = recommended[counts[recommended] + smoothing == 0]
    if unknown.size:
        raise ValueError(
            f"The item at position {unknown[0]} is recommended and has the count 0, which would "
            "be infinitely novel. smoothing=1 gives it a finite value."
        )
    information = np.zeros(len(counts))
    shares = (counts[recommended] + smoothing) / (n_users + smoothing)
    information[recommended] = np.maximum(-np.log2(shares), 0.0)
    return information
