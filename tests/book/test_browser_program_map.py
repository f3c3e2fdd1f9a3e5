"""The explorable of chapter 17, compared with the record."""

import pytest
from browsing import RECORDS, Component, seconds

EXPLORABLE = "program-map"
RECORD = RECORDS["epyc"]
# The cases of each button, in the order of the slider.
PROGRAMS = {
    "distances": [
        f"distances[method={method},n=4096]"
        for method in ("numpy", "broadcast", "unrolled", "product")
    ],
    "trees": [
        f"forest[method={method},depth={depth}]"
        for depth in (3, 6)
        for method in ("gathers", "products")
    ],
    "matrix \N{MIDDLE DOT} vector": [
        *(f"sparse[n=8192,nnz_per_row={count}]" for count in (64, 512, 4096)),
        "dense[n=8192]",
    ],
    "sort": [f"sort[method={method},n=1048576]" for method in ("numpy", "jax")],
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
        assert figure.number("intensity") == pytest.approx(intensity, rel=0.01)
        assert figure.number("share") == pytest.approx(100 * row.work / time / roof, rel=0.01)
        line = figure.find("#machines li").first.inner_text().replace("\u202f", " ")
        assert seconds(line.rpartition(": ")[2]) == pytest.approx(time, rel=0.01)
        assert figure.text("least").startswith("at least")
        figure.press("way", "ArrowRight")
