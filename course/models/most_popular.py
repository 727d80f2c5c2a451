"""The items that most people rated: the baseline that every recommender has to beat."""

import numpy as np

from course.models._ranking import Recommender


class MostPopular(Recommender):
    """Recommend what was rated most often in train, whatever the rating was.

    Everybody gets the same list, apart from the items they have already rated. That is weak
    as a personal recommendation and strong as a baseline, because the test ratings, too, are
    mostly of popular items.
    """

    def _learn(self, train, rows, columns):
        self.counts = np.bincount(columns, minlength=len(self.item_ids))

    def score(self, users):
        """The number of ratings in train: array (n_users, n_items), the same row for all."""
        self._check_fitted()
        return np.tile(self.counts, (len(users), 1))
