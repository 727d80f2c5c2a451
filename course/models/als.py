"""Matrix factorisation of likes by alternating least squares."""

import numpy as np
from scipy.sparse import csr_array

from course.models._ranking import Recommender

SEED = 0


class ALS(Recommender):
    """Give every user and every item a few numbers whose product tells who likes what.

    A like (4 stars or more in train) is an observation of 1, everything else one of 0. The
    likes weigh 1 + alpha, the rest 1. With the items' numbers fixed, the best numbers of a user
    are the solution of a small linear system, and the other way round; so the two sides take
    turns. Every system is solved exactly, users first, from a fixed start.

    Source: Hu, Koren and Volinsky, Collaborative Filtering for Implicit Feedback Datasets,
    ICDM 2008.
    """

    def __init__(self, items, n_factors=16, regularisation=5.0, alpha=2.0, iterations=15):
        """regularisation: the paper's lambda, not scaled by counts. alpha: see above."""
        super().__init__(items)
        self.n_factors, self.iterations = n_factors, iterations
        self.regularisation, self.alpha = regularisation, alpha

    def _learn(self, train, rows, columns):
        liked = csr_array(self._liked(train, rows, columns))  # most of it is 0
        shape = (len(self.item_ids), self.n_factors)
        self.items = np.random.default_rng(SEED).normal(0, 0.1, shape)
        for _ in range(self.iterations):
            self.users = half_step(liked, self.items, self.regularisation, self.alpha)
            self.items = half_step(liked.T, self.users, self.regularisation, self.alpha)

    def score(self, users):
        """How strongly the model expects a like: array (n_users, n_items); no stars."""
        return self.users[self._rows(users)] @ self.items.T


def half_step(liked, others, regularisation, alpha):
    """The best factors of one side, with those of the other side fixed.

    liked: array (n, m), sparse or not, 1 where this side's row likes the other side's column.
    others: array (m, n_factors). Returns an array (n, n_factors): for each row the x that
    minimises sum over columns of weight * (liked - x . other)^2 + regularisation * |x|^2.
    """
    n_factors = others.shape[1]
    everything = others.T @ others + regularisation * np.eye(n_factors)
    products = (others[:, :, None] * others[:, None, :]).reshape(len(others), -1)
    left = everything + alpha * (liked @ products).reshape(-1, n_factors, n_factors)
    right = (1 + alpha) * (liked @ others)
    return np.linalg.solve(left, right[:, :, None])[:, :, 0]
