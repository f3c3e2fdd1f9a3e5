"""The explorable of chapter 16: its statements about a batch follow from record and counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsing import Component

HANDING = (1.3e-6, 2.5e-6, 5e-6, 8e-6, 20e-6, 50e-6)  # a launch


@pytest.fixture
def batches(explorable: Callable[..., Component]) -> Component:
    return explorable("batch-time")


def steps(batches: Component, net: str) -> list[dict[str, Any]]:
    """What the page was given of one network, smallest batch first."""
    inside = batches.find("script[type='application/json']").text_content()
    (cpu,) = (record for record in json.loads(inside or "[]") if record["id"] == "cpu")
    found = [p for p in cpu["points"] if p["case"] == "step" and p.get("net") == net]
    return sorted(found, key=lambda point: point["batch"])


def counted(point: dict[str, Any], handing: float) -> float:
    return float(point["least"] + point["launches"] * handing)


def ahead_from(there: list[dict[str, Any]], handing: float) -> int | None:
    """By trying: the smallest batch from which on the bound lies below the clock."""
    for i, point in enumerate(there):
        if all(counted(later, handing) < later["time"] for later in there[i:]):
            return int(point["batch"])
    return None


@pytest.mark.parametrize(("button", "net"), [("digit reader", "digits"), ("LSTM", "lstm")])
@pytest.mark.parametrize("arrows", range(len(HANDING)))
def test_the_crossover_follows_from_what_it_costs_to_hand_over(
    batches: Component, button: str, net: str, arrows: int
):
    batches.button(button).click()
    batches.press("handing", "Home", *["ArrowRight"] * arrows)
    there, said = steps(batches, net), batches.text("chart-words")
    first = ahead_from(there, HANDING[arrows])
    if first is None:
        assert "slower even for the largest" in said
    elif first == there[0]["batch"]:
        assert "for every batch size" in said
    else:
        assert f"from batch size {first:,} on" in said


def test_a_bound_is_below_every_clock_and_grows_with_the_batch(batches: Component):
    for net in ("digits", "fcn", "alexnet", "resnet", "lstm"):
        there = steps(batches, net)
        assert len(there) >= 3
        least = [point["least"] for point in there]
        assert least == sorted(least)
        assert all(point["launches"] >= 5 for point in there)
        assert all(point["least"] < point["time"] for point in there)


def test_another_network_keeps_the_batch_if_it_has_it(batches: Component):
    batches.button("dense, MNIST's shape").click()
    batches.press("batch", "End")
    assert batches.text("batch-value") == "256"
    batches.button("ResNet's shape").click()
    assert batches.text("batch-value") == "16"
    batches.hears("Batch size 16")


def test_a_share_of_the_roof_is_the_one_that_the_page_prints(batches: Component):
    """By the roof of the case's own sheet, round by round: by another it was another share."""
    batches.button("dense, MNIST's shape").click()
    batches.press("batch", "End")
    asked = "step[net=fcn,batch=256].rate / roof[kind=compute].rate."
    card = batches.page.locator("article .origin-card", has_text=asked).first
    printed = card.locator("xpath=preceding-sibling::a").text_content()
    share, of = (float(text.split()[0]) for text in (batches.text("share"), printed or ""))
    assert share == pytest.approx(of, rel=0.02)


def test_what_is_counted_is_said_with_its_launches_and_no_factor(batches: Component):
    """Two cores against the data sheet of a whole GPU, launched for nothing, are no factor."""
    batches.button("digit reader").click()
    batches.press("batch", "Home")
    (point,) = (p for p in steps(batches, "digits") if p["batch"] == 1)
    said = batches.text("ahead")
    assert said.startswith("at least")
    assert said.endswith(f"including {point['launches']} launches")
    assert "times" not in said
