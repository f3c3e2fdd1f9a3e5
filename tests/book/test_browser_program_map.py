"""The explorable of chapter 17, compared with the record."""

from __future__ import annotations

import pytest
from browsing import RECORDS, Component, seconds

EXPLORABLE = "program-map"
RECORD = RECORDS["epyc"]
# The cases of each button, in the order of the slider.
PROGRAMS = {
    "distances": [
        f"distances[way={way},n=4096]" for way in ("numpy", "broadcast", "written out", "product")
    ],
    "trees": [
        f"forest[way={way},depth={depth}]" for depth in (3, 6) for way in ("gathers", "products")
    ],
    "matrix \N{MIDDLE DOT} vector": [
        *(f"sparse[n=8192,stored={stored}]" for stored in (64, 512, 4096)),
        "dense[n=8192]",
    ],
    "sort": [f"sort[by={by},n=1048576]" for by in ("numpy", "jax")],
}


def measured(label: str) -> tuple[float, float, float]:
    """Return the operations per byte, the lower roof there, and the time."""
    (row,) = (row for row in RECORD.measurements if row.label == label)
    peak = RECORD.query("roof[kind=compute].rate").median
    bandwidth = RECORD.query("roof[kind=memory].bandwidth").median
    intensity = row.work / row.bytes
    return intensity, min(peak, bandwidth * intensity), row.quantity("time").median


@pytest.mark.parametrize("button", PROGRAMS)
def test_program_is_placed_by_its_counts_and_time(figure: Component, button: str):
    figure.button(button).click()
    figure.press("way", "Home")
    for label in PROGRAMS[button]:
        intensity, roof, time = measured(label)
        (row,) = (row for row in RECORD.measurements if row.label == label)
        said = figure.text("intensity").replace(",", "")
        assert float(said) == pytest.approx(intensity, rel=0.01)
        share = float(figure.text("share").removesuffix(" %"))
        assert share == pytest.approx(100 * row.work / time / roof, rel=0.01)
        shown = figure.find("#machines li").first.inner_text().replace("\u202f", " ")
        assert seconds(shown.rpartition(": ")[2]) == pytest.approx(time, rel=0.01)
        assert figure.text("least").startswith("at least")
        figure.press("way", "ArrowRight")


def test_limit_is_that_of_the_lower_roof(figure: Component):
    figure.button("sort").click()
    assert figure.text("wall") == "memory"
    figure.button("distances").click()
    assert figure.text("wall") == "arithmetic"
    figure.expect_announcement("under the arithmetic roof")


def test_new_program_starts_at_its_first_version(figure: Component):
    figure.press("way", "End")
    assert figure.text("way-value") == "one product"
    figure.button("sort").click()
    assert figure.text("way-value") == "NumPy"
    assert figure.button("sort").get_attribute("aria-pressed") == "true"
