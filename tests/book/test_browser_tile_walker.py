"""The tile walker, compared with a simulation in Python."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import pytest
from browsing import Component

SIDE, ALL = 16, 16**3
ROOMS = [12, 24, 48, 96, 192, 384, 768]
# A4 within the margins of print.css, in CSS pixels.
PAPER = {"width": 665, "height": 979}


@pytest.fixture
def walker(explorable: Callable[..., Component]) -> Component:
    return explorable("tile-walker")


def simulate(tile: int, room: int) -> tuple[int, int]:
    """Return the number of elements moved, and the number of accesses that hit the cache."""
    near: OrderedDict[tuple[str, int, int], None] = OrderedDict()
    tiles, inside = range(0, SIDE, tile), range(tile)
    begun, crossed, hits = set(), 0, 0
    for i, j, k, di, dj, dk in (
        (i, j, k, di, dj, dk)
        for i in tiles for j in tiles for k in tiles
        for di in inside for dj in inside for dk in inside
    ):  # fmt: skip
        for number in (("A", i + di, k + dk), ("B", k + dk, j + dj), ("C", i + di, j + dj)):
            if number in near:
                hits += 1
                near.move_to_end(number)
                continue
            if len(near) == room:
                crossed += near.popitem(last=False)[0][0] == "C"
            crossed += number[0] != "C" or number in begun
            begun.add(number)
            near[number] = None
    return crossed + sum(name == "C" for name, *_ in near), hits


def number(walker: Component, part: str) -> int:
    return int("".join(sign for sign in walker.text(part) if sign.isdigit()))


@pytest.mark.parametrize(
    ("button", "tile", "room"),
    [
        ("no tiles", 1, 96),
        ("tiles that fit", 4, 96),
        ("tiles too large", 16, 96),
        ("capacity for everything", 4, 768),
    ],
)
def test_counts_equal_the_simulation(walker: Component, button: str, tile: int, room: int):
    walker.button(button).click()
    walker.press("now", "End")
    crossed, hits = simulate(tile, room)
    assert number(walker, "moved") == crossed
    assert walker.text("hits") == f"{int(100 * hits / (3 * ALL) + 0.5)} %"
    assert number(walker, "law") == 2 * ALL // tile + SIDE**2


def test_formula_holds_only_if_three_tiles_fit(walker: Component):
    walker.button("tiles that fit").click()
    assert walker.text("moved") == walker.text("law")
    assert "Three tiles fit." in walker.text("traffic-words")
    walker.button("tiles too large").click()
    assert number(walker, "moved") > 5 * number(walker, "law")
    assert "Three tiles do not fit." in walker.text("traffic-words")


def test_cache_never_exceeds_its_capacity(walker: Component):
    for key in ("Home", *["ArrowRight"] * (len(ROOMS) - 1)):
        walker.press("room", key)
        walker.press("now", "End")
        room = number(walker, "room-value")
        near = walker.find(".near").count()
        assert near == min(room, 3 * SIDE**2)


def test_keys_step_and_misses_look_different_from_hits(walker: Component):
    walker.press("now", "Home")
    assert "Nothing has been multiplied yet." in walker.text("matrices-words")
    walker.press("now", "ArrowRight")
    assert walker.find(".fresh").count() == 3  # the cache was empty
    walker.press("now", "ArrowRight")
    assert walker.find(".hit").count() == 1  # C[0, 0] is still in the cache
    walker.expect_announcement(
        "C[0, 0] += A[0, 1] * B[1, 0]; 1 of the three elements were in the cache"
    )


def test_print_fits_on_one_page(explorable: Callable[..., Component]):
    shown = explorable("tile-walker", viewport=PAPER)
    shown.page.emulate_media(media="print")
    box = shown.page.locator("tile-walker").bounding_box()
    assert box is not None
    assert box["height"] <= PAPER["height"]
