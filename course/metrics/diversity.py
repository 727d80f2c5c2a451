"""Intra-list diversity: how different are the items of one list?"""

import numpy as np

from ._lists import by_position, read_lists


def intra_list_diversity(recommended, features):
    """Return 1 minus the mean cosine similarity over all pairs of items in a list.

    An item is never paired with itself. A list of fewer than two items has no pair and
    scores 0.0. An item without features (all zeros) has similarity 0 to every other.

    Parameters
    ----------
    recommended : one list, an int array (n_lists, L) padded with -1, or a list of lists
        Item positions from 0, or the ids by which features is indexed.
    features : array (n_items, n_features) by position, or a mapping or DataFrame by item id
        What the items are like, for instance one column a genre.

    Returns
    -------
    float for one list, array of shape (n_lists,) for several. From 0 (all the same) to 1
    (nothing in common) for features that are not negative; with negative ones up to 2.

    Raises
    ------
    ValueError
        If an item is outside the catalogue or twice in one list, or a feature is not a
        finite number.

    Source: Ziegler and others, Improving Recommendation Lists Through Topic Diversification
    (2005), there as similarity; Castells, Hurley and Vargas, Novelty and
    Diversity in Recommender Systems (2015); Aggarwal, Recommender Systems
    (2016), chapter 7.
    """
    lists, single = read_lists(recommended)
    table, lists = by_position(features, lists, "features")
    if table.ndim != 2:
        raise ValueError("features must have one row of features for each item.")
    table = table.astype(float)
    # Dividing by the largest feature first keeps very large and very small ones in range.
    largest = np.abs(table).max(axis=1, initial=0.0, keepdims=True)
    table = np.divide(table, largest, out=np.zeros_like(table), where=largest > 0)
    length = np.linalg.norm(table, axis=1, keepdims=True)
    directions = np.divide(table, length, out=np.zeros_like(table), where=length > 0)

    # The square of a sum of directions holds every pair twice and every item with itself
    # once. Taking the second away leaves the pairs, without a loop over them.
    total = np.zeros((len(lists), table.shape[1]))
    itself = np.zeros(len(lists))
    for items in lists.T:
        shown = np.where(items[:, None] >= 0, directions[items], 0.0)
        total += shown
        itself += np.sum(shown**2, axis=1)
    n_shown = np.sum(lists >= 0, axis=1)
    pairs = n_shown * (n_shown - 1)
    similarity = np.divide(
        np.sum(total**2, axis=1) - itself, pairs, out=np.ones(len(lists)), where=pairs > 0
    )
    diversity = np.maximum(1 - similarity, 0.0)
    return float(diversity[0]) if single else diversity
