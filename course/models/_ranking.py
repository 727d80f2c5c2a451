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


class Recommender:
    """The frame of a model. A model adds two methods:

    `_learn(train, columns)`: learn from the rows of `train`; `columns` (int array, one a row)
        says which item each row rates, as a position in `self.item_ids`.
    `score(users)`: float array (n_users, n_items), more is better, every value finite. The
        columns follow `self.item_ids`. Users unknown to train are legal.
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
        self._seen = None

    def fit(self, train):
        """Learn from `train` (DataFrame with user_id, item_id, ...), and return the model.

        Raises ValueError where train rates an item that is not among the items.
        """
        columns = self._item_index.get_indexer(train["item_id"])
        if (columns < 0).any():
            stranger = train["item_id"].to_numpy()[columns < 0][0]
            raise ValueError(f"train rates item {stranger}, which is not among the items.")
        rows, users = pd.factorize(train["user_id"], use_na_sentinel=False)
        self._learn(train, columns)
        # The additional last row stays empty: it is the history of every unknown user.
        self._seen = np.zeros((len(users) + 1, len(self.item_ids)), dtype=bool)
        self._seen[rows, columns] = True
        self._user_index = pd.Index(users)
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
        barred = self._seen[self._user_index.get_indexer(users)] if exclude_seen else None
        best = top_k(self.score(users), k, barred)
        return np.where(best < 0, -1, self.item_ids[best])

    def _check_fitted(self):
        if self._seen is None:
            raise RuntimeError(f"{type(self).__name__} has learned nothing yet: call fit first.")


def preference(n_items):
    """The fixed order that settles ties: item positions, from most to least preferred."""
    return np.random.RandomState(TIE_SEED).permutation(n_items)


def top_k(scores, k, barred=None):
    """Positions of the k best scores in each row: int array (n_users, k), padded with -1.

    scores: array (n_users, n_items), more is better. Raises ValueError unless all are finite.
    barred: bool array of the same shape, True where an item may not be listed.
    """
    scores = np.asarray(scores, dtype=float)
    if not np.isfinite(scores).all():
        raise ValueError("Every score must be a finite number.")
    n_users, n_items = scores.shape
    # With the columns in the order of preference, a stable sort settles the ties by itself.
    order = preference(n_items)
    key = -np.round(scores[:, order], DECIMALS)
    n_allowed = np.full(n_users, n_items)
    if barred is not None:
        key[barred[:, order]] = np.inf  # behind every finite score
        n_allowed = n_items - barred.sum(axis=1)
    best = np.full((n_users, k), -1)
    listed = order[np.argsort(key, axis=1, kind="stable")[:, :k]]
    best[:, : listed.shape[1]] = listed
    best[np.arange(k) >= n_allowed[:, None]] = -1
    return best
