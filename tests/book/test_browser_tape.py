"""The explorable of chapter 12: what is stored of the forward pass, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

LAYERS = 16
GROUPS = (1, 2, 4, 8, 16)


@pytest.fixture
def tape(explorable: Callable[..., Component]) -> Component:
    return explorable("residual-tape")


def kept(tape: Component) -> int:
    return int(tape.text("kept").split()[0])


def at_group(tape: Component, group: int) -> None:
    tape.press("group", "Home", *["ArrowRight"] * GROUPS.index(group))


@pytest.mark.parametrize("group", GROUPS)
def test_most_at_once_is_what_a_count_by_hand_says(tape: Component, group: int):
    """What goes into each group, and two arrays for each layer of one group."""
    at_group(tape, group)
    most = 2 * LAYERS if group == 1 else LAYERS // group + 2 * group
    assert tape.text("most").startswith(f"{most} arrays, {most * 2.097:.1f}"[:13])
    assert tape.text("products") == str((3 if group == 1 else 4) * LAYERS)


@pytest.mark.parametrize("group", [1, 4])
def test_the_tape_is_empty_before_and_after(tape: Component, group: int):
    at_group(tape, group)
    for key in ("Home", "End"):
        tape.press("moment", key)
        assert kept(tape) == 0
        assert tape.find("#tape .full").count() == 0


def test_groups_of_four_forward_and_one_group_back(tape: Component):
    at_group(tape, 4)
    tape.press("moment", "Home", *["ArrowRight"] * LAYERS)
    assert kept(tape) == tape.find("#tape .start.full").count() == 4
    tape.press("moment", *["ArrowRight"] * 4)
    assert kept(tape) == 4 + 2 * 4
    assert tape.find("#tape .into.full").count() == tape.find("#tape .product.full").count() == 4
    tape.press("moment", *["ArrowRight"] * 4)
    assert kept(tape) == 3


def test_a_moment_that_there_is_no_more_becomes_the_last(tape: Component):
    at_group(tape, 4)
    tape.press("moment", "End")
    at_group(tape, 1)
    assert tape.find("#moment").get_attribute("aria-valuetext") == str(2 * LAYERS)
    assert kept(tape) == 0
