"""Matrix factorisation of ratings: the model that wins at RMSE."""

import numpy as np
from scipy.sparse import csr_array

from course.models.bias_only import BiasOnly

SEED = 0


class BiasedMF(BiasOnly):
    """BiasOnly, and factors of users and items for what the biases leave over.

    The factors are found by alternating least squares on the known ratings alone, with a
    penalty that grows with the number of ratings of a user or item. It is trained to predict
    stars, not to put the right items first.

    Source: Koren, Bell and Volinsky (2009), as BiasOnly; the penalty is that of Zhou,
    Wilkinson, Schreiber and Pan, Large-Scale Parallel Collaborative Filtering for the Netflix
    Prize, AAIM 2008.
    """

    def __init__(self, items, n_factors=16, regularisation=0.15, iterations=15, **biases):
        """regularisation: per rating. biases: the settings of BiasOnly."""
        super().__init__(items, **biases)
        self.n_factors, self.iterations = n_factors, iterations
        self.regularisation = regularisation

    def _learn(self, train, rows, columns):
        super()._learn(train, rows, columns)
        biases = self.mean + self.user_bias[rows] + self.item_bias[columns]
        residuals = train["rating"].to_numpy(dtype=float) - biases
        left_over = csr_array(self._matrix(rows, columns, residuals))
        known = csr_array(self._matrix(rows, columns, 1.0))
        shape = (len(self.item_ids), self.n_factors)
        self.items = np.random.default_rng(SEED).normal(0, 0.1, shape)
        for _ in range(self.iterations):
            self.users = _half_step(known, left_over, self.items, self.regularisation)
            self.items = _half_step(known.T, left_over.T, self.users, self.regularisation)

    def score(self, users):
        """Predicted stars: array (n_users, n_items)."""
        return super().score(users) + self.users[self._rows(users)] @ self.items.T


def _half_step(known, left_over, others, regularisation):
    """The best factors of one side, from the known cells of its rows alone: (n, n_factors).

    A row without a known cell gets zeros.
    """
    n_factors = others.shape[1]
    products = (others[:, :, None] * others[:, None, :]).reshape(len(others), -1)
    count = known.sum(axis=1)
    penalty = np.where(count > 0, regularisation * count, 1)[:, None, None] * np.eye(n_factors)
    left = (known @ products).reshape(-1, n_factors, n_factors) + penalty
    return np.linalg.solve(left, (left_over @ others)[:, :, None])[:, :, 0]
