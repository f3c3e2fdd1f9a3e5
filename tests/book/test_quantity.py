"""Formatting of numbers, and evaluation of conditions."""

import pytest
from _ext.numbers.condition import holds
from _ext.numbers.quantity import NARROW, format_median, format_number, size_of, units_of
from _ext.numbers.records import format_bytes

from manylanes.records import Quantity


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 3, "0"),
        (9.996, 3, "10.0"),
        (112.3, 2, "110"),
        (1234, 3, "1,230"),
    ],
)
def test_number_has_significant_digits_and_no_exponent(value, digits, text):
    assert format_number(value, digits) == text


@pytest.mark.parametrize(
    ("base", "median", "unit"),
    [
        ("s", 3e-6, "µs"),
        ("s", 1e-12, "ns"),
        ("FLOP/s", 3.4e11, "GFLOP/s"),
        ("B/s", 4.8e12, "TB/s"),
        ("B", 2048.0, "kB"),  # KiB only on request
        ("FLOP/B", 0.5, "FLOP/B"),
    ],
)
def test_unit_is_the_largest_with_a_value_of_at_least_one(base, median, unit):
    assert size_of(base, None, median) == (unit, units_of(base)[unit])


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (512, "512 B"), (1 << 10, "1 KiB"), (3 << 29, "1.5 GiB")]
)
def test_bytes_have_the_largest_binary_unit_that_fits(size, text):
    assert format_bytes(size) == text.replace(" ", NARROW)


def test_spread_determines_the_number_of_digits():
    assert format_median(Quantity(0.1234, 0.123, 0.124, "s")) == f"123{NARROW}ms"
    assert format_median(Quantity(0.1234, 0.08, 0.2, "s")) == f"120{NARROW}ms"


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("value < 3", False),
        ("value > 3 and high < 7", True),
        ("not value < 3 or low < 0", True),
        ("3 < value < 6", True),
        ("low >= -4e0", True),
        ("value <= 4.9", False),
    ],
)
def test_condition_compares_values(text, truth):
    assert holds(text, {"median": 5.0, "low": 4.0, "high": 6.0}) is truth


@pytest.mark.parametrize(
    "text",
    ["value", "5", "value <", "value == 5", "speed > 1", "value.real > 1", "f(value) > 1",
     "value > 1 or print(1)", "__import__('os').getpid() > 0", "value > True < 'a'"],
)  # fmt: skip
def test_condition_rejects_other_expressions(text):
    with pytest.raises(ValueError, match="compare value, low or high with numbers"):
        holds(text, {"median": 5.0, "low": 4.0, "high": 6.0})


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (16896, "", "16,896"),
        (7.3946, "", "7.39"),
        (128, "B", f"128{NARROW}B"),
    ],
)
def test_stated_values_keep_their_digits(value, unit, text):
    assert format_median(Quantity.exact(value, unit), is_stated=True) == text
