"""Neighbours among the items: who liked this also liked that."""

import numpy as np
from scipy.sparse import csr_array

from course.models._ranking import DECIMALS, Recommender


class ItemKNN(Recommender):
    """Recommend the items that are most like those a user liked.

    Two items are alike when the same users like them (4 stars or more in train): the number of
    users who like both, divided by the root of the product of how many like each, plus a
    shrinkage that keeps pairs with little evidence small.

    Source: Deshpande and Karypis, Item-Based Top-N Recommendation Algorithms, ACM TOIS 22(1)
    (2004); the shrinkage follows Bell and Koren, Scalable Collaborative Filtering with Jointly
    Derived Neighborhood Interpolation Weights, ICDM 2007.
    """

    def __init__(self, items, n_neighbours=100, shrinkage=20):
        """n_neighbours: how many similar items each item keeps. shrinkage: 0 for none."""
        super().__init__(items)
        self.n_neighbours, self.shrinkage = n_neighbours, shrinkage

    def _learn(self, train, rows, columns):
        liked = self._liked(train, rows, columns)
        self.liked = csr_array(liked)  # most of it is 0
        both = liked.T @ liked
        count = both.diagonal().copy()
        similarity = both / np.maximum(np.sqrt(np.outer(count, count)) + self.shrinkage, 1)
        np.fill_diagonal(similarity, 0)
        # Equal similarities: the item with the lower id is kept.
        by_id = np.argsort(self.item_ids, kind="stable")
        key = -np.round(similarity[:, by_id], DECIMALS)
        kept = by_id[np.argsort(key, axis=1, kind="stable")[:, : self.n_neighbours]]
        self.similarity = np.zeros_like(similarity)
        np.put_along_axis(self.similarity, kept, np.take_along_axis(similarity, kept, 1), axis=1)

    def score(self, users):
        """For each item its similarity to the liked items, added up: (n_users, n_items)."""
        return self.liked[self._rows(users)] @ self.similarity.T
