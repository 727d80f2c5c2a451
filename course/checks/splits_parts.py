"""What the exercises of 05-splits share: the table T, how a split is read and shown, and the
pieces that wrong splits are put together from.

Apart from course.splits on purpose: these are made to be combined wrongly.
"""

import functools
from typing import NamedTuple

import numpy as np
import pandas as pd

from course.checks import values
from course.checks.kinds import Case

COLUMNS = ("user_id", "item_id", "rating", "timestamp")
DUE = "a pair of DataFrames"

# Ana is user 1 and Ben is user 2. Rows 3 and 4 share Ana's last moment, the later row with the
# lower item id. Every item occurs once.
T = pd.DataFrame({
    "user_id": [1, 1, 2, 1, 1, 2, 1, 2],
    "item_id": [11, 2, 3, 9, 4, 8, 5, 6],
    "rating": [5, 4, 4, 3, 5, 2, 2, 5],
    "timestamp": [30, 10, 55, 50, 50, 15, 20, 35],
})

# --- Tables, named as a student would type them -------------------------------------------------

TABLES = {
    "T": T,
    "T[::-1]": T[::-1],
    "T.drop(3)": T.drop(3),
    "T.drop([3, 5])": T.drop([3, 5]),
    "T.loc[[0, 1]]": T.loc[[0, 1]],
    "T.loc[[1, 0]]": T.loc[[1, 0]],
    "T.loc[[3, 4]]": T.loc[[3, 4]],
    "T.loc[[4, 3]]": T.loc[[4, 3]],
    "T.loc[[0, 5]]": T.loc[[0, 5]],
    "T[T.user_id == 2]": T[T.user_id == 2],
}


@functools.cache
def weeks():
    """The first 20 users of the sample on a clock that only knows weeks: it has many ties."""
    from course import datasets  # slow to import, and only needed here

    ratings = datasets.load("sample").ratings
    ratings = ratings[ratings.user_id <= 20]
    return ratings.assign(timestamp=ratings.timestamp // 604_800)


def case(name, table, number):
    """The call name(table, number), for the name of one of TABLES or "weeks"."""
    found = weeks() if table == "weeks" else TABLES[table]
    return Case((found, number), shown=f"{name}({table}, {number})")


# --- Random tables -----------------------------------------------------------------------------


def random_table(rng, sizes, tied=0):
    """A table in random row order, with labels of its own.

    sizes: how many rows each user gets. tied: that many rows of each user share the user's last
    moment; all other moments differ.
    """
    n_rows = sum(sizes)
    times = (rng.permutation(40 * n_rows)[:n_rows] + 1_000).tolist()
    users, stamps = [], []
    for number, size in enumerate(sizes, start=1):
        own = sorted(times.pop() for _ in range(size))
        own[max(0, size - tied):] = [own[-1]] * min(size, tied)
        users += [number] * size
        stamps += own
    table = pd.DataFrame({
        "user_id": users,
        "item_id": rng.permutation(900)[:n_rows] + 1,
        "rating": rng.integers(1, 6, n_rows),
        "timestamp": stamps,
    }, index=rng.permutation(5_000)[:n_rows] + 10_000)
    return table.iloc[rng.permutation(n_rows)]


# --- Reading and showing a split ----------------------------------------------------------------


def read_parts(answer):
    """(train, test) as one float64 array, a row for each row, in an order of our own.

    The columns are 0 or 1 for train or test, the label, and COLUMNS. The order of rows and of
    columns and additional columns are the student's own business. Where both parts count their
    rows from 0, each label stands for two rows: then -1 stands for all that the rows hold.
    """
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise values.Unreadable(f"{values.type_of(answer)}, not a pair: return train, test")
    train, test = _rows(answer[0], 0, "train"), _rows(answer[1], 1, "test")
    if _from_zero(train) and _from_zero(test) and (train[0, 2:] != test[0, 2:]).any():
        train[:, 2:] = test[:, 2:] = -1
    return np.vstack([train, test])


def _from_zero(part):
    return len(part) > 0 and part[:, 1].tolist() == list(range(len(part)))


def _rows(part, number, name):
    if not isinstance(part, pd.DataFrame):
        raise values.Unreadable(f"a pair whose {name} is {values.type_of(part)}, not a DataFrame")
    if len(part) == 0:
        return np.empty((0, 2 + len(COLUMNS)))
    names = part.columns.tolist()
    for column in COLUMNS:
        if names.count(column) != 1:
            raise values.Unreadable(f"a {name} without the column {column}")
    found = [np.full(len(part), float(number)),
             _numbers(part.index, f"a {name} whose row labels are not those of the table")]
    found += [_numbers(part[column], f"a {name} where {column} holds something that is no number")
              for column in COLUMNS]
    table = np.column_stack(found)
    return table[np.lexsort(table.T[::-1])]


def _numbers(column, problem):
    try:
        return np.asarray(column.to_numpy(), dtype=np.float64)
    except Exception:  # labels that are pairs, text, dates
        raise values.Unreadable(problem) from None


def show_parts(found):
    """A split as the labels of its rows: "train 0, 1 and test 4"."""
    train, test = (found[found[:, 0] == number] for number in (0, 1))
    if len(found) > 2 * len(T):
        labels = values.shown(test[:, 1].sum())
        return f"{len(train)} train and {len(test)} test rows, whose labels add up to {labels}"
    text = f"train {_labels(train)} and test {_labels(test)}"
    other = [label for label, *held in found[:, 1:].tolist() if _changed(label, held)]
    if other:
        text += f" (row {values.shown(other[0])} no longer holds what it held in T)"
    return text


def _labels(part):
    return ", ".join(values.shown(label) for label in part[:, 1]) or "no row"


def _changed(label, held):
    return label in T.index and T.loc[int(label), list(COLUMNS)].tolist() != held


# --- Wrong splits -------------------------------------------------------------------------------


class Row(NamedTuple):
    """A row of the table. place: which row it is, from 0."""

    place: int
    user: int
    item: int
    time: int


def in_time(row):
    return row.time, row.place


def in_file(row):
    return row.place


def in_items(row):
    return row.item


def ties_by_item(row):
    return row.time, row.item


def ties_backwards(row):
    return row.time, -row.place


def rows_of(ratings):
    columns = (ratings[name].tolist() for name in ("user_id", "item_id", "timestamp"))
    return [Row(place, *held) for place, held in enumerate(zip(*columns, strict=True))]


def histories(ratings, order=in_time):
    """Each user's rows in some order: a list of lists."""
    found = {}
    for row in sorted(rows_of(ratings), key=order):
        found.setdefault(row.user, []).append(row)
    return list(found.values())


def part(ratings, rows):
    """(train, test) where some rows are the test rows."""
    mask = np.zeros(len(ratings), dtype=bool)
    mask[[row.place for row in rows]] = True
    return ratings[~mask], ratings[mask]


def swapped(split):
    """The same with train and test in each other's place."""
    return lambda ratings, number: split(ratings, number)[::-1]


def copied(split):
    """The same, but test rows stay in train."""
    return lambda ratings, number: (ratings, split(ratings, number)[1])


SORTED = ("timestamp",), ("user_id", "timestamp")  # how a student may sort before a split


def new_labels(split, *columns):
    """The same, but both parts count their rows from 0, sorted by some columns or not."""
    def version(ratings, number):
        if columns:
            ratings = ratings.sort_values(list(columns), kind="stable")
        return tuple(rows.reset_index(drop=True) for rows in split(ratings, number))

    return version


def new_labels_first(split, *columns):
    """The same after the whole table was sorted and numbered from 0."""
    def version(ratings, number):
        ordered = ratings.sort_values(list(columns), kind="stable", ignore_index=True)
        return split(ordered, number)

    return version


def each_part(split, change, train=True):
    """The same with both parts changed, or only test."""
    def version(ratings, number):
        first, second = split(ratings, number)
        return change(first) if train else first, change(second)

    return version


def pairs_as_labels(rows):
    """What groupby.apply makes of row labels: (user, label)."""
    return rows.set_index(["user_id", rows.index], drop=False)


def without_user(rows):
    return rows.drop(columns="user_id")


def sorted_anyhow(ratings):
    """Each user's rows by time, as sort_values leaves them without kind="stable"."""
    return [rows for _, rows in ratings.sort_values("timestamp").groupby("user_id")]


def sorted_anyhow_by_user(ratings):
    return [rows.sort_values("timestamp") for _, rows in ratings.groupby("user_id")]
