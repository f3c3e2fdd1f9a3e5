"""The explorable of chapter 12: stored arrays of the forward pass, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

LAYERS = 16
GROUPS = (1, 2, 4, 8, 16)


@pytest.fixture
def tape(explorable: Callable[..., Component]) -> Component:
    return explorable("residual-tape")


def count_kept(tape: Component) -> int:
    return int(tape.text("kept").split()[0])


def set_group(tape: Component, group: int) -> None:
    tape.press("group", "Home", *["ArrowRight"] * GROUPS.index(group))


@pytest.mark.parametrize("group", GROUPS)
def test_peak_equals_a_count_by_hand(tape: Component, group: int):
    """The peak is the input of each group, and two arrays for each layer of one group."""
    set_group(tape, group)
    most = 2 * LAYERS if group == 1 else LAYERS // group + 2 * group
    assert tape.text("most").startswith(f"{most} arrays, {most * 2.097:.1f}"[:13])
    assert tape.text("products") == str((3 if group == 1 else 4) * LAYERS)


@pytest.mark.parametrize("group", [1, 4])
def test_tape_is_empty_before_and_after(tape: Component, group: int):
    set_group(tape, group)
    for key in ("Home", "End"):
        tape.press("moment", key)
        assert count_kept(tape) == 0
        assert tape.find("#tape .full").count() == 0


def test_group_inputs_are_stored_and_one_group_is_recomputed(tape: Component):
    set_group(tape, 4)
    tape.press("moment", "Home", *["ArrowRight"] * LAYERS)
    assert count_kept(tape) == tape.find("#tape .start.full").count() == 4
    tape.press("moment", *["ArrowRight"] * 4)
    assert count_kept(tape) == 4 + 2 * 4
    assert tape.find("#tape .into.full").count() == tape.find("#tape .product.full").count() == 4
    tape.press("moment", *["ArrowRight"] * 4)
    assert count_kept(tape) == 3


def test_step_beyond_the_end_becomes_the_last(tape: Component):
    set_group(tape, 4)
    tape.press("moment", "End")
    set_group(tape, 1)
    assert tape.find("#moment").get_attribute("aria-valuetext") == str(2 * LAYERS)
    assert count_kept(tape) == 0
