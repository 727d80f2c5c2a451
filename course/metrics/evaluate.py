"""From lists of item ids to a table of metrics, one row a user.

The work is one step: matching what was recommended with what is relevant. It is done for
all users at once, and ends in an array of relevance, best place first. The metrics of this
folder then read that array; none is defined a second time here.
"""

from collections.abc import Iterable, Mapping
from itertools import chain

import numpy as np
import pandas as pd

from ._relevance import DENOMINATORS, GAINS, choice, cutoff
from .average_precision import average_precision_at_k
from .dcg import dcg_at_k
from .f1 import f1_at_k
from .hit_rate import hit_rate_at_k
from .ndcg import ndcg_at_k
from .precision import precision_at_k
from .recall import recall_at_k
from .reciprocal_rank import reciprocal_rank_at_k

NO_RELEVANT = ("zero", "nan", "drop")
METRICS = ("precision", "recall", "f1", "hit_rate", "ap", "rr", "dcg", "ndcg")

# Users and pairs are worked on in blocks that fit in a processor's cache.
USERS_A_BLOCK = 8192
PAIRS_A_BLOCK = 65536


def evaluate(
    recommended,
    relevant,
    k=10,
    *,
    users=None,
    gain="linear",
    denominator="relevant",
    no_relevant="zero",
):
    """Return precision, recall, F1, hit rate, AP, RR, DCG and NDCG at k of every user.

    The mean of a column is the metric of the model: MAP at k is the mean of ``ap@k``, MRR
    at k the mean of ``rr@k``.

    Parameters
    ----------
    recommended : int array (n_users, L) padded with -1, or mapping user -> ids
        Best item first. In a mapping, ids may be anything that can be a dictionary key.
    relevant : mapping user -> {item: grade}, mapping user -> ids, or DataFrame
        A DataFrame has the columns user_id and item_id, and grade if items are graded; other
        columns are ignored. Ids without a grade have grade 1. Grade 0 means judged and not
        relevant, the same as an item that is not named.
    k : int
        The cutoff, at least 1.
    users : sequence of n_users labels, optional
        Whose list each row of the array is; without it, 0 to n_users - 1.
    gain : "linear", "exponential" or "binary", for DCG and NDCG; see ``dcg_at_k``.
    denominator : "relevant" or "min", for AP; see ``average_precision_at_k``.
    no_relevant : "zero", "nan" or "drop"
        What users without relevant items get: 0.0, NaN in every column, or no row.

    Returns
    -------
    DataFrame with the index "user" and, for k=10, the columns precision@10, recall@10, f1@10,
    hit_rate@10, ap@10, rr@10, dcg@10, ndcg@10. First come the users of ``recommended``, in
    their order. Then come users only in ``relevant``, in order of first appearance: they
    were shown nothing, so they score 0.

    Raises
    ------
    ValueError
        If an item is twice in a list, or a pair of user and item twice in ``relevant``; if a
        user has two rows; if a grade is negative, infinite or NaN; if an id in an array is
        below -1; if k or an option is unknown. The message names the user.

    Source: the metrics' own files.
    """
    k = cutoff(k)
    choice("gain", gain, GAINS)
    choice("denominator", denominator, DENOMINATORS)
    choice("no_relevant", no_relevant, NO_RELEVANT)

    labels, shown, names = _read_recommended(recommended, users)
    labels, row, item, grade = _read_relevant(relevant, labels)
    shown, item, names = _codes(shown, item, row, labels, names, recommended)
    _refuse_repeats_in_lists(shown, labels, names)
    row, item = _refuse_repeats_in_relevant(row, item, grade, labels, names)
    if grade is not None:
        row, item, grade = _keep_relevant(row, item, grade, labels)

    relevance = _match(shown, k, row, item, grade, len(labels))
    n_relevant = np.bincount(row, minlength=len(labels))
    ideal = _ideal(k, row, grade, n_relevant)
    table = _metrics(relevance, n_relevant, ideal, k, gain, denominator)

    if no_relevant == "nan":
        table[:, n_relevant == 0] = np.nan
    elif no_relevant == "drop":
        table, labels = table[:, n_relevant > 0], labels[n_relevant > 0]
    columns = [f"{metric}@{k}" for metric in METRICS]
    return pd.DataFrame(table.T, index=labels.rename("user"), columns=columns, copy=False)


def _metrics(relevance, n_relevant, ideal, k, gain, denominator):
    """The metrics of all users, shape (8, n_users)."""
    table = np.empty((len(METRICS), len(n_relevant)))
    for start in range(0, len(n_relevant), USERS_A_BLOCK):
        block = slice(start, start + USERS_A_BLOCK)
        # Stored place by place, read user by user: the turned array is what metrics take.
        rel, n_rel, best = relevance[:, block].T, n_relevant[block], ideal[:, block].T
        table[0, block] = precision_at_k(rel, k)
        table[1, block] = recall_at_k(rel, k, n_rel)
        table[2, block] = f1_at_k(rel, k, n_rel)
        table[3, block] = hit_rate_at_k(rel, k)
        table[4, block] = average_precision_at_k(rel, k, n_rel, denominator)
        table[5, block] = reciprocal_rank_at_k(rel, k)
        table[6, block] = dcg_at_k(rel, k, gain)
        table[7, block] = ndcg_at_k(rel, k, best, gain)
    return table


def _match(shown, k, row, item, grade, n_users):
    """Return the relevance of the first k places, shape (k or less, n_users).

    The loop is over the places of a list, not over users: which relevant items are what
    their user was shown at this place?
    """
    places = min(k, shown.shape[1])
    relevance = np.zeros((places, n_users), dtype=bool if grade is None else float)
    shown = np.ascontiguousarray(shown[:, :places].T, dtype=np.int64)
    marks = _marks(shown)
    for start in range(0, len(row), PAIRS_A_BLOCK):
        block = slice(start, start + PAIRS_A_BLOCK)
        users, items = row[block].astype(np.int64), item[block].astype(np.int64)
        # Most relevant items are not in the list at all. One look at the user's marks tells
        # that of most of them, and only the rest is compared place by place.
        candidates = np.arange(len(users))
        if marks is not None:
            marked = marks.take(users) >> (items & 63).astype(np.uint64) & np.uint64(1)
            candidates = np.flatnonzero(marked.astype(bool))
            users, items = users[candidates], items[candidates]
        for place in range(places):
            found = np.flatnonzero(shown[place].take(users) == items)
            value = True if grade is None else grade[block][candidates[found]]
            relevance[place, users[found]] = value
    return relevance


def _marks(shown):
    """For every user 64 yes-or-no marks: is an item shown whose id, modulo 64, is this?

    A "no" is certain, a "yes" is not. Long lists would only have "yes": then None.
    """
    if len(shown) > 32:
        return None
    marks = np.zeros(shown.shape[1], dtype=np.uint64)
    for items in shown:
        marks |= np.uint64(1) << (items & 63).astype(np.uint64)
    return marks


def _ideal(k, row, grade, n_relevant):
    """The grades of each user's relevant items, best first, shape (k or less, n_users)."""
    places = min(k, int(n_relevant.max(initial=0)))
    if grade is None:
        return np.arange(places)[:, None] < n_relevant
    order = np.lexsort((-grade, row))
    row, grade = row[order], grade[order]
    first = np.cumsum(n_relevant) - n_relevant
    place = np.arange(len(row)) - first[row]
    ideal = np.zeros((places, len(n_relevant)))
    ideal[place[place < places], row[place < places]] = grade[place < places]
    return ideal


def _keep_relevant(row, item, grade, labels):
    """Check the grades and keep what is relevant; grade None means that all are 1."""
    wrong = ~((grade >= 0) & (grade < np.inf))
    if wrong.any():
        first = int(np.argmax(wrong))
        raise ValueError(
            f"A grade must be finite and not negative; user {_user(labels, row[first])} has "
            f"{grade[first]} in relevant."
        )
    keep = grade > 0
    if not keep.all():
        row, item, grade = row[keep], item[keep], grade[keep]
    return row, item, None if (grade == 1).all() else grade


# Reading what came in. Item ids become codes, whole numbers from 0 up. An id that is such
# a number already is its own code; other ids are numbered, and `names` lists them.


def _read_recommended(recommended, users):
    """Return ``(labels, shown, names)``: users, their lists, and a dict id -> code or None."""
    if isinstance(recommended, (Mapping, pd.Series)):
        if users is not None:
            raise ValueError(
                "users= names the rows of an array; a mapping names its users already."
            )
        labels = _index(list(recommended.keys()), "recommended")
        lists = [_list(ids, user) for user, ids in recommended.items()]
        flat = list(chain.from_iterable(lists))
        codes, names = _whole_numbers(flat), None
        if codes is None:
            names = {}
            codes = _number(flat, names)
        lengths = np.array([len(ids) for ids in lists], dtype=np.int64)
        shown = np.full((len(lists), int(lengths.max(initial=0))), -1, dtype=np.int64)
        shown[np.arange(shown.shape[1]) < lengths[:, None]] = codes
        return labels, shown, names

    try:
        shown = np.asarray(recommended)
    except ValueError:
        shown = np.empty(0)
    if shown.ndim != 2 or isinstance(recommended, pd.DataFrame):
        raise ValueError(
            "recommended must be an int array with one row a user, short rows filled up with -1, "
            "or a mapping user -> ids."
        )
    if shown.size == 0:
        shown = shown.astype(np.int64)
    if shown.dtype.kind not in "iu":
        raise ValueError(
            f"An array of recommended ids must hold whole numbers; yours holds {shown.dtype}. "
            "Other ids go in a mapping user -> ids."
        )
    if shown.dtype.kind == "u":
        if shown.size and shown.max() > np.iinfo(np.int64).max:
            raise ValueError("An id in the array of recommended ids is too large.")
        shown = shown.astype(np.int64)
    if users is None:
        labels = pd.RangeIndex(len(shown))
    else:
        labels = _index(users, "users")
        if len(labels) != len(shown):
            raise ValueError(
                f"users must have one label a row: {len(labels)} labels, {len(shown)} rows."
            )
    if shown.size and shown.min() < -1:
        bad = int(np.argmax((shown < -1).any(axis=1)))
        raise ValueError(
            f"The list of user {_user(labels, bad)} holds {shown[bad].min()}; "
            "ids are 0 or more, and -1 is an empty place."
        )
    return labels, shown, None


def _read_relevant(relevant, labels):
    """Return ``(labels, row, item, grade)``, one entry a pair of user and item."""
    if isinstance(relevant, pd.DataFrame):
        missing = [name for name in ("user_id", "item_id") if name not in relevant.columns]
        if missing:
            raise ValueError(f"relevant has no column {' and no column '.join(missing)}.")
        user, item = relevant["user_id"].to_numpy(), relevant["item_id"].to_numpy()
        for ids in (user, item):
            # Whole numbers cannot be missing.
            if ids.dtype.kind not in "iu" and pd.isna(ids).any():
                row = int(np.argmax(pd.isna(ids)))
                raise ValueError(
                    "relevant has a missing user_id or item_id: "
                    f"row {row} (counted from 0), user {_plain(user)[row]!r}."
                )
        labels, row = _rows(user, labels)
        grade = _grades(relevant["grade"], row, labels) if "grade" in relevant.columns else None
    elif isinstance(relevant, (Mapping, pd.Series)):
        labels, row, item, grade = _read_mapping(relevant, labels)
    else:
        raise ValueError(
            "relevant must be a mapping user -> {item: grade}, a mapping user -> ids, or a "
            "DataFrame with the columns user_id and item_id."
        )

    return labels, row, item, grade


def _read_mapping(relevant, labels):
    """Take the pairs out of a mapping, one after the other."""
    position = {user: row for row, user in enumerate(labels.tolist())}
    new, rows, items, grades_, graded = [], [], [], [], False
    for user, wanted in relevant.items():
        if user not in position:
            position[user] = len(position)
            new.append(user)
        if isinstance(wanted, (Mapping, pd.Series)):
            graded = True
            ids, values = list(wanted.keys()), [grade for _, grade in wanted.items()]
        else:
            ids = _list(wanted, user, ordered=False)
            values = [1.0] * len(ids)
        items.extend(ids)
        grades_.extend(values)
        rows.extend([position[user]] * len(ids))
    if new:
        labels = _index(labels.tolist() + new, "relevant")
    row = np.array(rows, dtype=np.int64)
    grade = _grades(grades_, row, labels) if graded else None
    return labels, row, items, grade


def _grades(values, row, labels):
    """Return the grades as floats; ValueError that names the user if one is no number."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        for value, one in zip(values, row, strict=True):
            try:
                float(value)
            except (TypeError, ValueError):
                raise ValueError(
                    f"A grade must be a number; "
                    f"user {_user(labels, one)} has {value!r} in relevant."
                ) from None
        raise


def _rows(user, labels):
    """Return ``(labels, row)``: the row number of each user; new users get rows at the end."""
    numbered = isinstance(labels, pd.RangeIndex) and user.dtype.kind in "iu" and user.size
    if numbered and user.min() >= 0 and user.max() < len(labels):
        # The usual case: users are numbered like the rows.
        return labels, user.astype(np.int64, copy=False)
    row = labels.get_indexer(user)
    new = row < 0
    if new.any():
        added = pd.unique(user[new])
        labels = _index(labels.tolist() + _plain(added), "relevant")
        row = labels.get_indexer(user)
    return labels, row


def _index(users, name):
    """Return the users as an Index; ValueError that names one that is there twice."""
    if not isinstance(users, (np.ndarray, pd.Index, pd.Series)):
        users = list(users)
        # Labels of several kinds, or tuples, stay what they are.
        if any(isinstance(user, tuple) for user in users) or len({type(u) for u in users}) > 1:
            array = np.empty(len(users), dtype=object)
            array[:] = users
            users = array
    labels = pd.Index(users, tupleize_cols=False)
    if not labels.is_unique:
        twice = int(np.argmax(labels.duplicated()))
        raise ValueError(f"User {_user(labels, twice)} has two rows in {name}.")
    return labels


def _list(ids, user, ordered=True):
    """Return one user's ids as a list; ValueError for text, and for a set that needs an order."""
    if isinstance(ids, np.ndarray):
        ids = ids.tolist()
    if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
        raise ValueError(f"User {user!r} needs a list of ids, not {ids!r}; put it in brackets.")
    if ordered and isinstance(ids, (set, frozenset)):
        raise ValueError(f"User {user!r} has a set of recommended ids; a list keeps their order.")
    return list(ids)


def _whole_numbers(ids):
    """Return ids that are whole numbers from 0 up as an int array, or None for any other."""
    try:
        array = np.asarray(ids)
    except (TypeError, ValueError):
        return None
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        return None
    if array.min() < 0 or array.max() > np.iinfo(np.int64).max:
        return None
    return array.astype(np.int64, copy=False)


def _plain(ids):
    return ids.tolist() if hasattr(ids, "tolist") else ids


def _number(ids, names):
    """Give every id its code; ``names`` remembers them."""
    return np.array([names.setdefault(one, len(names)) for one in ids], dtype=np.int64)


def _codes(shown, item, row, labels, names, recommended):
    """Return ``(shown, item, names)`` with the same codes on both sides."""
    if len(shown) < len(labels):
        # Users only in relevant were shown nothing.
        gap = np.full((len(labels) - len(shown), shown.shape[1]), -1, dtype=shown.dtype)
        shown = np.concatenate([shown, gap])
    codes = _whole_numbers(item)
    if names is None and codes is not None:
        return shown, codes, None
    if names is None:
        if not isinstance(recommended, (Mapping, pd.Series)):
            _refuse_negative(item, row, labels)
        # The lists hold whole numbers, relevant does not: number both.
        ids, where = np.unique(shown[shown >= 0], return_inverse=True)
        names = {one: code for code, one in enumerate(ids.tolist())}
        numbered = np.full(shown.shape, -1, dtype=np.int64)
        numbered[shown >= 0] = where
        shown = numbered
    return shown, _number(_plain(item), names), names


def _refuse_negative(item, row, labels):
    """In an array -1 is an empty place, so an id below 0 could never be found there."""
    for one, user in zip(_plain(item), row, strict=True):
        if isinstance(one, (int, np.integer)) and one < 0:
            raise ValueError(
                f"User {_user(labels, user)} has item {one} in relevant; ids are 0 or more."
            )


def _user(labels, row):
    """The label of one user, as it is written in Python."""
    return repr(labels[[int(row)]].tolist()[0])


def _name(code, names):
    return repr(code if names is None else list(names)[code])


def _refuse_repeats_in_lists(shown, labels, names):
    for start in range(0, len(shown), USERS_A_BLOCK):
        block = shown[start : start + USERS_A_BLOCK]
        again = np.zeros(len(block), dtype=bool)
        if block.shape[1] <= 16:
            # For short lists it is quicker to compare every two places than to sort.
            # Empty places get a number of their own first, so that they differ.
            empty = -1 - np.arange(block.shape[1], dtype=block.dtype)[:, None]
            places = np.ascontiguousarray(block.T)
            places = np.where(places < 0, empty, places)
            for place in range(1, len(places)):
                for above in range(place):
                    again |= places[place] == places[above]
        else:
            block = np.sort(block, axis=1)
            again = ((block[:, 1:] == block[:, :-1]) & (block[:, 1:] >= 0)).any(axis=1)
        if again.any():
            user = start + int(np.argmax(again))
            ids, times = np.unique(shown[user][shown[user] >= 0], return_counts=True)
            raise ValueError(
                f"The list of user {_user(labels, user)} shows item "
                f"{_name(int(ids[times > 1][0]), names)} more than once."
            )


def _refuse_repeats_in_relevant(row, item, grade, labels, names):
    """Return the pairs, user by user if that costs nothing more; ValueError for a repeat."""
    if not len(row):
        return row, item
    # One number for each pair; ids too large for that are numbered first.
    width, ids = int(item.max()) + 1, None
    if width > 2**62 // max(len(labels), 1):
        ids, item = np.unique(item, return_inverse=True)
        width = len(ids)
    pair = row * width
    pair += item
    if not (pair[1:] > pair[:-1]).all():
        # Half the bytes sort in half the time.
        pair = pair.astype(np.uint32) if len(labels) * width < 2**32 else pair
        pair.sort()
        again = pair[1:] == pair[:-1]
        if again.any():
            user, code = divmod(int(pair[1:][again][0]), width)
            raise ValueError(
                f"User {_user(labels, user)} has item "
                f"{_name(code if ids is None else int(ids[code]), names)} "
                "more than once in relevant."
            )
        if grade is None and ids is None:
            # Without grades to carry along, the sorted pairs are as good, and quicker to match.
            row, item = np.divmod(pair, pair.dtype.type(width))
    return row, item if ids is None else ids[item]
