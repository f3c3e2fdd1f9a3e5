"""The explorable of chapter 11: the values of a format, compared with those of ml_dtypes."""

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
    figure.button("from 1 to 2").click()
    figure.set(format=NAMES.index(name))
    figure.press("power", *["ArrowRight" if power > 0 else "ArrowLeft"] * abs(power))


def positive_values(dtype: Any) -> np.ndarray:
    """Return all finite positive values of a format, from their bits."""
    width = np.dtype(dtype).itemsize * 8
    patterns = np.arange(2 ** (width - 1)).astype(f"uint{width}")
    with np.errstate(invalid="ignore"):  # the conversion of a short NaN warns
        values = patterns.view(dtype).astype(np.float64)
    return np.sort(values[np.isfinite(values) & (values > 0)])


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
        assert figure.number("step") == pytest.approx(above[0] - here[0], rel=5e-3)
    text = re.sub(r"(?<=\d),(?=\d)", "", figure.text("rows-words"))
    assert f"{name} has {len(here)} " in text
    if len(here) <= 64:
        assert figure.count("#rows .number.chosen") == len(here)
    else:
        assert figure.count("#rows .band.chosen") == 1


@pytest.mark.parametrize("name", DTYPES)
def test_largest_and_smallest_normal_values_are_right(figure: Component, name: str):
    select_interval(figure, name, 0)
    info = jnp.finfo(DTYPES[name])
    assert figure.number("most") == pytest.approx(float(info.max), rel=5e-3)
    assert figure.number("least") == pytest.approx(float(info.smallest_normal), rel=5e-3)
    if float(info.max) < 2**20:  # small enough to be printed as an integer
        assert figure.text("most") == f"{float(info.max):,.0f}"
    assert figure.text("bits-in-all") == str(info.bits)
    assert figure.count("#bits .bit") == info.bits


def test_shown_product_accumulates_in_float32(figure: Component):
    """The record also contains a product with bfloat16 results, which must not be shown."""
    select_interval(figure, "bfloat16", 0)
    record = Record.from_book("xeon")
    taken = record.query("typed_gemm[n=1024,dtype=bf16,out_dtype=f32].time").median
    assert f"{taken * 1e3:.3g}" in figure.text("machines")
    select_interval(figure, "TF32", 0)
    assert "not measured in this format" in figure.text("machines")
