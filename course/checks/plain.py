"""Plain data as text, so that it can cross between two processes that do not trust each other.

    encode(value) -> text, decode(text) -> value

What crosses: None, ..., bool, numbers (int, float, Fraction, Decimal, numpy's), str, list, tuple,
dict, arrays of numbers or text, Series and DataFrame. Floats and arrays cross exactly. Types are
taken literally: an object that only claims to be a number, by a subclass or a method, does not
cross. Whatever the text holds, decode builds nothing else, and calls nothing of its sender's.
"""

import base64
import json
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd

MOST_PARTS = 300_000  # values inside one value
MOST_BYTES = 32_000_000  # of one text
MOST_ARRAY = 8_000_000  # bytes of one array
DEEPEST = 40  # lists in lists
NUMERIC = "biuf"


class NotPlain(TypeError):
    """The value cannot cross; the message says what it is."""


def encode(value):
    """The value as JSON text. Raises NotPlain."""
    text = json.dumps(_Encoder().part(value), separators=(",", ":"))
    if len(text) > MOST_BYTES:
        raise NotPlain("the value is too large")
    return text


def decode(text):
    """The value that a text stands for. Raises NotPlain for a text that encode cannot make."""
    if len(text) > MOST_BYTES:
        raise NotPlain("the value is too large")
    try:
        return _Decoder().part(json.loads(text))
    except NotPlain:
        raise
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, ArithmeticError,
            RecursionError, MemoryError) as problem:
        raise NotPlain(f"the text is no plain value ({type(problem).__name__})") from None


class _Encoder:
    def __init__(self):
        self.parts = 0

    def part(self, value, depth=0):
        self.parts += 1
        if self.parts > MOST_PARTS or depth > DEEPEST:
            raise NotPlain("the value is too large, or lists stand in lists without end")
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if value is ...:
            return {"...": 0}
        if kind is int:
            if value.bit_length() > 4096:
                raise NotPlain("the number has too many digits")
            return value if -(2**53) < value < 2**53 else {"int": hex(value)}
        if kind is float:
            return {"float": value.hex()}
        if kind in (Fraction, Decimal):
            return {"fraction" if kind is Fraction else "decimal": str(value)[:400]}
        if kind in (list, tuple):
            return {kind.__name__: [self.part(item, depth + 1) for item in value]}
        if kind is dict:
            return {"dict": [[self.part(key, depth + 1), self.part(item, depth + 1)]
                             for key, item in value.items()]}
        if kind is np.ndarray or (isinstance(value, np.generic) and kind.__module__ == "numpy"):
            return self.array(np.asarray(value), scalar=kind is not np.ndarray, depth=depth)
        if kind is pd.Series:
            return {"series": [self.array(value.to_numpy(), False, depth),
                               self.array(value.index.to_numpy(), False, depth)]}
        if kind is pd.DataFrame:
            return {"frame": [[self.part(str(name), depth),
                               self.array(value.iloc[:, at].to_numpy(), False, depth)]
                              for at, name in enumerate(value.columns)],
                    "index": self.array(value.index.to_numpy(), False, depth)}
        raise NotPlain(f"expected plain numbers, text, lists or arrays, got a value of type "
                       f"{kind.__name__[:40]}")

    def array(self, value, scalar, depth):
        if value.dtype.kind == "f" and value.dtype.itemsize > 8:
            value = value.astype(np.float64)  # the longest floats differ from machine to machine
        if value.dtype.kind in NUMERIC and value.dtype.itemsize <= 8:
            if value.nbytes > MOST_ARRAY:
                raise NotPlain("the array is too large")
            data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode("ascii")
            return {"scalar" if scalar else "array": [value.dtype.str, list(value.shape), data]}
        if scalar:
            return self.part(value.item(), depth + 1)
        return {"objects": [list(value.shape),
                            [self.part(item, depth + 1) for item in value.ravel().tolist()]]}


class _Decoder:
    def __init__(self):
        self.parts = 0

    def part(self, data):
        self.parts += 1
        if self.parts > 2 * MOST_PARTS:
            raise NotPlain("the value is too large")
        if data is None or type(data) in (bool, int, str):
            return data
        if type(data) is not dict or not data:
            raise NotPlain("the text is no plain value")
        (name, content), *rest = data.items()
        if rest and name != "frame":
            raise NotPlain("the text is no plain value")
        if name not in self.KINDS:
            raise NotPlain("the text is no plain value")
        return self.KINDS[name](self, data if name == "frame" else content)

    def _ellipsis(self, content):
        return ...

    def _int(self, content):
        return int(content[:1100], 16)

    def _float(self, content):
        return float.fromhex(content)

    def _fraction(self, content):
        if not re.fullmatch(r"-?\d{1,200}(/\d{1,200})?", content):
            raise NotPlain("the text is no plain value")
        return Fraction(content)

    def _decimal(self, content):
        return Decimal(content[:400])

    def _list(self, content):
        return [self.part(item) for item in content]

    def _tuple(self, content):
        return tuple(self.part(item) for item in content)

    def _dict(self, content):
        return {self.part(key): self.part(item) for key, item in content}

    def _array(self, content):
        kind, shape, data = content
        dtype = np.dtype(kind)
        if dtype.kind not in NUMERIC or dtype.itemsize > 8 or len(shape) > 8:
            raise NotPlain("the text is no plain value")
        return np.frombuffer(base64.b64decode(data), dtype).reshape(
            [int(n) for n in shape]).copy()

    def _scalar(self, content):
        return self._array(content)[()]

    def _objects(self, content):
        shape, items = content
        values = np.empty(len(items), dtype=object)
        values[:] = [self.part(item) for item in items]
        return values.reshape([int(n) for n in shape])

    def _series(self, content):
        values, index = content
        return pd.Series(self.part(values), index=self.part(index)).infer_objects()

    def _frame(self, data):
        columns = [[self.part(name), self.part(values)] for name, values in data["frame"]]
        frame = pd.DataFrame({at: values for at, (_, values) in enumerate(columns)},
                             index=self.part(data["index"]))
        frame.columns = [name for name, _ in columns]
        return frame.infer_objects()

    KINDS = {"...": _ellipsis, "int": _int, "float": _float, "fraction": _fraction,
             "decimal": _decimal, "list": _list, "tuple": _tuple, "dict": _dict,
             "array": _array, "scalar": _scalar, "objects": _objects, "series": _series,
             "frame": _frame}
