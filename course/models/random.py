"""Lists drawn by chance: the floor below which no model should fall."""

import numpy as np

from course.models._ranking import Recommender

SEED = 0


class Random(Recommender):
    """Recommend at random; every user has scores of their own, the same on every run.

    It learns nothing. What it reaches in a metric is what luck reaches, so it belongs in every
    table: coverage and novelty are high for lists that nobody would want.
    """

    def _learn(self, train, rows, columns):
        pass

    def score(self, users):
        """Numbers from 0 to 1: array (n_users, n_items). Users are whole numbers from 1."""
        self._check_fitted()
        users = np.asarray(users, dtype=np.int64)
        if (users < 1).any():
            raise ValueError("Random needs user ids that are whole numbers from 1.")
        drawn = np.random.default_rng(SEED).random((users.max(initial=0), len(self.item_ids)))
        return drawn[users - 1]
