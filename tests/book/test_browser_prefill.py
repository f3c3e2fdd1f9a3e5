"""The explorable of chapter 15: counts as the suite makes them, bounds as the roofs set them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jax
import pytest
from browsing import Component

from manylanes.records import find_case

ONE, MANY = "decode[kept=heads,batch=1]", "decode[kept=heads,batch=32]"


@pytest.fixture
def served(explorable: Callable[..., Component]) -> Component:
    return explorable("prefill-decode")


def number(text: str) -> float:
    value, unit = text.split()
    return float(value.replace(",", "")) * {"FLOP/B": 1, "MB": 1e6, "GB": 1e9}[unit]


def roofs(served: Component) -> tuple[float, float]:
    told = served.find("script[type='application/json']").text_content() or "[]"
    (record,) = (one for one in json.loads(told) if one["id"] == "cpu")
    points: list[dict[str, Any]] = [p for p in record["points"] if p["case"] == "roof"]
    return tuple(max(p[what] / p["time"] for p in points) for what in ("work", "bytes"))  # type: ignore[return-value]


def speeds(served: Component) -> tuple[float, float]:
    """Tokens per second of the CPU: in prefill, and in decode for all requests together."""
    line = served.find("#machines li").first.inner_text().replace(",", "")
    return tuple(float(line.split(f"{phase} ")[1].split()[0]) for phase in ("prefill", "decode"))  # type: ignore[return-value]


@pytest.mark.parametrize(("choice", "label"), [("one request", ONE), ("32 requests", MANY)])
def test_decode_is_counted_as_the_suite_counts_it(served: Component, choice: str, label: str):
    """Its work but for norms and softmax; each number that goes in is moved once, and what a
    program writes between its steps is left out."""
    served.button(choice).click()
    told = find_case(label)
    least = sum(4 * leaf.size for leaf in jax.tree.leaves(told.inputs))
    assert number(served.text("decode")) == pytest.approx(told.work / least, rel=0.01)
    moved = number(served.text("weights")) + number(served.text("cache"))
    assert moved == pytest.approx(least, rel=0.01)


def test_decode_is_bounded_by_the_bandwidth(served: Component):
    _, bandwidth = roofs(served)
    moved = number(served.text("weights")) + number(served.text("cache"))
    assert speeds(served)[1] == pytest.approx(bandwidth / moved, rel=0.02)
    served.hears("tokens per second")
    assert "decode of one token for one request" in served.text("chart-words")


def test_prefill_is_compute_bound(served: Component):
    peak, _ = roofs(served)
    work = find_case("prefill[words=512]").work
    assert speeds(served)[0] == pytest.approx(512 * peak / work, rel=0.02)
    assert "(compute-bound)" in served.find("#machines li").first.inner_text()


def test_the_batch_size_changes_the_intensity_of_decode_only(served: Component):
    before = served.texts("prefill", "decode")
    served.press("batch", "End")
    after = served.texts("prefill", "decode")
    assert after[0] == before[0]
    assert number(after[1]) > 4 * number(before[1])


def test_a_cache_that_is_all_there_is_to_move_ends_the_gain(served: Component):
    """Weights are shared, caches are not: from some batch on a further reader gains nothing."""
    served.press("length", "End")
    served.press("batch", "End")
    most = speeds(served)[1]
    assert served.text("length-value") == "16,384"
    assert "16,384 tokens" in served.text("chart-words")
    assert "for each of 512 requests" in served.text("chart-words")
    served.press("batch", "ArrowLeft")
    assert speeds(served)[1] == pytest.approx(most, rel=0.02)
