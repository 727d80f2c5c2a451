"""Ways to part ratings into train and test. Each returns `(train, test)`.

Rows keep their labels and their order. No row is lost, and none is in both parts; only
`temporal_split` with an end leaves out what came after it.

All follow one rule for ties: ratings of the same second stay in the order of the rows.
"""

import numbers

import numpy as np
import pandas as pd


def random_split(ratings, share=0.2, seed=42):
    """Hold out a random `share` of each user's ratings.

    ratings: DataFrame with a column user_id, one row a rating. It is not changed.
    share: more than 0 and less than 1. A user with n ratings gives floor(share * n + 0.5) of
        them to test, so halves round up; with very few ratings that can be none.
    seed: of the numbers drawn, one for each row; the rows with the smallest ones are held out.
    Returns (train, test), two DataFrames with the columns, labels and row order of `ratings`.
    Raises ValueError for another share, or where a column is missing.

    What it hides: nothing of the future. A test rating may be older than everything the model
    learned from, so the model explains the past with the future.
    """
    _check_share(share)
    user, place, count = _shuffled(ratings, seed)
    in_test = place < _held_out(share, count)[user]
    return ratings[~in_test], ratings[in_test]


def leave_one_out(ratings, by="time", min_ratings=5, seed=42):
    """Hold out one rating of each user.

    ratings: DataFrame with columns user_id and timestamp, one row a rating. It is not changed.
    by: "time", the last one (of several in the same second the last row), or "random".
    min_ratings: users with fewer ratings give none; all their rows stay in train.
    seed: of the numbers drawn when by="random".
    Returns (train, test), two DataFrames with the columns, labels and row order of `ratings`.
    Raises ValueError for another `by` or `min_ratings`, or where a column is missing.

    What it hides: one rating a user. By time, everybody else's later ratings stay in train.
    """
    if not isinstance(min_ratings, numbers.Integral) or isinstance(min_ratings, bool) \
            or min_ratings < 1:
        raise ValueError(f"min_ratings must be a whole number of at least 1, not {min_ratings!r}.")
    if by == "time":
        user, place, count = _histories(ratings)
        chosen = place == (count - 1)[user]
    elif by == "random":
        user, place, count = _shuffled(ratings, seed)
        chosen = place == 0
    else:
        raise ValueError(f'by must be "time" or "random", not {by!r}.')
    in_test = chosen & (count >= min_ratings)[user]
    return ratings[~in_test], ratings[in_test]


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
    _check_share(share)
    user, place, count = _histories(ratings)
    in_test = place >= (count - _held_out(share, count))[user]
    return ratings[~in_test], ratings[in_test]


def temporal_split(ratings, cut, end=None):
    """Hold out everything from one moment on, for all users alike.

    ratings: DataFrame with a column timestamp, one row a rating. It is not changed.
    cut: the moment, in the unit of the timestamps. Rows before it are train, rows at it or
        later are test.
    end: the moment at which test ends; rows at it or later are in neither part, because that
        future has not happened yet. With cut = T - 7 days and end = T this is the window of a
        production test: train on what was known a week ago, test on the week.
    Returns (train, test), two DataFrames with the columns, labels and row order of `ratings`.
    Raises ValueError where end is not after cut, or the column is missing.

    What it hides: the future of everybody, as on the day a model goes live. Users and items
    that are new after the cut are in test; report them apart, do not drop them.
    """
    _check_columns(ratings, "timestamp")
    if end is not None and not end > cut:
        raise ValueError(f"end must be after cut, and {end!r} is not after {cut!r}.")
    past = (ratings["timestamp"] < cut).to_numpy()
    in_test = ~past if end is None else ~past & (ratings["timestamp"] < end).to_numpy()
    return ratings[past], ratings[in_test]


def _check_share(share):
    if not isinstance(share, numbers.Real) or isinstance(share, bool) or not 0 < share < 1:
        raise ValueError(f"share must be more than 0 and less than 1, not {share!r}.")


def _check_columns(ratings, *columns):
    missing = [column for column in columns if column not in ratings]
    if missing:
        raise ValueError(f"ratings has no column {missing[0]!r}.")


def _held_out(share, count):
    """How many ratings each user gives to test, int array like `count`."""
    return np.floor(share * count + 0.5).astype(int)


def _histories(ratings):
    """Each user's ratings in order of time, ties in row order.

    Returns three int arrays: for each row its user, numbered from 0, and its place in that
    user's history (0 is the oldest); and for each user the number of rows.
    """
    _check_columns(ratings, "user_id", "timestamp")
    return _places(ratings["user_id"], ratings["timestamp"].to_numpy())


def _shuffled(ratings, seed):
    """Like _histories, with each user's ratings in a random order.

    The numbers are drawn for the rows sorted by user, so the order of the users in the table
    does not matter.
    """
    _check_columns(ratings, "user_id")
    by_user = np.argsort(ratings["user_id"].to_numpy(), kind="stable")
    key = np.empty(len(ratings))
    key[by_user] = np.random.default_rng(seed).random(len(ratings))
    return _places(ratings["user_id"], key)


def _places(user_ids, key):
    user, names = pd.factorize(user_ids, use_na_sentinel=False)
    count = np.bincount(user, minlength=len(names))
    order = np.lexsort((key, user))  # by user, then key; a stable sort
    start = np.cumsum(count) - count
    place = np.empty(len(user), dtype=int)
    place[order] = np.arange(len(user)) - start[user[order]]
    return user, place, count
