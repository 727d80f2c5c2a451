"""What the accuracy metrics share: checking a cutoff and a relevance array.

A relevance array holds one number for each place of a list, the best place first.
Every metric looks at the last axis, so one list has shape ``(L,)`` and a class of users
has shape ``(n_users, L)``.
"""

from operator import index

import numpy as np

GAINS = ("linear", "exponential", "binary")
DENOMINATORS = ("relevant", "min")


def cutoff(k):
    """Return ``k`` as an int; ValueError if it is not a whole number of at least 1."""
    try:
        number = 0 if isinstance(k, (bool, np.bool_)) else index(k)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"k must be a whole number of at least 1, such as 10; you gave {k!r}.")
    return number


def choice(name, value, choices):
    """Return ``value`` if it is one of ``choices``; otherwise ValueError with the choices."""
    if not isinstance(value, str) or value not in choices:
        listed = ", ".join(repr(one) for one in choices)
        raise ValueError(f"{name} must be one of {listed}; you gave {value!r}.")
    return value


def grades(values, name="relevance"):
    """Return ``values`` as a checked array of shape ``(L,)`` or ``(n_users, L)``.

    Every value must be a number that is finite and not negative. Otherwise ValueError,
    which names the row and the place.
    """
    try:
        array = np.asarray(values)
        if array.dtype == object:
            array = array.astype(float)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} must be one list of numbers, or a table with rows of equal length; "
            "fill short rows with 0."
        ) from None
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold numbers; yours holds {array.dtype}.")
    if array.ndim not in (1, 2):
        raise ValueError(
            f"{name} must have the shape (L,) for one list or (n_users, L) for several; "
            f"yours has the shape {array.shape}."
        )
    # True and False are always fine; looking through them again would only cost time.
    if array.dtype.kind == "b" or array.size == 0:
        return array
    if not array.min() >= 0 or (array.dtype.kind == "f" and array.max() == np.inf):
        wrong = ~((array >= 0) & (array < np.inf))
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        where = f"row {place[0]}, place {place[1]}" if len(place) == 2 else f"place {place[0]}"
        raise ValueError(
            f"{name} must be finite and not negative; "
            f"{where} (counted from 0) holds {array[place]}."
        )
    return array


def hits_in(relevance):
    """Return True where ``relevance`` is above 0, for a checked array of grades."""
    relevance = grades(relevance)
    return relevance if relevance.dtype.kind == "b" else relevance > 0


def relevant_counts(n_relevant, hits):
    """Return the number of relevant items of each user, checked against the hits.

    ``hits`` marks the hits in the whole list. With ``n_relevant=None`` the hits in the
    list are all there is.
    """
    found = np.count_nonzero(hits, axis=-1)
    if n_relevant is None:
        return found
    try:
        counts = np.asarray(n_relevant)
        whole = counts.dtype.kind in "iu" or (
            counts.dtype.kind == "f" and bool((np.floor(counts) == counts).all())
        )
    except (TypeError, ValueError):
        whole = False
    if not whole:
        raise ValueError(
            "n_relevant must be the number of relevant items: one whole number for one list, "
            "one a user for several."
        )
    if counts.ndim > 1 or (counts.ndim == 1 and counts.shape != np.shape(found)):
        raise ValueError(
            f"n_relevant must be one number, or one a user, as many as rows in relevance; "
            f"its shape is {counts.shape}, the number of rows {np.shape(found)}."
        )
    short = counts < found
    if short.any():
        row = int(np.argmax(short))
        where = f"row {row} (counted from 0)" if np.ndim(found) else "the list"
        given = np.broadcast_to(counts, short.shape).flat[row]
        raise ValueError(
            f"n_relevant must count all the user's relevant items, but it is {given} and "
            f"{where} alone holds {np.ravel(found)[row]}."
        )
    return counts


def share(part, whole):
    """Divide ``part`` by ``whole``; where ``whole`` is 0 the answer is 0.0, never NaN."""
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=float), whole)
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


def answer(values):
    """Return a Python float for one list and a float array for several."""
    return float(values) if np.ndim(values) == 0 else np.asarray(values, dtype=float)
