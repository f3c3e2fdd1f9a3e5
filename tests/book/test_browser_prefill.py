"""The explorable of chapter 15: counts equal those of the suite, and bounds follow the roofs."""

import json
from typing import Any

import jax
import pytest
from browsing import Component

from manylanes.records import find_case

EXPLORABLE = "prefill-decode"
ONE, MANY = "decode[layout=heads,batch=1]", "decode[layout=heads,batch=32]"


def parse_number(text: str) -> float:
    value, unit = text.split()
    return float(value.replace(",", "")) * {"FLOP/B": 1, "MB": 1e6, "GB": 1e9}[unit]


def roofs(figure: Component) -> tuple[float, float]:
    records = figure.find("script[type='application/json']").text_content() or "[]"
    (record,) = (record for record in json.loads(records) if record["id"] == "cpu")
    points: list[dict[str, Any]] = [p for p in record["points"] if p["case"] == "roof"]
    return tuple(max(p[amount] / p["time"] for p in points) for amount in ("work", "bytes"))  # type: ignore[return-value]


def speeds(figure: Component) -> tuple[float, float]:
    """Return the tokens per second of the CPU in prefill and, for all requests, in decode."""
    line = figure.find("#machines li").first.inner_text().replace(",", "")
    return tuple(float(line.split(f"{phase} ")[1].split()[0]) for phase in ("prefill", "decode"))  # type: ignore[return-value]


@pytest.mark.parametrize(("choice", "label"), [("one request", ONE), ("32 requests", MANY)])
def test_decode_counts_agree_with_the_suite(figure: Component, choice: str, label: str):
    """The explorable ignores norms, softmax and intermediate arrays, and counts each input once."""
    figure.button(choice).click()
    case = find_case(label)
    least = sum(4 * leaf.size for leaf in jax.tree.leaves(case.inputs))
    assert parse_number(figure.text("decode")) == pytest.approx(case.work / least, rel=0.01)
    moved = parse_number(figure.text("weights")) + parse_number(figure.text("cache"))
    assert moved == pytest.approx(least, rel=0.01)


def test_decode_speed_is_limited_by_bandwidth(figure: Component):
    _, bandwidth = roofs(figure)
    moved = parse_number(figure.text("weights")) + parse_number(figure.text("cache"))
    assert speeds(figure)[1] == pytest.approx(bandwidth / moved, rel=0.02)
    figure.expect_announcement("tokens per second")
    assert "decode of one token for one request" in figure.text("chart-words")


def test_prefill_is_compute_bound(figure: Component):
    peak, _ = roofs(figure)
    work = find_case("prefill[tokens=512]").work
    assert speeds(figure)[0] == pytest.approx(512 * peak / work, rel=0.02)
    assert "(compute-bound)" in figure.find("#machines li").first.inner_text()
