"""A truncated singular value decomposition: scores that are no stars, and rank well."""

import numpy as np

from course.models._ranking import RatingModel


class PureSVD(RatingModel):
    """Fill the unknown ratings with 0 and keep the strongest directions of that matrix.

    Nobody gave those zeros, so the scores lie far below any rating and the RMSE is high. The
    order of the scores is good all the same, and a list shows nothing but the order.

    Source: Cremonesi, Koren and Turrin, Performance of Recommender Algorithms on Top-N
    Recommendation Tasks, RecSys 2010.
    """

    def __init__(self, items, n_factors=10):
        super().__init__(items)
        self.n_factors = n_factors

    def _learn(self, train, rows, columns):
        ratings = self._matrix(rows, columns, train["rating"].to_numpy(dtype=float))
        # The left singular vectors, largest last: quicker than a whole decomposition.
        vectors = np.linalg.eigh(ratings @ ratings.T)[1]
        self.users = vectors[:, -self.n_factors :]
        self.items = ratings.T @ self.users

    def score(self, users):
        """The zero-filled ratings, seen along those directions: array (n_users, n_items)."""
        return self.users[self._rows(users)] @ self.items.T
