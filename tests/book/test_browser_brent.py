"""The explorable of chapter 00: accounts on lanes, and Brent's bound."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pytest
from browsing import Component

CELLS = 32  # account-months in the drawing


@pytest.fixture
def brent(explorable: Callable[..., Component]) -> Component:
    return explorable("brent-bound")


@pytest.mark.parametrize(("doublings", "lane"), [(0, 1), (0, 16), (3, 5), (4, 12), (5, 16)])
def test_each_account_month_is_drawn_once_and_the_bound_holds(
    brent: Component, doublings: int, lane: int
):
    brent.press("count", "Home", *["ArrowRight"] * doublings)
    brent.press("lanes", "Home", *["ArrowRight"] * (lane - 1))
    count = 2**doublings
    span, steps = CELLS // count, CELLS // count * ceil(count / lane)
    busy = brent.find(".cell.busy").count()
    assert busy == CELLS
    assert busy + brent.find(".cell.idle").count() == steps * lane
    assert brent.texts("work", "span", "steps") == (str(CELLS), str(span), str(steps))
    assert float(brent.text("bound").replace(",", "")) == pytest.approx(
        CELLS / lane + span, rel=5e-3
    )
    assert max(CELLS / lane, span) <= steps <= CELLS / lane + span
    share = float(brent.text("busy").removesuffix(" %"))
    assert share == pytest.approx(100 * CELLS / (steps * lane), rel=0.05)


def test_months_of_an_account_are_in_different_columns(brent: Component):
    """Each month depends on the month before."""
    brent.press("count", "Home", "ArrowRight", "ArrowRight")
    brent.press("lanes", "Home", *["ArrowRight"] * 6)
    drawn = brent.find(".account").evaluate_all(
        "all => all.map(e => [e.textContent, e.getAttribute('x')])"
    )
    assert len(drawn) == CELLS
    assert len({tuple(pair) for pair in drawn}) == CELLS


def test_many_lanes_do_not_help_one_account(brent: Component):
    brent.button("one account, many lanes").click()
    assert brent.texts("steps", "busy") == ("32", "13 %")
    brent.expect_announcement("1 account on 8 lanes: 32 steps")


def test_every_measured_case_is_drawn(brent: Component):
    assert brent.find("#chart .point.cpu").count() == 9
    assert brent.find(".law.cpu").count() == 1
    assert "fit to two dots" in brent.text("machines")
