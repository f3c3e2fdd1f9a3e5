"""The explorable of chapter 15: counts equal those of the suite, and bounds follow the roofs."""

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
def phases(explorable: Callable[..., Component]) -> Component:
    return explorable("prefill-decode")


def parse_number(text: str) -> float:
    value, unit = text.split()
    return float(value.replace(",", "")) * {"FLOP/B": 1, "MB": 1e6, "GB": 1e9}[unit]


def roofs(phases: Component) -> tuple[float, float]:
    told = phases.find("script[type='application/json']").text_content() or "[]"
    (record,) = (one for one in json.loads(told) if one["id"] == "cpu")
    points: list[dict[str, Any]] = [p for p in record["points"] if p["case"] == "roof"]
    return tuple(max(p[what] / p["time"] for p in points) for what in ("work", "bytes"))  # type: ignore[return-value]


def speeds(phases: Component) -> tuple[float, float]:
    """Return the tokens per second of the CPU in prefill and, for all requests, in decode."""
    line = phases.find("#machines li").first.inner_text().replace(",", "")
    return tuple(float(line.split(f"{phase} ")[1].split()[0]) for phase in ("prefill", "decode"))  # type: ignore[return-value]


@pytest.mark.parametrize(("choice", "label"), [("one request", ONE), ("32 requests", MANY)])
def test_decode_counts_agree_with_the_suite(phases: Component, choice: str, label: str):
    """The explorable ignores norms, softmax and intermediate arrays, and counts each input once."""
    phases.button(choice).click()
    told = find_case(label)
    least = sum(4 * leaf.size for leaf in jax.tree.leaves(told.inputs))
    assert parse_number(phases.text("decode")) == pytest.approx(told.work / least, rel=0.01)
    moved = parse_number(phases.text("weights")) + parse_number(phases.text("cache"))
    assert moved == pytest.approx(least, rel=0.01)


def test_decode_speed_is_limited_by_bandwidth(phases: Component):
    _, bandwidth = roofs(phases)
    moved = parse_number(phases.text("weights")) + parse_number(phases.text("cache"))
    assert speeds(phases)[1] == pytest.approx(bandwidth / moved, rel=0.02)
    phases.expect_announcement("tokens per second")
    assert "decode of one token for one request" in phases.text("chart-words")


def test_prefill_is_compute_bound(phases: Component):
    peak, _ = roofs(phases)
    work = find_case("prefill[words=512]").work
    assert speeds(phases)[0] == pytest.approx(512 * peak / work, rel=0.02)
    assert "(compute-bound)" in phases.find("#machines li").first.inner_text()


def test_batch_size_changes_only_the_intensity_of_decode(phases: Component):
    before = phases.texts("prefill", "decode")
    phases.press("batch", "End")
    after = phases.texts("prefill", "decode")
    assert after[0] == before[0]
    assert parse_number(after[1]) > 4 * parse_number(before[1])


def test_large_caches_end_the_gain_from_batching(phases: Component):
    """Requests share the weights but not the caches."""
    phases.press("length", "End")
    phases.press("batch", "End")
    most = speeds(phases)[1]
    assert phases.text("length-value") == "16,384"
    assert "16,384 tokens" in phases.text("chart-words")
    assert "for each of 512 requests" in phases.text("chart-words")
    phases.press("batch", "ArrowLeft")
    assert speeds(phases)[1] == pytest.approx(most, rel=0.02)
