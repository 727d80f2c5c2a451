"""Who rates high, and what is rated high: a prediction without any taste."""

import numpy as np

from course.models._ranking import RatingModel


class BiasOnly(RatingModel):
    """Predict the mean of all ratings, plus what is usual for the user, plus what for the item.

    Both biases are means of what the rest leaves over, damped: a sum over n ratings is divided
    by n + damping. Items and users take turns, items first.

    Source: Koren, Bell and Volinsky, Matrix Factorization Techniques for Recommender Systems,
    IEEE Computer 42(8) (2009), equation 3.
    """

    def __init__(self, items, damping=10.0, sweeps=10):
        super().__init__(items)
        self.damping, self.sweeps = damping, sweeps

    def _learn(self, train, rows, columns):
        rating = train["rating"].to_numpy(dtype=float)
        self.mean = rating.mean()
        self.user_bias, self.item_bias = np.zeros(self.n_users + 1), np.zeros(len(self.item_ids))
        for _ in range(self.sweeps):
            left = rating - self.mean - self.user_bias[rows]
            self.item_bias = self._damped_mean(left, columns, len(self.item_ids))
            left = rating - self.mean - self.item_bias[columns]
            self.user_bias = self._damped_mean(left, rows, self.n_users + 1)

    def _damped_mean(self, values, groups, n_groups):
        sums = np.bincount(groups, weights=values, minlength=n_groups)
        count = np.bincount(groups, minlength=n_groups)
        return sums / np.where(count > 0, count + self.damping, 1)  # nothing known: bias 0

    def score(self, users):
        """Predicted stars: array (n_users, n_items)."""
        return self.mean + self.user_bias[self._rows(users)][:, None] + self.item_bias
