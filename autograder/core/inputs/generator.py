"""Draw values from a key. Only this module converts raw Philox bits to numbers.

A library function such as `normal` may draw other values in its next version, but the raw bits of
Philox do not change. Floats are computed only with additions and products, so every machine gets
the same floats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeVar

import ml_dtypes  # noqa: F401  (registers "bfloat16" with NumPy)
import numpy as np

from autograder.core.messages.errors import CourseError
from manylanes._specs import TYPES

Shape = tuple[int, ...]
Real = float  # aliases, because the class Draw has methods `int` and `float`
Index = int
T = TypeVar("T")
Array = np.ndarray[Any, Any]
PUBLIC = b"public"
WORDS = (
    *("f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"),
    *("i32", "i16", "i8", "i4", "u32", "u8", "bool"),
)
DTYPES = {word: np.dtype(TYPES[word]) for word in WORDS}


def default_range(dtype: str) -> tuple[int, int]:
    """Return the bounds of the default range, both included.

    Sums of products of these small integers are exact in any order.
    """
    if dtype in ("bool", "i4"):
        return (0, 1) if dtype == "bool" else (-7, 7)
    return (0, 9) if dtype[0] == "u" else (-9, 9) if dtype[0] == "i" else (-3, 3)


@dataclass(frozen=True)
class ArraySpec:
    """An array before its values are drawn: its dtype, its shape and the range of its values."""

    dtype: str
    shape: tuple[int, ...]
    how: str = "whole"  # "whole" (integers), "real" (floats) or "normal"
    low: float = 0
    high: float = 0
    # Left out of comparisons and `repr`, because each call of `given` creates a new function.
    then: Callable[[Array], Array] | None = field(default=None, repr=False, compare=False)

    def draw(self, stream: Stream) -> Array:
        """Draw the values of this array. `then` gets them before they are converted to `dtype`."""
        if self.how == "whole":
            values = stream.whole(int(self.low), int(self.high), self.shape)
        elif self.how == "real":
            values = stream.real(self.low, self.high, self.shape)
        else:
            values = stream.normal(self.shape)
        values = self.then(values) if self.then else values
        return values.astype(DTYPES[self.dtype])


class Stream:
    """An endless sequence of values that depends only on the key and the labels.

    Each call returns the next values.
    """

    def __init__(self, key: bytes, *labels: object) -> None:
        text = b"\0".join([key, *(str(label).encode() for label in labels)])
        number = int.from_bytes(hashlib.sha256(text).digest()[:16], "little")
        self._bits = np.random.Philox(key=number)

    def raw(self, count: int) -> Array:
        """Return the next `count` raw 64-bit words."""
        words: Array = np.asarray(self._bits.random_raw(count))
        return words

    def whole(self, low: int, high: int, shape: tuple[int, ...] = ()) -> Array:
        """Return integers from low to high, both included. Raise CourseError if there are none."""
        if 0 in shape:
            return np.zeros(shape, np.int64)
        _check_range(low, high)
        if not -(1 << 63) <= low <= high < 1 << 63:
            problem = f"The range {low}..{high} exceeds 64-bit integers."
            raise CourseError(problem, "Choose a smaller range.")
        words = self.raw(prod(shape)) % np.uint64(high - low + 1)
        return (words.astype(np.int64) + low).reshape(shape)

    def real(self, low: float, high: float, shape: tuple[int, ...] = ()) -> Array:
        """Return floats from low to high; before rounding, high is excluded.

        Raise CourseError if low is greater than high.
        """
        if 0 not in shape:
            _check_range(low, high)
        unit = (self.raw(prod(shape)) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return (low + (high - low) * unit).reshape(shape)

    def normal(self, shape: tuple[int, ...] = ()) -> Array:
        """Return values with mean 0 and variance 1: the sum of twelve uniform values minus six.

        The usual method needs a logarithm, whose result may differ between machines.
        """
        result = np.zeros(prod(shape))
        for row in self.real(0.0, 1.0, (12, prod(shape))):
            result = result + row  # a fixed order, unlike the order in a library's sum
        return (result - 6.0).reshape(shape)


class Draw:
    """The random generator that a callable `given` receives as its argument.

    Numbers and choices are drawn immediately. Arrays are returned as specs, whose values are drawn
    later. In case 0, `int` returns the lower bound, and `pick` the first item.
    """

    def __init__(self, stream: Stream, case_index: Index = 1) -> None:
        self._stream = stream
        self._case_index = case_index
        self._least = case_index == 0

    def int(self, low: int, high: int) -> int:
        """Return an integer from low to high, both included."""
        return low if self._least else int(self._stream.whole(low, high))

    def float(self, low: float, high: float) -> float:
        """Return a float from low to high, which is rounded to three significant digits."""
        return round_to_three_digits(float(self._stream.real(low, high)), low, high)

    def pick(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return items[self.int(0, len(items) - 1)]

    def each(self, items: Sequence[T]) -> T:
        """Return the first item in case 0 and the next item in each later case, in a cycle.

        If there are enough cases, no boundary value is left out by chance. If two lists have
        coprime lengths, the cases contain every pair of their items.
        """
        return items[self._case_index % len(items)]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return all items in random order."""
        words = self._stream.raw(len(items))
        return [items[i] for i in np.argsort(words, kind="stable")]

    def array(
        self,
        dtype: str,
        shape: Shape,
        low: Real | None = None,
        high: Real | None = None,
        then: Callable[[Array], Array] | None = None,
    ) -> ArraySpec:
        """Return an array spec. If a bound is a float, the values are real numbers.

        Missing bounds are those of `default_range`. `then` may sort or scale the values.
        """
        least, most = default_range(dtype)
        low, high = least if low is None else low, most if high is None else high
        real = isinstance(low, np.floating | float) or isinstance(high, np.floating | float)
        return ArraySpec(dtype, tuple(shape), "real" if real else "whole", low, high, then)


def _check_range(low: float, high: float) -> None:
    if low > high:
        remedy = "Write the lower bound first; it may not be greater than the upper bound."
        raise CourseError(f"The range {low}..{high} contains no value.", remedy)


def round_to_three_digits(number: float, low: float, high: float) -> float:
    """Round to three significant digits within the range, so that the number is easy to retype."""
    return min(max(float(f"{number:.3g}"), low), high)
