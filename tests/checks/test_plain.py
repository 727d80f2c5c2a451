"""Plain data crosses exactly; nothing else crosses, whatever the text says."""

import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.checks.plain import NotPlain, decode, encode


class Yes(float):
    """Claims to equal everything."""

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner)
    | st.dictionaries(st.text() | st.integers(), inner, max_size=3), max_leaves=20)


@given(VALUES)
def test_plain_values_cross_exactly(value):
    there = decode(encode(value))
    assert there == value and type(there) is type(value)


@pytest.mark.parametrize("value", [
    ..., Fraction(1, 3), Decimal("1.10"), 2**200, -(2**60), float("inf"), "\ud800",
])
def test_other_plain_values_too(value):
    assert decode(encode(value)) == value


@pytest.mark.parametrize("value", [
    np.arange(6).reshape(2, 3), np.array(2.5), np.float32([1.5, np.nan]), np.array([True]),
    np.zeros((0, 3)), np.array(["a", "b"], dtype=object), np.int8(3), np.bool_(True),
])
def test_arrays_keep_dtype_and_shape(value):
    there = decode(encode(value))
    np.testing.assert_array_equal(there, value)
    assert there.dtype == value.dtype and there.shape == value.shape


def test_series_and_frames():
    series = pd.Series([1.5, 2.0], index=["a", "b"])
    pd.testing.assert_series_equal(decode(encode(series)), series)
    frame = pd.DataFrame({"user": [1, 2], "name": ["x", "y"]}, index=[5, 6])
    there = decode(encode(frame))
    assert there.to_dict() == frame.to_dict() and list(there.dtypes) == list(frame.dtypes)


@pytest.mark.parametrize("value", [
    Yes(1), object(), lambda: 1, np.ma.array([1]), {1, 2}, (i for i in "a"), [10**5000],
    [Yes(1)],
    np.array([object()], dtype=object), complex(1, 2), type("Text", (str,), {})("a"),
], ids=lambda value: type(value).__name__)
def test_what_is_not_plain_does_not_cross(value):
    with pytest.raises(NotPlain):
        encode(value)


def test_lists_without_end_and_too_much_do_not_cross():
    endless = []
    endless.append(endless)
    for value in (endless, np.zeros(10**7), [0] * 1_100_000):
        with pytest.raises(NotPlain):
            encode(value)


@pytest.mark.parametrize("text", [
    "", "[", "[1]", '{"list": 1}', '{"int": 3}', '{"part": 1}', '{"array": ["O", [1], "AAAA"]}',
    '{"array": ["<f8", [1000000000], "AAAA"]}', '{"dict": [[{"list": []}, 1]]}', '{"_reduce_": 2}',
    '{"fraction": "1e1000000000"}', '{"float": "xyz"}', '{"scalar": ["<f8", [], "AAAA"]}',
    "[" * 100_000, '{"frame": 3, "index": 4}', '{"list": [], "tuple": []}', "1.5",
    json.dumps({"array": ["<U4000000000", [1], ""]}),
])
def test_whatever_the_text_holds_nothing_else_is_built(text):
    with pytest.raises(NotPlain):
        decode(text)
