"""The tile walker, compared with a simulation in Python."""

from collections import OrderedDict

import pytest
from browsing import Component

EXPLORABLE = "tile-walker"
SIDE, ALL = 16, 16**3


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
    [("no tiles", 1, 96), ("tiles that fit", 4, 96), ("tiles too large", 16, 96),
     ("capacity for everything", 4, 768)],
)  # fmt: skip
def test_counts_equal_the_simulation(figure: Component, button: str, tile: int, room: int):
    figure.button(button).click()
    figure.set(now=-1)
    crossed, hits = simulate(tile, room)
    assert number(figure, "moved") == crossed
    assert figure.text("hits") == f"{int(100 * hits / (3 * ALL) + 0.5)} %"
    assert number(figure, "law") == 2 * ALL // tile + SIDE**2
