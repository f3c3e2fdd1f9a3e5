"""The explorable of chapter 00: accounts on lanes, and Brent's bound."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pytest
from browsing import Component

IN_ALL = 32  # account-months in the drawing


@pytest.fixture
def brent(explorable: Callable[..., Component]) -> Component:
    return explorable("brent-bound")


@pytest.mark.parametrize(("doublings", "lane"), [(0, 1), (0, 16), (3, 5), (4, 12), (5, 16)])
def test_every_account_month_is_drawn_once_and_the_bound_holds(
    brent: Component, doublings: int, lane: int
):
    brent.press("count", "Home", *["ArrowRight"] * doublings)
    brent.press("lanes", "Home", *["ArrowRight"] * (lane - 1))
    count = 2**doublings
    span, steps = IN_ALL // count, IN_ALL // count * ceil(count / lane)
    busy = brent.find(".cell.busy").count()
    assert busy == IN_ALL
    assert busy + brent.find(".cell.idle").count() == steps * lane
    assert brent.texts("work", "span", "steps") == (str(IN_ALL), str(span), str(steps))
    assert float(brent.text("bound").replace(",", "")) == pytest.approx(
        IN_ALL / lane + span, rel=5e-3
    )
    assert max(IN_ALL / lane, span) <= steps <= IN_ALL / lane + span
    share = float(brent.text("busy").removesuffix(" %"))
    assert share == pytest.approx(100 * IN_ALL / (steps * lane), rel=0.05)


def test_a_month_never_stands_beside_another_of_its_account(brent: Component):
    """Cells of one account lie in different columns: a month waits for the one before."""
    brent.press("count", "Home", "ArrowRight", "ArrowRight")
    brent.press("lanes", "Home", *["ArrowRight"] * 6)
    drawn = brent.find(".account").evaluate_all(
        "all => all.map(e => [e.textContent, e.getAttribute('x')])"
    )
    assert len(drawn) == IN_ALL
    assert len({tuple(pair) for pair in drawn}) == IN_ALL


def test_many_lanes_do_not_help_one_account(brent: Component):
    brent.button("one account, many lanes").click()
    assert brent.texts("steps", "busy") == ("32", "13 %")
    brent.hears("1 account on 8 lanes: 32 steps")


def test_every_measured_case_is_a_mark(brent: Component):
    assert brent.find("#chart .point.cpu").count() == 9
    assert brent.find(".law.cpu").count() == 1
    assert "fit to two dots" in brent.text("machines")
