"""The mean rating of an item: a fair guess at stars, and a poor way to rank."""

import numpy as np

from course.models._ranking import RatingModel


class ItemMean(RatingModel):
    """Predict for everybody the mean of the ratings that an item has in train.

    There is no damping: an item with one rating of 5 stands above an item with two hundred
    ratings and a mean of 4.6. An item without a rating gets the mean of all ratings.

    Source: the item average of Aggarwal, Recommender Systems (2016), chapter 3, without its
    shrinkage.
    """

    def _learn(self, train, rows, columns):
        n_items = len(self.item_ids)
        counts = np.bincount(columns, minlength=n_items)
        sums = np.bincount(columns, weights=train["rating"], minlength=n_items)
        overall = train["rating"].mean()
        self.means = np.where(counts > 0, sums / np.maximum(counts, 1), overall)

    def score(self, users):
        """Predicted stars: array (n_users, n_items), the same row for all."""
        self._check_fitted()
        return np.tile(self.means, (len(users), 1))
