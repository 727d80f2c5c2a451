"""Several models as one: their scores, or their ranks, added up."""

import numpy as np

from course.models._ranking import Recommender, ranking
from course.models.als import ALS
from course.models.content import ContentBased
from course.models.item_knn import ItemKNN

RANK_OFFSET = 20  # the first place of a list weighs 1 / 21


class Hybrid(Recommender):
    """Add up what several models say of an item, each with a weight.

    by="score": every model's scores are first brought to mean 0 and standard deviation 1 over
        all the items of a user; equal scores become 0.
    by="rank": every model gives an item 1 / (20 + its rank), ranks counted from 1.

    Source: Burke, Hybrid Recommender Systems: Survey and Experiments, UMUAI 12 (2002), the
    weighted hybrid; for ranks Cormack, Clarke and Buettcher, Reciprocal Rank Fusion outperforms
    Condorcet and Individual Rank Learning Methods, SIGIR 2009.
    """

    def __init__(self, items, parts, weights, by="score"):
        """parts: models made with the same items. weights: one number a model."""
        super().__init__(items)
        if by not in ("score", "rank"):
            raise ValueError(f'by must be "score" or "rank", not {by!r}.')
        if len(parts) != len(weights):
            raise ValueError(f"{len(parts)} models need as many weights, not {len(weights)}.")
        self.parts, self.weights, self.by = list(parts), list(weights), by

    @classmethod
    def als_content(cls, items, als=None, content=None):
        """ALS, and a fifth of the content model. Models that are given are not made again."""
        return cls(items, [als or ALS(items), content or ContentBased(items)], [1, 0.2])

    @classmethod
    def als_knn_content(cls, items, als=None, knn=None, content=None):
        """ALS, half of ItemKNN, and a fifth of the content model."""
        return cls(items, _three(items, als, knn, content), [1, 0.5, 0.2])

    @classmethod
    def rrf(cls, items, als=None, knn=None, content=None):
        """The ranks of ALS and ItemKNN, and a tenth of those of the content model."""
        return cls(items, _three(items, als, knn, content), [1, 1, 0.1], by="rank")

    def _learn(self, train, rows, columns):
        for part in self.parts:
            if part.train is not train:  # it may have learned from these very rows already
                part.fit(train)

    def score(self, users):
        """The weighted sum: array (n_users, n_items)."""
        self._check_fitted()
        change = _standardised if self.by == "score" else _reciprocal_ranks
        return sum(weight * change(part.score(users))
                   for part, weight in zip(self.parts, self.weights))


def _three(items, als, knn, content):
    return [als or ALS(items), knn or ItemKNN(items), content or ContentBased(items)]


def _standardised(scores):
    mean, deviation = scores.mean(axis=1, keepdims=True), scores.std(axis=1, keepdims=True)
    return np.where(deviation > 0, (scores - mean) / np.where(deviation > 0, deviation, 1), 0.0)


def _reciprocal_ranks(scores):
    order = ranking(scores)
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(1, scores.shape[1] + 1)[None, :], axis=1)
    return 1 / (RANK_OFFSET + rank)
