"""user_temporal_split: a table worked by hand, the protocol, and what must hold for any table."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.splits import user_temporal_split

# In file order; rows 3 and 4 are of the same moment on purpose.
TABLE = pd.DataFrame(
    [
        ("ana", 11, 5, 30),
        ("ana", 2, 4, 10),
        ("ben", 3, 4, 55),
        ("ana", 9, 3, 50),
        ("ana", 4, 5, 50),
        ("ben", 8, 2, 15),
        ("ana", 5, 2, 20),
        ("ben", 6, 5, 35),
    ],
    columns=["user_id", "item_id", "rating", "timestamp"],
)


@pytest.mark.parametrize(
    ("share", "expected"),
    # 0.5: ana floor(2.5 + 0.5) = 3, ben floor(1.5 + 0.5) = 2. 0.3: ana 2, ben 1.
    [(0.5, [0, 2, 3, 4, 7]), (0.3, [2, 3, 4])],
)
def test_the_table_by_hand(share, expected):
    train, test = user_temporal_split(TABLE, share)
    assert list(test.index) == expected
    assert list(train.index) == [row for row in range(8) if row not in expected]


def test_of_two_rows_of_the_same_moment_the_later_one_is_held_out():
    # ana: floor(0.2 * 5 + 0.5) = 1, so the tie of rows 3 and 4 is cut in two.
    _, test = user_temporal_split(TABLE)
    assert 4 in test.index
    assert 3 not in test.index


def test_labels_and_contents_stay():
    named = TABLE.set_axis(list("stuvwxyz"))
    before = named.copy()
    train, test = user_temporal_split(named, 0.5)
    assert list(test.index) == ["s", "u", "v", "w", "z"]
    pd.testing.assert_frame_equal(pd.concat([train, test]).sort_index(), named)
    pd.testing.assert_frame_equal(named, before)


def test_repeated_labels_do_no_harm():
    train, test = user_temporal_split(TABLE.set_axis([0] * 8), 0.5)
    assert (len(train), len(test)) == (3, 5)


def test_an_empty_table_gives_two_empty_tables():
    train, test = user_temporal_split(TABLE.iloc[:0])
    assert len(train) == len(test) == 0
    assert list(train.columns) == list(TABLE.columns)


@pytest.mark.parametrize("share", [0, 1, -0.2, 1.5, float("nan"), float("inf"), "0.2", None, True])
def test_a_bad_share_is_one_sentence(share):
    with pytest.raises(ValueError, match=r"^share must be more than 0 and less than 1, not .*\.$"):
        user_temporal_split(TABLE, share)


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match=r"^ratings has no column 'timestamp'\.$"):
        user_temporal_split(TABLE.drop(columns="timestamp"))


@given(
    rows=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5)), max_size=40),
    share=st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.9]),
)
def test_against_a_plain_loop(rows, share):
    ratings = pd.DataFrame(rows, columns=["user_id", "timestamp"], dtype=int)
    expected = set()
    for user in {user for user, _ in rows}:
        mine = [i for i, row in enumerate(rows) if row[0] == user]
        mine.sort(key=lambda i: (rows[i][1], i))
        expected.update(mine[len(mine) - math.floor(share * len(mine) + 0.5) :])
    train, test = user_temporal_split(ratings, share)
    assert list(test.index) == sorted(expected)
    assert list(train.index) == [i for i in range(len(rows)) if i not in expected]


def test_movielens(ml100k):
    ratings = ml100k.ratings
    train, test = user_temporal_split(ratings)
    assert (len(train), len(test)) == (80_000, 20_000)
    assert train.index.union(test.index).equals(ratings.index)
    assert train.index.is_monotonic_increasing
    assert test.index.is_monotonic_increasing

    n = ratings.groupby("user_id").size()
    assert (test.groupby("user_id").size() == np.floor(0.2 * n + 0.5)).all()
    newest_train = train.groupby("user_id")["timestamp"].max()
    oldest_test = test.groupby("user_id")["timestamp"].min()
    assert (newest_train <= oldest_test).all()
    # And it hides no more than one's own future: others' later ratings are in train.
    assert (train["timestamp"].max() > oldest_test).mean() > 0.99
