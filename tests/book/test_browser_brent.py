"""The explorable of chapter 00: accounts on lanes, and Brent's bound."""

from math import ceil

import pytest
from browsing import Component

EXPLORABLE = "brent-bound"
CELLS = 32  # account-months in the drawing


@pytest.mark.parametrize(("doublings", "lane"), [(0, 1), (0, 16), (3, 5), (4, 12), (5, 16)])
def test_each_account_month_is_drawn_once_and_the_bound_holds(
    figure: Component, doublings: int, lane: int
):
    figure.set(count=doublings, lanes=lane - 1)
    count = 2**doublings
    span, steps = CELLS // count, CELLS // count * ceil(count / lane)
    assert figure.count(".cell.busy") == CELLS
    assert CELLS + figure.count(".cell.idle") == steps * lane
    assert figure.texts("work", "span", "steps") == (str(CELLS), str(span), str(steps))
    assert figure.number("bound") == pytest.approx(CELLS / lane + span, rel=5e-3)
    assert max(CELLS / lane, span) <= steps <= CELLS / lane + span
    assert figure.number("busy") == pytest.approx(100 * CELLS / (steps * lane), rel=0.05)
