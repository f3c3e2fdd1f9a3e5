"""The box of multiply-adds in a real browser: typed, keyed, dragged, printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import ROOT
from browsing import CHAPTER, PHONE, Opener, guess
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def cubes(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("matmul-cubes").scroll_into_view_if_needed()
    return page


def figures(page: Page) -> tuple[str, str, str]:
    words = [page.locator(f"matmul-cubes #{name}").inner_text() for name in
             ("flops", "bytes", "intensity")]  # fmt: skip
    first, second, third = (word.replace("\u202f", " ") for word in words)
    return first, second, third


def test_typing_sizes_counts_operations_bytes_and_intensity(cubes: Page):
    for axis, size in (("m", "1000"), ("k", "10"), ("n", "100")):
        cubes.locator(f"matmul-cubes #{axis}").fill(size)
    flops, size, intensity = figures(cubes)
    assert "2 000 000" in flops
    assert "444 000" in size  # 4 (10,000 + 1,000 + 100,000)
    assert intensity == "4.5 FLOP/B"
    told = cubes.locator("matmul-cubes #live")
    cubes.wait_for_function(
        "e => e.textContent.includes('2\u202fMFLOP')", arg=told.element_handle()
    )


def test_a_size_that_is_none_is_refused_in_words(cubes: Page):
    before = figures(cubes)
    for wrong in ("0", "2.5", "many", "99999999"):
        cubes.locator("matmul-cubes #m").fill(wrong)
        assert "whole number from 1 to" in cubes.locator("matmul-cubes #wrong").inner_text()
    assert figures(cubes) == before
    cubes.locator("matmul-cubes #m").fill("3")
    assert cubes.locator("matmul-cubes #wrong").inner_text() == ""


def test_arrow_keys_move_the_sliders(cubes: Page):
    cubes.locator("matmul-cubes #n-slide").focus()
    cubes.keyboard.press("ArrowRight")
    assert cubes.locator("matmul-cubes #n").input_value() == "768"
    cubes.keyboard.press("Home")
    assert cubes.locator("matmul-cubes #n").input_value() == "1"
    assert cubes.locator("matmul-cubes #n-slide").get_attribute("aria-valuetext") == "1"


@pytest.mark.parametrize(("axis", "dx", "dy"), [("m", 0, 60), ("k", -60, -32), ("n", 60, -32)])
def test_an_edge_of_the_box_can_be_dragged(cubes: Page, axis: str, dx: int, dy: int):
    def size() -> int:
        return int(cubes.locator(f"matmul-cubes #{axis}").input_value().replace("\u202f", ""))

    others = [cubes.locator(f"matmul-cubes #{other}").input_value() for other in "mkn"]
    knob = cubes.locator(f"matmul-cubes [data-axis={axis}] .dot").bounding_box()
    assert knob is not None
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    cubes.mouse.move(x, y)
    cubes.mouse.down()
    cubes.mouse.move(x + dx, y + dy, steps=4)
    assert size() > 512
    cubes.mouse.move(x - dx, y - dy, steps=4)
    assert size() < 512
    cubes.mouse.up()
    cubes.mouse.move(x + 3 * dx, y + 3 * dy)
    assert size() < 512
    now = [cubes.locator(f"matmul-cubes #{other}").input_value() for other in "mkn"]
    assert sum(old != new for old, new in zip(others, now, strict=True)) == 1


def test_a_finger_drags_as_well(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    knob = page.locator("matmul-cubes [data-axis=m] .dot")
    knob.scroll_into_view_if_needed()
    box = knob.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate("scrollY")
    fingers = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y + 20}]),
        ("touchMove", [{"x": x, "y": y + 50}]),
        ("touchMove", [{"x": x, "y": y + 90}]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    size = page.locator("matmul-cubes #m").input_value().replace("\u202f", "")
    assert int(size) > 512
    page.wait_for_timeout(200)  # a page that scrolls with the finger would have moved by now
    assert page.evaluate("scrollY") == before


def test_presets_and_dots_set_the_shape(cubes: Page):
    button = cubes.get_by_role("button", name="matrix · vector", exact=True)
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert figures(cubes)[2] == "0.5 FLOP/B"
    cubes.locator("matmul-cubes [data-point]").first.click(force=True)
    assert button.get_attribute("aria-pressed") == "false"


def test_the_nearest_measurement_is_named_and_an_absent_gpu_is_said(cubes: Page):
    cubes.get_by_role("button", name="matrix · matrix", exact=True).click()
    words = cubes.locator("matmul-cubes #nearest").inner_text().replace("\u202f", "")
    assert "CPU (" in words
    assert "FLOP/s at 2048 \N{MULTIPLICATION SIGN} 2048" in words
    assert ("GPU not measured yet" in words) != (ROOT / "book/data/records/gpu").exists()


def test_colours_of_the_drawing_follow_the_scheme(open_page: Opener):
    fills = set()
    for scheme in ("light", "dark"):
        page = open_page(CHAPTER, color_scheme=scheme)
        face = page.locator("matmul-cubes .face.c")
        fills.add(face.evaluate("e => getComputedStyle(e).fill"))
    assert len(fills) == 2


def test_reduced_motion_is_obeyed(open_page: Opener):
    page = open_page("index", reduced_motion="reduce")
    card = page.locator(".doors .sd-card").first
    assert card.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"


def test_paper_shows_the_question_and_the_drawing_and_no_controls(cubes: Page, tmp_path: Path):
    cubes.locator("matmul-cubes #n").fill("7")
    guess(cubes, "1", "1", "1e6")
    cubes.emulate_media(media="print", color_scheme="dark")
    assert cubes.locator(".bd-article h1").is_visible()
    assert cubes.locator("#predict-brackets .predict-paper").is_visible()
    assert "90 % sure" in cubes.locator("#predict-brackets").inner_text()
    assert not cubes.locator("#predict-brackets .predict-answer").is_visible()
    assert not cubes.locator("#predict-brackets .predict-result").is_visible()
    assert cubes.locator("matmul-cubes #box").is_visible()
    assert "7" in cubes.locator("matmul-cubes #box-words").inner_text()
    assert not cubes.locator("matmul-cubes .controls").is_visible()
    assert not cubes.locator("matmul-cubes .presets").is_visible()
    assert not cubes.locator("#pst-primary-sidebar").is_visible()
    paper = cubes.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    pdf = cubes.pdf(path=str(tmp_path / "page.pdf"), format="A4")
    assert pdf.startswith(b"%PDF")
