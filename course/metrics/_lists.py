"""What the metrics beyond accuracy share: reading recommended lists of item positions."""

from itertools import chain

import numpy as np


def catalogue_size(n_items):
    """Return ``n_items`` as an int; ValueError if it is not a whole number of at least 1."""
    if isinstance(n_items, (bool, np.bool_)) or not isinstance(n_items, (int, np.integer)):
        n_items = 0
    if n_items < 1:
        raise ValueError(
            "n_items must be the number of items in the catalogue, a whole number of at least 1."
        )
    return int(n_items)


def read_lists(recommended, n_items=None):
    """Return ``(lists, single)``: an int array (n_lists, L), gaps filled with -1.

    Accepts one list, an int array (n_lists, L) padded with -1, or a list of lists of any
    lengths. ``single`` says that one list came in. ValueError for an id that is not a
    whole number, for an id outside the catalogue, and for an item that is twice in a list.
    """
    if isinstance(recommended, np.ndarray):
        lists, single = recommended, recommended.ndim == 1
        if single:
            lists = lists[None, :]
        if lists.ndim != 2:
            raise ValueError(
                "recommended must be one list (L,) or a table (n_lists, L); "
                f"its shape is {recommended.shape}."
            )
    else:
        lists, single = _from_sequence(recommended)
    if lists.size == 0:
        lists = lists.astype(np.int64)
    if lists.dtype.kind not in "iu":
        raise ValueError(
            f"recommended must hold item positions, whole numbers; yours holds {lists.dtype}."
        )
    lists = lists.astype(np.int64, copy=False)

    outside = lists < -1
    if n_items is not None:
        outside |= lists >= n_items
    if outside.any():
        row, place = (int(i) for i in np.argwhere(outside)[0])
        catalogue = "0 and up" if n_items is None else f"0 to {n_items - 1}"
        raise ValueError(
            f"Item {lists[row, place]} in list {row} (counted from 0) is outside the catalogue, "
            f"which is {catalogue}. If your ids count from 1, subtract 1; -1 is an empty place."
        )
    in_order = np.sort(lists, axis=1)
    again = (in_order[:, 1:] == in_order[:, :-1]) & (in_order[:, 1:] >= 0)
    if again.any():
        row, place = (int(i) for i in np.argwhere(again)[0])
        raise ValueError(
            f"Item {in_order[row, place]} is twice in list {row} (counted from 0); "
            "show each item once."
        )
    return lists, single


def _from_sequence(recommended):
    """Put one list, or lists of any lengths, in an array filled up with -1."""
    try:
        rows = list(recommended)
        single = not any(np.ndim(row) or isinstance(row, (list, tuple)) for row in rows)
        # A list of no lists and a list of no items look the same: one empty list.
        if single:
            return np.asarray(rows)[None, :], True
        rows = [list(row) for row in rows]
        flat = np.array(list(chain.from_iterable(rows)))
    except (TypeError, ValueError):
        raise ValueError(
            "recommended must be one list of item positions, or a list of such lists."
        ) from None
    if flat.size == 0:
        flat = flat.astype(np.int64)
    if flat.ndim != 1 or flat.dtype.kind not in "iu":
        raise ValueError("recommended must hold item positions, whole numbers counted from 0.")
    lengths = np.array([len(row) for row in rows])
    lists = np.full((len(rows), int(lengths.max())), -1, dtype=np.int64)
    lists[np.arange(lists.shape[1]) < lengths[:, None]] = flat
    return lists, False


def by_position(values, lists, name):
    """Return ``(table, lists)``: ``values`` by position, and the lists in these positions.

    ``values`` is an array by position, or a mapping, Series or DataFrame that is looked up by
    item id; then the ids of the lists are translated. An id that has no entry is outside
    the catalogue: ValueError.
    """
    ids = None
    if hasattr(values, "index") and hasattr(values, "to_numpy"):
        ids, table = np.asarray(values.index), values.to_numpy()
    elif hasattr(values, "items"):
        ids, table = np.array(list(values.keys())), list(values.values())
    else:
        table = values
    try:
        table = np.asarray(table)
        if table.dtype.kind != "b":
            table = table.astype(float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers, the same shape for every item.") from None
    if not np.all(np.isfinite(table)):
        raise ValueError(f"{name} must hold finite numbers; fill missing values first.")
    if ids is None:
        return table, _inside(lists, len(table))
    if ids.size and ids.dtype.kind not in "iu":
        raise ValueError(f"{name} must be indexed by item ids that are whole numbers.")
    order = np.argsort(ids, kind="stable")
    sorted_ids = ids[order]
    if np.any(sorted_ids[1:] == sorted_ids[:-1]):
        raise ValueError(f"{name} has two entries for one item; keep one a item.")
    where = np.searchsorted(sorted_ids, lists)
    known = where < len(ids)
    known[known] = sorted_ids[where[known]] == lists[known]
    missing = ~known & (lists >= 0)
    if missing.any():
        row, place = (int(i) for i in np.argwhere(missing)[0])
        raise ValueError(
            f"Item {lists[row, place]} in list {row} (counted from 0) is outside the catalogue: "
            f"{name} has no entry for it. Give every item of the catalogue one, 0 if need be; "
            "check also whether your ids count from 0 or from 1, and subtract 1 if one does."
        )
    positions = np.full(lists.shape, -1)
    positions[known & (lists >= 0)] = order[where[known & (lists >= 0)]]
    return table, positions


def _inside(lists, n_items):
    outside = lists >= n_items
    if outside.any():
        row, place = (int(i) for i in np.argwhere(outside)[0])
        raise ValueError(
            f"Item {lists[row, place]} in list {row} (counted from 0) is outside the catalogue, "
            f"which is 0 to {n_items - 1}. If your ids count from 1, subtract 1."
        )
    return lists
