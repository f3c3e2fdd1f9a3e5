"""The tile walker, compared with a simulation in Python."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import pytest
from browsing import Component

EXPLORABLE = "tile-walker"
SIDE, ALL = 16, 16**3
ROOMS = [12, 24, 48, 96, 192, 384, 768]
# A4 within the margins of print.css, in CSS pixels.
PAPER = {"width": 665, "height": 979}


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


def number(figure: Component, part: str) -> int:
    return int("".join(sign for sign in figure.text(part) if sign.isdigit()))


@pytest.mark.parametrize(
    ("button", "tile", "room"),
    [
        ("no tiles", 1, 96),
        ("tiles that fit", 4, 96),
        ("tiles too large", 16, 96),
        ("capacity for everything", 4, 768),
    ],
)
def test_counts_equal_the_simulation(figure: Component, button: str, tile: int, room: int):
    figure.button(button).click()
    figure.press("now", "End")
    crossed, hits = simulate(tile, room)
    assert number(figure, "moved") == crossed
    assert figure.text("hits") == f"{int(100 * hits / (3 * ALL) + 0.5)} %"
    assert number(figure, "law") == 2 * ALL // tile + SIDE**2


def test_formula_holds_only_if_three_tiles_fit(figure: Component):
    figure.button("tiles that fit").click()
    assert figure.text("moved") == figure.text("law")
    assert "Three tiles fit." in figure.text("traffic-words")
    figure.button("tiles too large").click()
    assert number(figure, "moved") > 5 * number(figure, "law")
    assert "Three tiles do not fit." in figure.text("traffic-words")


def test_cache_never_exceeds_its_capacity(figure: Component):
    for key in ("Home", *["ArrowRight"] * (len(ROOMS) - 1)):
        figure.press("room", key)
        figure.press("now", "End")
        room = number(figure, "room-value")
        near = figure.find(".near").count()
        assert near == min(room, 3 * SIDE**2)


def test_keys_step_and_misses_look_different_from_hits(figure: Component):
    figure.press("now", "Home")
    assert "Nothing has been multiplied yet." in figure.text("matrices-words")
    figure.press("now", "ArrowRight")
    assert figure.find(".fresh").count() == 3  # the cache was empty
    figure.press("now", "ArrowRight")
    assert figure.find(".hit").count() == 1  # C[0, 0] is still in the cache
    figure.expect_announcement(
        "C[0, 0] += A[0, 1] * B[1, 0]; 1 of the three elements were in the cache"
    )


def test_print_fits_on_one_page(explorable: Callable[..., Component]):
    shown = explorable(EXPLORABLE, viewport=PAPER)
    shown.page.emulate_media(media="print")
    box = shown.page.locator(EXPLORABLE).bounding_box()
    assert box is not None
    assert box["height"] <= PAPER["height"]
