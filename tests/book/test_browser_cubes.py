"""The box of multiply-adds in a browser: typed and dragged sizes."""

import pytest
from browsing import Component

EXPLORABLE = "matmul-cubes"


def size_of(figure: Component, axis: str) -> int:
    return int(figure.find(f"#{axis}").input_value().replace("\u202f", ""))


def test_invalid_size_is_rejected_with_a_message(figure: Component):
    before = figure.texts("flops", "bytes", "intensity")
    for wrong in ("0", "2.5", "99999999"):
        figure.find("#m").fill(wrong)
        assert "whole number from 1 to" in figure.text("m-line")
    for nonsense in ("many", "1 2", "10\N{SUPERSCRIPT SIX}"):
        figure.find("#m").fill(nonsense)
        assert figure.text("m-line").startswith("Write a number")
    figure.find("#m").fill("")
    assert figure.text("m-line") == ""
    assert figure.texts("flops", "bytes", "intensity") == before
    figure.press("m-slide", "Home")
    assert figure.find("#m").input_value() == "1"


@pytest.mark.parametrize(("axis", "dx", "dy"), [("m", 0, 60), ("k", -60, -32), ("n", 60, -32)])
def test_edge_of_the_box_can_be_dragged(figure: Component, axis: str, dx: int, dy: int):
    others = [size_of(figure, other) for other in "mkn"]
    knob = figure.find(f"[data-axis={axis}] .dot").bounding_box()
    assert knob is not None
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    figure.page.mouse.move(x, y)
    figure.page.mouse.down()
    figure.page.mouse.move(x + dx, y + dy, steps=4)
    assert size_of(figure, axis) > 512
    figure.page.mouse.move(x - dx, y - dy, steps=4)
    assert size_of(figure, axis) < 512
    figure.page.mouse.up()
    figure.page.mouse.move(x + 3 * dx, y + 3 * dy)
    assert size_of(figure, axis) < 512
    now = [size_of(figure, other) for other in "mkn"]
    assert sum(old != new for old, new in zip(others, now, strict=True)) == 1
