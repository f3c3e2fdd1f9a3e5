"""The explorable of chapter 09: dispatches of the host, and measured times."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component, seconds

US = 1e-6


@pytest.fixture
def line(explorable: Callable[..., Component]) -> Component:
    return explorable("time-line")


@pytest.mark.parametrize(
    ("preset", "back", "done", "busy"),
    [
        ("launches hidden", 12, 50, "96"),
        ("launch-bound", 48, 50, "24"),
        ("launch-bound, as a command graph", 16, 31, "39"),
        ("loss printed at each step", 44, 48, "50"),
    ],
)
def test_measured_times_agree_with_the_rows(
    line: Component, preset: str, back: float, done: float, busy: str
) -> None:
    line.button(preset).click()
    assert seconds(line.text("back")) == pytest.approx(back * US, rel=0.01)
    assert seconds(line.text("done")) == pytest.approx(done * US, rel=0.01)
    assert line.text("busy").startswith(busy)
    assert line.find("#rows .device").count() == 6
    assert line.find("#rows .host").count() == (1 if "graph" in preset else 6)


def test_one_kernel_takes_the_same_time_in_both_waiting_modes(line: Component) -> None:
    line.press("calls", "Home")
    for way in ("Home", "ArrowRight"):
        line.press("way", way)
        assert seconds(line.text("done")) == pytest.approx(10 * US, rel=0.01)
    line.expect_announcement("1 kernel, wait after each kernel")
