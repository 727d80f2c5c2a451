"""Ways to part ratings into train and test. Each returns `(train, test)`.

Rows keep their labels and their order. No row is lost, and none is in both parts.
"""

import numbers

import numpy as np
import pandas as pd


def user_temporal_split(ratings, share=0.2):
    """Hold out the last `share` of each user's ratings.

    ratings: DataFrame with columns user_id and timestamp, one row a rating. It is not changed.
    share: more than 0 and less than 1. A user with n ratings gives floor(share * n + 0.5) of
        them to test, so halves round up; with very few ratings that can be none.
    Returns (train, test), two DataFrames with the columns, labels and row order of `ratings`.
    Raises ValueError for another share, or where a column is missing.

    Ratings of the same second stay in the order of the rows, so the later row is held out first.

    What it hides: a user's own future, and only that. Ratings that other users gave after a
    test rating are in train, so a model still learns from the world's future, which no model
    has on the day it goes live. `temporal_split` closes that gap.
    """
    if not isinstance(share, numbers.Real) or isinstance(share, bool) or not 0 < share < 1:
        raise ValueError(f"share must be more than 0 and less than 1, not {share!r}.")
    user, place, count = _histories(ratings)
    held_out = np.floor(share * count + 0.5).astype(int)
    in_test = place >= (count - held_out)[user]
    return ratings[~in_test], ratings[in_test]


def _histories(ratings):
    """Each user's ratings in order of time, ties in row order.

    Returns three int arrays: for each row its user, numbered from 0, and its place in that
    user's history (0 is the oldest); and for each user the number of rows.
    """
    missing = [column for column in ("user_id", "timestamp") if column not in ratings]
    if missing:
        raise ValueError(f"ratings has no column {missing[0]!r}.")
    user, names = pd.factorize(ratings["user_id"], use_na_sentinel=False)
    count = np.bincount(user, minlength=len(names))
    order = np.lexsort((ratings["timestamp"], user))  # by user, then time; a stable sort
    start = np.cumsum(count) - count
    place = np.empty(len(ratings), dtype=int)
    place[order] = np.arange(len(ratings)) - start[user[order]]
    return user, place, count
