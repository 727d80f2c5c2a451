"""What all models share: from scores to lists of item ids, the same lists on every machine.

Two rules make the lists stable. Scores are rounded to 10 decimals before they are compared, so
that the last bits of a sum, which differ between machines, decide nothing. Equal scores are
ordered by one fixed permutation, never by item id: in MovieLens 100K low ids are popular films
(Spearman correlation -0.80), so ids as a tie-break would hand popularity to every model.
"""

import numbers

import numpy as np
import pandas as pd

DECIMALS = 10
TIE_SEED = 0
LIKED = 4  # stars from which a rating counts as a like


class Recommender:
    """The frame of a model. A model adds two methods:

    `_learn(train, rows, columns)`: learn from the rows of `train`. Two int arrays, one number a
        row, say who rates (0 to `self.n_users` - 1) and what (a position in `self.item_ids`).
    `score(users)`: float array (n_users, n_items), more is better, every value finite. The
        columns follow `self.item_ids`. Users unknown to train are legal; `self._rows(users)` is
        `self.n_users` for them, one row beyond those of the known.
    """

    def __init__(self, items):
        """items: the DataFrame of `datasets.load`, or item ids; all of them are candidates."""
        ids = items["item_id"] if isinstance(items, pd.DataFrame) else items
        self.item_ids = np.asarray(ids, dtype=np.int64)
        self._item_index = pd.Index(self.item_ids)
        if not self._item_index.is_unique:
            raise ValueError("items holds an item id twice.")
        if (self.item_ids < 0).any():
            raise ValueError("Item ids may not be negative: -1 marks an empty place in a list.")
        self.train = None  # what the model has learned from

    def fit(self, train):
        """Learn from `train` (DataFrame with user_id, item_id, ...), and return the model.

        Raises ValueError where train rates an item that is not among the items.
        """
        columns = self._item_index.get_indexer(train["item_id"])
        if (columns < 0).any():
            stranger = train["item_id"].to_numpy()[columns < 0][0]
            raise ValueError(f"train rates item {stranger}, which is not among the items.")
        rows, users = pd.factorize(train["user_id"], use_na_sentinel=False)
        self.n_users = len(users)
        self._user_index = pd.Index(users)
        self._seen = self._matrix(rows, columns, True)
        self._learn(train, rows, columns)
        self.train = train
        return self

    def recommend(self, users, k, exclude_seen=True):
        """The k best items for each of `users`: int array (n_users, k) of item ids, best first.

        users: user ids, known to train or not.
        k: how many, at least 1. A list that runs out of items is padded with -1.
        exclude_seen: leave out what the user rated in train.
        Raises RuntimeError before `fit`, ValueError for another k.
        """
        self._check_fitted()
        if not isinstance(k, numbers.Integral) or isinstance(k, bool) or k < 1:
            raise ValueError(f"k must be a whole number of at least 1, not {k!r}.")
        users = np.asarray(users)
        if users.ndim != 1:
            raise ValueError("users must be a list of user ids, also for a single user.")
        barred = self._seen[self._rows(users)] if exclude_seen else None
        best = top_k(self.score(users), k, barred)
        return np.where(best < 0, -1, self.item_ids[best])

    def _check_fitted(self):
        if self.train is None:
            raise RuntimeError(f"{type(self).__name__} has learned nothing yet: call fit first.")

    def _rows(self, users):
        """The row of each user in arrays with `n_users` + 1 rows; the last is for the unknown."""
        self._check_fitted()
        rows = self._user_index.get_indexer(users)
        return np.where(rows < 0, self.n_users, rows)

    def _matrix(self, rows, columns, values):
        """An array (n_users + 1, n_items) with these values, and 0 or False elsewhere.

        The last row stays empty: it is the history of every unknown user.
        """
        matrix = np.zeros((self.n_users + 1, len(self.item_ids)), dtype=np.asarray(values).dtype)
        matrix[rows, columns] = values
        return matrix

    def _liked(self, train, rows, columns):
        """1.0 where a user gave an item at least LIKED stars in train: (n_users + 1, n_items)."""
        good = (train["rating"] >= LIKED).to_numpy()
        return self._matrix(rows[good], columns[good], 1.0)


class RatingModel(Recommender):
    """A model whose scores can be read as stars, and so be compared with ratings."""

    def predict(self, users, items):
        """The predicted rating of each pair of user and item id, cut to 1 to 5: array (n,).

        users, items: as long as each other. Raises ValueError for an item that the model does
        not know, and RuntimeError before `fit`.
        """
        users, rows = np.unique(np.asarray(users), return_inverse=True)
        columns = self._item_index.get_indexer(items)
        if (columns < 0).any():
            stranger = np.asarray(items)[columns < 0][0]
            raise ValueError(f"Item {stranger} is not among the items of the model.")
        return np.clip(self.score(users)[rows, columns], 1.0, 5.0)


def preference(n_items):
    """The fixed order that settles ties: item positions, from most to least preferred."""
    return np.random.RandomState(TIE_SEED).permutation(n_items)


def ranking(scores, barred=None):
    """All item positions in each row, best score first: int array like `scores`.

    scores: array (n_users, n_items), more is better. Raises ValueError unless all are finite.
    barred: bool array of the same shape; items that are True come last.
    """
    scores = np.asarray(scores, dtype=float)
    if not np.isfinite(scores).all():
        raise ValueError("Every score must be a finite number.")
    # With the columns in the order of preference, a stable sort settles the ties by itself.
    order = preference(scores.shape[1])
    key = -np.round(scores[:, order], DECIMALS)
    if barred is not None:
        key[barred[:, order]] = np.inf  # behind every finite score
    return order[np.argsort(key, axis=1, kind="stable")]


def top_k(scores, k, barred=None):
    """Positions of the k best scores in each row: int array (n_users, k), padded with -1.

    scores, barred: as in `ranking`; barred items are never listed.
    """
    listed = ranking(scores, barred)[:, :k]
    n_users, n_items = np.shape(scores)
    n_allowed = np.full(n_users, n_items) if barred is None else n_items - barred.sum(axis=1)
    best = np.full((n_users, k), -1)
    best[:, : listed.shape[1]] = listed
    best[np.arange(k) >= n_allowed[:, None]] = -1
    return best
