"""Answers as plain numbers.

A returned object may define its own `==`. So nothing is compared before it is a float64.
"""

import math
import numbers
from decimal import Decimal

import numpy as np
import pandas as pd

from course.checks.words import tidy

TOLERANCE = 1e-6  # absolute


class Unreadable(Exception):
    """This is no number, or no list of numbers. The text says what came instead."""


def same(answer, expected):
    """Right: the same shape, and every number within the tolerance. NaN is never right."""
    return _close(answer, expected, nan_too=False)


def alike(first, second):
    """Did two functions do the same? Here NaN is like NaN; crashes and strange types are equal
    when they are of one kind."""
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return _close(first, second, nan_too=True)
    return type(first) is type(second) and first == second


def _close(first, second, nan_too):
    if first.shape != second.shape:
        return False
    pairs = zip(first.ravel().tolist(), second.ravel().tolist(), strict=True)
    return all(
        a == b or abs(a - b) <= TOLERANCE or (nan_too and math.isnan(a) and math.isnan(b))
        for a, b in pairs
    )


def read(value, like):
    """`value` as a float64 array with as many dimensions as `like` (0 or 1).

    Raises Unreadable for anything else.
    """
    return number(value) if np.ndim(like) == 0 else number_list(value)


def number(value):
    """A float64 array without dimensions, from any real number. Raises Unreadable."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = np.asarray(value).item()
    if not isinstance(value, (numbers.Real, Decimal, np.bool_)):
        raise Unreadable(f"{type_of(value)}, not a number")
    try:
        return np.array(float(value), dtype=np.float64)
    except OverflowError:
        return np.array(np.inf)
    except Exception:
        raise Unreadable(f"{type_of(value)} that does not turn into a number") from None


def number_list(value):
    """A float64 array (n,), from a list, tuple, array or Series. Raises Unreadable."""
    if isinstance(value, (pd.Series, pd.Index)):
        value = value.tolist()
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = np.asarray(value).tolist()
    if not isinstance(value, (list, tuple, range)):
        raise Unreadable(f"{type_of(value)}, not a list of numbers")
    found = []
    for place, item in enumerate(value, start=1):
        try:
            found.append(number(item))
        except Unreadable as error:
            raise Unreadable(f"a list with {error} at place {place}") from None
    return np.array(found, dtype=np.float64)


def type_of(value):
    """The type as part of a sentence: "None", "a str", "an int", "an array of shape (2, 3)"."""
    if value is None or value is ...:
        return "None" if value is None else "..."
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    name = tidy(type(value).__name__, 40) or "type without a name"
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def shown(value):
    """A number with at most six decimals, or a list of such numbers."""
    if np.ndim(value) == 1:
        return "[" + ", ".join(shown(item) for item in value) + "]"
    value = float(value)
    if not np.isfinite(value) or abs(value) >= 1e9:
        return f"{value:g}"
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
