"""The explorable of chapter 11: the values of a format, compared with those of ml_dtypes."""

from __future__ import annotations

import re
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from browsing import Component

from manylanes.records import Record

EXPLORABLE = "format-line"
NAMES = ["int8", "e5m2", "e4m3", "float16", "bfloat16", "TF32", "float32"]
DTYPES = {
    "e5m2": ml_dtypes.float8_e5m2,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
}


def select_interval(figure: Component, name: str, power: int) -> None:
    figure.press("format", "Home", *["ArrowRight"] * NAMES.index(name))
    key = "ArrowRight" if power > 0 else "ArrowLeft"
    figure.button("from 1 to 2").click()
    figure.press("format", "Home", *["ArrowRight"] * NAMES.index(name))
    figure.press("power", *[key] * abs(power))


def positive_values(dtype: Any) -> np.ndarray:
    """Return all finite positive values of a format, from their bits."""
    width = np.dtype(dtype).itemsize * 8
    patterns = np.arange(2 ** (width - 1)).astype(f"uint{width}")
    with np.errstate(invalid="ignore"):  # the conversion of a short NaN warns
        values = patterns.view(dtype).astype(np.float64)
    return np.sort(values[np.isfinite(values) & (values > 0)])


def parse_number(text: str) -> float:
    return float("".join(text.split()).replace(",", ""))


@pytest.mark.parametrize("power", [-24, -16, -9, 0, 3, 8, 15, 16])
@pytest.mark.parametrize("name", DTYPES)
def test_interval_shows_the_number_of_values_and_their_distance(
    figure: Component, name: str, power: int
):
    select_interval(figure, name, power)
    all_of_it = positive_values(DTYPES[name])
    here = all_of_it[(all_of_it >= 2.0**power) & (all_of_it < 2.0 ** (power + 1))]
    if not len(here):
        assert figure.text("step") == "none"
        assert f"{name} has no value" in figure.text("rows-words")
        return
    above = all_of_it[all_of_it > here[0]]
    if len(above):
        assert parse_number(figure.text("step")) == pytest.approx(above[0] - here[0], rel=5e-3)
    said = re.sub(r"(?<=\d),(?=\d)", "", figure.text("rows-words"))
    assert f"{name} has {len(here)} " in said
    if len(here) <= 64:
        assert figure.find("#rows .number.chosen").count() == len(here)
    else:
        assert figure.find("#rows .band.chosen").count() == 1


@pytest.mark.parametrize("name", DTYPES)
def test_largest_and_smallest_values_are_right(figure: Component, name: str):
    select_interval(figure, name, 0)
    found = jnp.finfo(DTYPES[name])
    assert parse_number(figure.text("most")) == pytest.approx(float(found.max), rel=5e-3)
    assert parse_number(figure.text("least")) == pytest.approx(
        float(found.smallest_normal), rel=5e-3
    )
    if float(found.max) < 2**20:  # an integer that readers know
        assert figure.text("most") == f"{float(found.max):,.0f}"
    assert figure.text("bits-in-all") == str(found.bits)
    assert figure.find("#bits .bit").count() == found.bits


def test_int8_has_steps_of_one_and_a_maximum(figure: Component):
    select_interval(figure, "int8", 6)
    assert figure.texts("step", "most") == ("1", "127")
    figure.press("power", "ArrowRight")
    assert figure.text("step") == "none"
    figure.expect_announcement("int8 has no value from 128 to 256")


def test_bfloat16_has_steps_of_two_from_256(figure: Component):
    figure.button("where bfloat16 stops counting").click()
    assert figure.text("step") == "2"
    figure.expect_announcement("bfloat16 has 128 values from 256 to 512, 2 apart")


def test_limit_of_float16_is_exact(figure: Component):
    figure.button("the end of float16").click()
    figure.expect_announcement("float16 has no value from 65,536 to 131,072")


def test_shown_product_accumulates_in_float32(figure: Component):
    """The record also contains a product with bfloat16 results."""
    select_interval(figure, "bfloat16", 0)
    record = Record.from_book("xeon")
    taken = record.query("typed[n=1024,given=bf16,gives=f32].time").median
    assert f"{taken * 1e3:.3g}" in figure.text("machines")
    select_interval(figure, "TF32", 0)
    assert "not measured in this format" in figure.text("machines")
