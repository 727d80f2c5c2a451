"""Splits: a table worked by hand, the protocol, and what must hold for any table."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.splits import leave_one_out, random_split, temporal_split, user_temporal_split

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


# --- The other splits --------------------------------------------------------------------------


def test_leave_one_out_by_hand():
    train, test = leave_one_out(TABLE)  # ben has three ratings: too few, so he stays in train
    assert list(test.index) == [4]
    assert list(train.index) == [0, 1, 2, 3, 5, 6, 7]
    assert list(leave_one_out(TABLE, min_ratings=1)[1].index) == [2, 4]
    assert len(leave_one_out(TABLE, min_ratings=6)[1]) == 0


def test_leave_one_out_at_random_holds_out_one_a_user_and_follows_the_seed():
    tests = [leave_one_out(TABLE, "random", 1, seed=seed)[1] for seed in range(30)]
    assert all(sorted(test.user_id) == ["ana", "ben"] for test in tests)
    assert len({tuple(test.index) for test in tests}) > 5
    assert leave_one_out(TABLE, "random", 1, 3)[1].equals(leave_one_out(TABLE, "random", 1, 3)[1])


def test_temporal_by_hand():
    train, test = temporal_split(TABLE, 50)  # the moment of the cut belongs to test
    assert list(test.index) == [2, 3, 4]
    assert list(temporal_split(TABLE, 12)[1].index) == [0, 2, 3, 4, 5, 6, 7]  # ben is all new


def test_a_window_ends_and_what_comes_later_is_in_neither_part():
    train, test = temporal_split(TABLE, 30, end=55)
    assert list(test.index) == [0, 3, 4, 7]
    assert list(train.index) == [1, 5, 6]


def test_random_split_takes_the_smallest_numbers_drawn_for_rows_sorted_by_user():
    numbers = np.random.default_rng(7).random(8)  # ana's rows 0 1 3 4 6, then ben's 2 5 7
    drawn = dict(zip([0, 1, 3, 4, 6, 2, 5, 7], numbers))
    ana, ben = ([row for row in order if row in rows] for rows in ({0, 1, 3, 4, 6}, {2, 5, 7})
                for order in [sorted(drawn, key=drawn.get)])
    assert sorted(ana[:3] + ben[:2]) == list(random_split(TABLE, 0.5, seed=7)[1].index)


@pytest.mark.parametrize("split", [
    lambda ratings: random_split(ratings, 0.3),
    lambda ratings: leave_one_out(ratings, min_ratings=2),
    lambda ratings: leave_one_out(ratings, by="random", min_ratings=2),
    lambda ratings: temporal_split(ratings, 3),
])
@given(rows=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5)), max_size=40))
def test_nothing_is_lost_and_nothing_is_in_both(split, rows):
    ratings = pd.DataFrame(rows, columns=["user_id", "timestamp"], dtype=int)
    train, test = split(ratings)
    pd.testing.assert_frame_equal(pd.concat([train, test]).sort_index(), ratings)
    assert train.index.is_monotonic_increasing and test.index.is_monotonic_increasing


@pytest.mark.parametrize(("call", "says"), [
    (lambda: random_split(TABLE, 2), "share must be"),
    (lambda: leave_one_out(TABLE, by="item"), 'by must be "time" or "random", not \'item\'.'),
    (lambda: leave_one_out(TABLE, min_ratings=0), "min_ratings must be a whole number"),
    (lambda: temporal_split(TABLE, 50, end=50), "end must be after cut"),
    (lambda: temporal_split(TABLE.drop(columns="timestamp"), 50), "no column 'timestamp'"),
    (lambda: random_split(TABLE.drop(columns="user_id")), "no column 'user_id'"),
])
def test_bad_calls_are_one_sentence(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_the_protocol_on_movielens(ml100k):
    ratings = ml100k.ratings
    train, test = random_split(ratings)
    assert (len(train), len(test)) == (80_000, 20_000)
    train, test = leave_one_out(ratings)
    assert len(test) == 943
    newest = ratings.groupby("user_id").timestamp.max()
    assert (newest == test.set_index("user_id").timestamp.sort_index()).all()
    train, test = temporal_split(ratings, 889237269)
    assert train.timestamp.max() < 889237269 <= test.timestamp.min()
    known = train.user_id.value_counts()
    enough = known.reindex(test.user_id.unique(), fill_value=0) >= 5
    assert (enough.sum(), len(enough)) == (108, 301)
    # 85 % of the test rows are of users without a row in train.
    assert (~test.user_id.isin(train.user_id)).mean() == pytest.approx(0.852, abs=0.001)


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
