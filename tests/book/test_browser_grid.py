"""The explorable of chapter 14: which cells of a stack can run in each step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

WORDS = (1, 2, 3, 4, 6, 8, 12, 16)
LANES = (1, 2, 3, 4, 6, 8, 16, 32)


@pytest.fixture
def grid(explorable: Callable[..., Component]) -> Component:
    return explorable("dependency-grid")


def put(grid: Component, layers: int, words: int, lanes: int, gates: int = 0) -> None:
    for name, place in (
        ("layers", layers - 1),
        ("words", WORDS.index(words)),
        ("lanes", LANES.index(lanes)),
        ("gates", gates),
    ):
        grid.press(name, "Home", *["ArrowRight"] * place)


def cells(grid: Component, kind: str) -> int:
    return grid.find(f"#grid .cell.{kind}").count()


@pytest.mark.parametrize(("layers", "words"), [(1, 1), (1, 16), (6, 1), (4, 8), (6, 4)])
def test_a_wave_is_as_long_as_the_way_from_corner_to_corner(
    grid: Component, layers: int, words: int
) -> None:
    put(grid, layers, words, 32)
    assert grid.text("moments") == str(layers + words - 1)
    assert grid.text("work") == str(layers * words)


@pytest.mark.parametrize(("lanes", "moments"), [(1, 32), (2, 17), (3, 16), (4, 11), (8, 11)])
def test_lanes_help_until_there_is_one_for_each_layer(
    grid: Component, lanes: int, moments: int
) -> None:
    put(grid, 4, 8, lanes)
    assert grid.text("moments") == str(moments)
    assert grid.text("busy").startswith(f"{100 * 32 / (moments * lanes):.0f}")


def test_moment_by_moment_the_wave_goes_through(grid: Component) -> None:
    put(grid, 4, 8, 4)
    grid.press("moment", "Home")
    assert (cells(grid, "now"), cells(grid, "done"), cells(grid, "waits")) == (1, 0, 31)
    grid.press("moment", *["ArrowRight"] * 3)
    assert (cells(grid, "now"), cells(grid, "done"), cells(grid, "waits")) == (4, 6, 22)
    grid.press("moment", "End")
    assert (cells(grid, "now"), cells(grid, "done"), cells(grid, "waits")) == (1, 31, 0)


@pytest.mark.parametrize(
    ("words", "lanes", "moments", "work"), [(1, 1, 1, 1), (8, 32, 4, 25), (8, 4, 7, 25)]
)
def test_gates_that_look_away_make_a_tree(
    grid: Component, words: int, lanes: int, moments: int, work: int
) -> None:
    """All words, then those with a word 1, 2 and 4 places before them: 8, 7, 6 and 4."""
    put(grid, 1, words, lanes, gates=1)
    assert grid.text("moments") == str(moments)
    assert grid.text("work") == str(work)


def test_a_moment_that_there_is_no_more_becomes_the_last(grid: Component) -> None:
    put(grid, 4, 8, 1)
    grid.press("moment", "End")
    put(grid, 1, 1, 1)
    assert grid.find("#moment").get_attribute("aria-valuetext") == "1 of 1"
    assert cells(grid, "now") == 1


def test_the_number_in_a_square_is_its_moment(grid: Component) -> None:
    grid.button("wavefront").click()
    numbers = [int(words) for words in grid.find("#grid text:not(.tick)").all_text_contents()]
    assert numbers == [layer + word + 1 for layer in range(4) for word in range(8)]
