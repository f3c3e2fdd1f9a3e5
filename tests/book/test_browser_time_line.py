"""The explorable of chapter 09: dispatches of the host, and measured times."""

from __future__ import annotations

import pytest
from browsing import Component, seconds

EXPLORABLE = "time-line"
US = 1e-6


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
    figure: Component, preset: str, back: float, done: float, busy: str
) -> None:
    figure.button(preset).click()
    assert seconds(figure.text("back")) == pytest.approx(back * US, rel=0.01)
    assert seconds(figure.text("done")) == pytest.approx(done * US, rel=0.01)
    assert figure.text("busy").startswith(busy)
    assert figure.find("#rows .device").count() == 6
    assert figure.find("#rows .host").count() == (1 if "graph" in preset else 6)


def test_one_kernel_takes_the_same_time_in_both_waiting_modes(figure: Component) -> None:
    figure.press("calls", "Home")
    for way in ("Home", "ArrowRight"):
        figure.press("way", way)
        assert seconds(figure.text("done")) == pytest.approx(10 * US, rel=0.01)
    figure.expect_announcement("1 kernel, wait after each kernel")
