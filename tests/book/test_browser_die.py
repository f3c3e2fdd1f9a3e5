"""The die area in a browser: sliders, presets, throughput and messages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component


@pytest.fixture
def die(explorable: Callable[..., Component]) -> Component:
    return explorable("die-budget")


def figures(die: Component) -> tuple[str, ...]:
    return die.texts("cores", "chain", "crowd", "speed")


def test_design_shows_its_throughput(die: Component):
    assert figures(die) == ("5", "13.4 per cycle", "100 per cycle", "93.9 per cycle")
    die.button("the smallest cores").click()
    # 1 / (0.01 / 1 + 0.99 / 500)
    assert figures(die) == ("500", "1 per cycle", "500 per cycle", "83.5 per cycle")
    die.button("rows of lanes").click()
    assert figures(die)[:3] == ("10", "3.16 per cycle", "900 per cycle")


def test_every_core_is_drawn_with_its_area(die: Component):
    for name in ("a few large cores", "rows of lanes", "one giant core", "the smallest cores"):
        die.button(name).click()
        cores = int(die.text("cores"))
        assert die.find("#die rect.lanes").count() == cores
        overlap = die.find("#die").evaluate(
            """svg => {
              const [frame, ...parts] = [...svg.querySelectorAll("rect")].map(e => e.getBBox());
              const right = frame.x + frame.width, foot = frame.y + frame.height;
              return parts.some(p => p.x < frame.x || p.y < frame.y || p.width <= 0
                || p.x + p.width > right || p.y + p.height > foot);
            }"""
        )
        assert not overlap


def test_arrow_keys_divide_the_area_between_control_and_lanes(die: Component):
    die.press("control", "ArrowRight")
    assert die.texts("control-value", "cores") == ("200", "4")
    assert "120 tiles are left over" in die.text("die-words")
    die.press("control", "End")
    die.press("lanes", "End")
    assert die.texts("lanes-value", "control-value") == ("900", "100")
    die.expect_announcement("1 core of 100 for control and cache and 900 for lanes")


def test_dependent_program_runs_at_the_speed_of_one_chain(die: Component):
    die.press("share", "End")
    assert die.text("share-value") == "100 %"
    assert figures(die)[3] == figures(die)[1]
    die.press("share", "Home")
    assert figures(die)[2:] == ("100 per cycle", "99.9 per cycle")


def test_large_cores_win_if_a_tenth_of_the_operations_is_dependent(die: Component):
    die.press("share", *["ArrowRight"] * 3)
    words = die.text("chart-words")
    assert "If 10 % of the operations are dependent" in words
    assert "a few large cores 60.8, rows of lanes 30.7" in words


def test_measurement_is_shown_next_to_the_model(die: Component):
    assert "GFLOP/s and" in die.text("machines")
    assert "a factor of about" in die.text("machines")
