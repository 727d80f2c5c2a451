"""Personalization: how different are the lists of different users?"""

import numpy as np

from ._lists import read_lists


def personalization(recommended):
    """Return 1 minus the mean cosine similarity over all pairs of users' lists.

    A list is read as a vector of 0s and 1s, one place an item of the catalogue. The
    cosine of two lists is the number of items they share, divided by the root of the
    product of their lengths. Order does not matter. A user is never paired with
    themselves; an empty list is similar to none.

    Parameters
    ----------
    recommended : one list, an int array (n_users, L) padded with -1, or a list of lists
        Item positions from 0.

    Returns
    -------
    float from 0 (all get the same list) to 1 (no two users share an item). A single user
    scores 0.0: there is nobody to differ from.

    Raises
    ------
    ValueError
        If an item is twice in one list, or is not a whole number of at least 0.

    Source: Zhou and others, Solving the Apparent Diversity-Accuracy Dilemma of Recommender
    Systems (2010), personalization, there with overlap / L, which is the same for lists of
    equal length; Aggarwal, Recommender Systems (2016), chapter 7, on diversity.
    """
    lists, _ = read_lists(recommended)
    n_users = len(lists)
    if n_users < 2:
        return 0.0
    # A vector of n ones has length sqrt(n). The square of the sum of all directions holds
    # every pair of users twice and every user with themselves once.
    shown = lists >= 0
    lengths = np.sum(shown, axis=1)
    of_user = 1 / np.sqrt(np.maximum(lengths, 1))
    items = np.unique(lists[shown], return_inverse=True)[1]
    weights = np.broadcast_to(of_user[:, None], lists.shape)[shown]
    total = np.bincount(items, weights=weights)
    pairs = np.sum(total**2) - np.count_nonzero(lengths)
    similarity = pairs / (n_users * (n_users - 1))
    return float(min(max(1 - similarity, 0.0), 1.0))
