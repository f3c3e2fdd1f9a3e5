"""The explorable of chapter 00: accounts on lanes, and Brent's bound."""

from __future__ import annotations

from math import ceil

import pytest
from browsing import Component

EXPLORABLE = "brent-bound"
CELLS = 32  # account-months in the drawing


@pytest.mark.parametrize(("doublings", "lane"), [(0, 1), (0, 16), (3, 5), (4, 12), (5, 16)])
def test_each_account_month_is_drawn_once_and_the_bound_holds(
    figure: Component, doublings: int, lane: int
):
    figure.press("count", "Home", *["ArrowRight"] * doublings)
    figure.press("lanes", "Home", *["ArrowRight"] * (lane - 1))
    count = 2**doublings
    span, steps = CELLS // count, CELLS // count * ceil(count / lane)
    busy = figure.find(".cell.busy").count()
    assert busy == CELLS
    assert busy + figure.find(".cell.idle").count() == steps * lane
    assert figure.texts("work", "span", "steps") == (str(CELLS), str(span), str(steps))
    assert float(figure.text("bound").replace(",", "")) == pytest.approx(
        CELLS / lane + span, rel=5e-3
    )
    assert max(CELLS / lane, span) <= steps <= CELLS / lane + span
    share = float(figure.text("busy").removesuffix(" %"))
    assert share == pytest.approx(100 * CELLS / (steps * lane), rel=0.05)


def test_months_of_an_account_are_in_different_columns(figure: Component):
    """Each month depends on the month before."""
    figure.press("count", "Home", "ArrowRight", "ArrowRight")
    figure.press("lanes", "Home", *["ArrowRight"] * 6)
    drawn = figure.find(".account").evaluate_all(
        "all => all.map(e => [e.textContent, e.getAttribute('x')])"
    )
    assert len(drawn) == CELLS
    assert len({tuple(pair) for pair in drawn}) == CELLS


def test_many_lanes_do_not_help_one_account(figure: Component):
    figure.button("one account, many lanes").click()
    assert figure.texts("steps", "busy") == ("32", "13 %")
    figure.expect_announcement("1 account on 8 lanes: 32 steps")


def test_every_measured_case_is_drawn(figure: Component):
    assert figure.find("#chart .point.cpu").count() == 9
    assert figure.find(".law.cpu").count() == 1
    assert "fit to two dots" in figure.text("machines")
