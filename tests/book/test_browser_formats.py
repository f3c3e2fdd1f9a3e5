"""The explorable of chapter 11: the numbers of a format, held against what ml_dtypes has."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from browsing import Component

from manylanes.records import Record

NAMES = ["int8", "e5m2", "e4m3", "float16", "bfloat16", "TF32", "float32"]
DTYPES = {
    "e5m2": ml_dtypes.float8_e5m2,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
}


@pytest.fixture
def numbers(explorable: Callable[..., Component]) -> Component:
    return explorable("format-line")


def place(numbers: Component, name: str, power: int) -> None:
    numbers.press("format", "Home", *["ArrowRight"] * NAMES.index(name))
    key = "ArrowRight" if power > 0 else "ArrowLeft"
    numbers.button("from 1 to 2").click()
    numbers.press("format", "Home", *["ArrowRight"] * NAMES.index(name))
    numbers.press("power", *[key] * abs(power))


def positive(dtype: Any) -> np.ndarray:
    """Every finite number of a format above 0, from its bits."""
    width = np.dtype(dtype).itemsize * 8
    patterns = np.arange(2 ** (width - 1)).astype(f"uint{width}")
    with np.errstate(invalid="ignore"):  # a nan of few bits warns when it is widened
        values = patterns.view(dtype).astype(np.float64)
    return np.sort(values[np.isfinite(values) & (values > 0)])


def written(text: str) -> float:
    return float("".join(text.split()).replace(",", ""))


@pytest.mark.parametrize("power", [-24, -16, -9, 0, 3, 8, 15, 16])
@pytest.mark.parametrize("name", DTYPES)
def test_as_many_numbers_as_the_format_has(numbers: Component, name: str, power: int):
    place(numbers, name, power)
    all_of_it = positive(DTYPES[name])
    here = all_of_it[(all_of_it >= 2.0**power) & (all_of_it < 2.0 ** (power + 1))]
    if not len(here):
        assert numbers.text("step") == "none"
        assert f"{name} has no value" in numbers.text("rows-words")
        return
    above = all_of_it[all_of_it > here[0]]
    if len(above):
        assert written(numbers.text("step")) == pytest.approx(above[0] - here[0], rel=5e-3)
    said = re.sub(r"(?<=\d),(?=\d)", "", numbers.text("rows-words"))
    assert f"{name} has {len(here)} " in said
    if len(here) <= 64:
        assert numbers.find("#rows .number.chosen").count() == len(here)
    else:
        assert numbers.find("#rows .band.chosen").count() == 1


@pytest.mark.parametrize("name", DTYPES)
def test_the_ends_of_a_format(numbers: Component, name: str):
    place(numbers, name, 0)
    found = jnp.finfo(DTYPES[name])
    assert written(numbers.text("most")) == pytest.approx(float(found.max), rel=5e-3)
    assert written(numbers.text("least")) == pytest.approx(float(found.smallest_normal), rel=5e-3)
    if float(found.max) < 2**20:  # a whole number that readers know by heart
        assert numbers.text("most") == f"{float(found.max):,.0f}"
    assert numbers.text("bits-in-all") == str(found.bits)
    assert numbers.find("#bits .bit").count() == found.bits


def test_int8_counts_by_ones_and_ends(numbers: Component):
    place(numbers, "int8", 6)
    assert numbers.texts("step", "most") == ("1", "127")
    numbers.press("power", "ArrowRight")
    assert numbers.text("step") == "none"
    numbers.hears("int8 has no value from 128 to 256")


def test_where_bfloat16_stops_counting(numbers: Component):
    numbers.button("where bfloat16 stops counting").click()
    assert numbers.text("step") == "2"
    numbers.hears("bfloat16 has 128 values from 256 to 512, 2 apart")


def test_the_end_of_float16_is_named_to_the_last_digit(numbers: Component):
    numbers.button("the end of float16").click()
    numbers.hears("float16 has no value from 65,536 to 131,072")


def test_the_product_shown_is_added_up_in_32_bits(numbers: Component):
    """The record holds bfloat16 into bfloat16 as well, which is another product."""
    place(numbers, "bfloat16", 0)
    record = Record.from_book("xeon")
    taken = record.query("typed[n=1024,given=bf16,gives=f32].time").median
    assert f"{taken * 1e3:.3g}" in numbers.text("machines")
    place(numbers, "TF32", 0)
    assert "not measured in this format" in numbers.text("machines")
