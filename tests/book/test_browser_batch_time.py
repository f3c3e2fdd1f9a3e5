"""The batch size figure of chapter 16: its text agrees with the record and the counted costs."""

import json
from typing import Any

import pytest
from browsing import Component, printed_number

EXPLORABLE = "batch-time"
LAUNCH_S = (1.3e-6, 2.5e-6, 5e-6, 8e-6, 20e-6, 50e-6)  # seconds per launch


def steps(figure: Component, net: str) -> list[dict[str, Any]]:
    """Return the points of one network in the page, smallest batch first."""
    inside = figure.find("script[type='application/json']").text_content()
    (cpu,) = (record for record in json.loads(inside or "[]") if record["id"] == "cpu")
    points = [p for p in cpu["points"] if p["case"] == "step" and p.get("net") == net]
    return sorted(points, key=lambda point: point["batch"])


def lower_bound(point: dict[str, Any], launch_s: float) -> float:
    return float(point["least"] + point["launches"] * launch_s)


def first_batch_ahead(points: list[dict[str, Any]], launch_s: float) -> int | None:
    """Return the smallest batch size from which on the bound is below the measured time."""
    for i, point in enumerate(points):
        if all(lower_bound(later, launch_s) < later["time"] for later in points[i:]):
            return int(point["batch"])
    return None


@pytest.mark.parametrize(("button", "net"), [("digit reader", "digits"), ("LSTM", "lstm")])
@pytest.mark.parametrize("arrows", range(len(LAUNCH_S)))
def test_crossover_follows_from_the_launch_overhead(
    figure: Component, button: str, net: str, arrows: int
):
    figure.button(button).click()
    figure.set(launchTime=arrows)
    points, text = steps(figure, net), figure.text("chart-words")
    first = first_batch_ahead(points, LAUNCH_S[arrows])
    if first is None:
        assert "slower even for the largest" in text
    elif first == points[0]["batch"]:
        assert "for every batch size" in text
    else:
        assert f"from batch size {first:,} on" in text


def test_share_of_the_roof_equals_that_of_the_page(figure: Component):
    """The roof must come from the results file of the case, round by round."""
    figure.button("dense, MNIST's shape").click()
    figure.press("batch", "End")
    expression = "step[net=fcn,batch=256].rate / roof[kind=compute].rate."
    assert figure.number("share") == pytest.approx(
        printed_number(figure.page, expression), rel=0.02
    )


def test_bound_states_its_launches_and_no_speedup(figure: Component):
    """A ratio of a GPU's data sheet to two measured cores would be misleading as a speedup."""
    figure.button("digit reader").click()
    figure.press("batch", "Home")
    (point,) = (p for p in steps(figure, "digits") if p["batch"] == 1)
    bound = figure.text("ahead")
    assert bound.startswith("at least")
    assert bound.endswith(f"including {point['launches']} launches")
    assert "times" not in bound
