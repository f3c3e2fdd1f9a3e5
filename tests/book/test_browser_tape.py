"""The explorable of chapter 12: stored arrays of the forward pass, step by step."""

from __future__ import annotations

import pytest
from browsing import Component

EXPLORABLE = "residual-tape"
LAYERS = 16
GROUPS = (1, 2, 4, 8, 16)


def count_kept(figure: Component) -> int:
    return int(figure.text("kept").split()[0])


def set_group(figure: Component, group: int) -> None:
    figure.press("group", "Home", *["ArrowRight"] * GROUPS.index(group))


@pytest.mark.parametrize("group", GROUPS)
def test_peak_equals_a_count_by_hand(figure: Component, group: int):
    """The peak is the input of each group, and two arrays for each layer of one group."""
    set_group(figure, group)
    most = 2 * LAYERS if group == 1 else LAYERS // group + 2 * group
    assert figure.text("most").startswith(f"{most} arrays, {most * 2.097:.1f}"[:13])
    assert figure.text("products") == str((3 if group == 1 else 4) * LAYERS)


@pytest.mark.parametrize("group", [1, 4])
def test_tape_is_empty_before_and_after(figure: Component, group: int):
    set_group(figure, group)
    for key in ("Home", "End"):
        figure.press("moment", key)
        assert count_kept(figure) == 0
        assert figure.find("#tape .full").count() == 0


def test_group_inputs_are_stored_and_one_group_is_recomputed(figure: Component):
    set_group(figure, 4)
    figure.press("moment", "Home", *["ArrowRight"] * LAYERS)
    assert count_kept(figure) == figure.find("#tape .start.full").count() == 4
    figure.press("moment", *["ArrowRight"] * 4)
    assert count_kept(figure) == 4 + 2 * 4
    assert (
        figure.find("#tape .into.full").count() == figure.find("#tape .product.full").count() == 4
    )
    figure.press("moment", *["ArrowRight"] * 4)
    assert count_kept(figure) == 3


def test_step_beyond_the_end_becomes_the_last(figure: Component):
    set_group(figure, 4)
    figure.press("moment", "End")
    set_group(figure, 1)
    assert figure.find("#moment").get_attribute("aria-valuetext") == str(2 * LAYERS)
    assert count_kept(figure) == 0
