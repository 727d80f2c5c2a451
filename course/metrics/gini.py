"""Gini index: how unequally is attention spread over the catalogue?"""

import numpy as np

from ._lists import catalogue_size, read_lists


def gini(recommended, n_items):
    """Return the Gini index of how often each item of the catalogue is recommended.

    0.0 means that every item is shown equally often. Near 1 means that a few items get
    everything. Items that nobody was shown count: they are the inequality.

    Parameters
    ----------
    recommended : one list, an int array (n_lists, L) padded with -1, or a list of lists
        Item positions from 0 to n_items - 1.
    n_items : int
        The size of the catalogue, items that nobody was shown included.

    Returns
    -------
    float from 0 to 1 - 1 / n_items; 0.0 when nothing is recommended.

    Raises
    ------
    ValueError
        If an item is outside the catalogue or twice in one list, or n_items is not a whole
        number of at least 1.

    Source: Castells, Hurley and Vargas, Novelty and Diversity in Recommender Systems
    (2015), on sales diversity; Fleder and Hosanagar, Blockbuster Culture's
    Next Rise or Fall (2009).
    """
    n_items = catalogue_size(n_items)
    lists, _ = read_lists(recommended, n_items)
    counts = np.sort(np.bincount(lists[lists >= 0], minlength=n_items))
    total = counts.sum()
    if total == 0:
        return 0.0
    # The mean difference between two items, from their ranks: the rarest item is rank 1.
    ranks = np.arange(1, n_items + 1)
    return float(np.sum((2 * ranks - n_items - 1) * counts) / (n_items * total))
