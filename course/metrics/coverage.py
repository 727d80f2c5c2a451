"""Catalogue coverage: how much of the catalogue is ever shown?"""

import numpy as np

from ._lists import catalogue_size, read_lists


def catalog_coverage(recommended, n_items):
    """Return the number of different items in all lists together, divided by n_items.

    Coverage belongs to the whole system, not to a user: ten users with the same film
    cover one film.

    Parameters
    ----------
    recommended : one list, an int array (n_lists, L) padded with -1, or a list of lists
        Item positions from 0 to n_items - 1.
    n_items : int
        The size of the catalogue, items that nobody was shown included.

    Returns
    -------
    float from 0 to 1; 0.0 when nothing is recommended.

    Raises
    ------
    ValueError
        If an item is outside the catalogue or twice in one list, or n_items is not a whole
        number of at least 1.

    Source: Ge, Delgado-Battenfeld and Jannach, Beyond Accuracy: Evaluating Recommender
    Systems by Coverage and Serendipity (2010); Aggarwal, Recommender Systems
    (2016), chapter 7.
    """
    n_items = catalogue_size(n_items)
    lists, _ = read_lists(recommended, n_items)
    return len(np.unique(lists[lists >= 0])) / n_items
