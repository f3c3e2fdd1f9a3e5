"""The explorable of chapter 00: accounts on lanes, and Brent's bound."""

from __future__ import annotations

from math import ceil

import pytest
from books import ROOT
from browsing import PHONE, Opener
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FIRST_HOUR = "00_first_hour"
IN_ALL = 32  # account-months in the drawing


@pytest.fixture
def lanes(open_page: Opener) -> Page:
    page = open_page(FIRST_HOUR)
    page.locator("brent-bound").scroll_into_view_if_needed()
    return page


def shown(page: Page, name: str) -> str:
    return page.locator(f"brent-bound #{name}").inner_text().replace("\u202f", " ")


def cells(page: Page, kind: str) -> int:
    return page.locator(f"brent-bound .cell.{kind}").count()


def choose(page: Page, name: str, steps: int) -> None:
    """From the lower end of a slider, by keyboard."""
    page.locator(f"brent-bound #{name}").focus()
    page.keyboard.press("Home")
    for _ in range(steps):
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize(("doublings", "lane"), [(0, 1), (0, 16), (3, 5), (4, 12), (5, 16)])
def test_every_account_month_is_drawn_once_and_the_bound_holds(
    lanes: Page, doublings: int, lane: int
):
    choose(lanes, "count", doublings)
    choose(lanes, "lanes", lane - 1)
    count = 2**doublings
    span, steps = IN_ALL // count, IN_ALL // count * ceil(count / lane)
    assert cells(lanes, "busy") == IN_ALL
    assert cells(lanes, "busy") + cells(lanes, "idle") == steps * lane
    assert (shown(lanes, "work"), shown(lanes, "span")) == (str(IN_ALL), str(span))
    assert shown(lanes, "steps") == str(steps)
    assert float(shown(lanes, "bound")) == pytest.approx(IN_ALL / lane + span, rel=5e-3)
    assert max(IN_ALL / lane, span) <= steps <= IN_ALL / lane + span
    assert shown(lanes, "busy") == f"{round(100 * IN_ALL / (steps * lane))} %"


def test_a_month_never_stands_beside_another_of_its_account(lanes: Page):
    """Cells of one account lie in different columns: a month waits for the one before."""
    choose(lanes, "count", 2)
    choose(lanes, "lanes", 7)
    drawn = lanes.evaluate(
        "[...document.querySelector('brent-bound').shadowRoot.querySelectorAll('.account')]"
        ".map(e => [e.textContent, e.getAttribute('x')])"
    )
    assert len(drawn) == IN_ALL
    assert len({tuple(pair) for pair in drawn}) == IN_ALL


def test_presets_are_pressed_and_left(lanes: Page):
    button = lanes.get_by_role("button", name="one account, many lanes", exact=True)
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert (shown(lanes, "steps"), shown(lanes, "busy")) == ("32", "13 %")
    choose(lanes, "lanes", 0)
    assert button.get_attribute("aria-pressed") == "false"


def test_a_change_is_told_to_who_does_not_see_it(lanes: Page):
    choose(lanes, "lanes", 0)
    assert lanes.locator("brent-bound #lanes").get_attribute("aria-valuetext") == "1"
    told = lanes.locator("brent-bound #live")
    lanes.wait_for_function(
        "e => e.textContent.includes('8 accounts on 1 lane: 32 steps')", arg=told.element_handle()
    )


def test_a_touch_moves_a_slider(open_page: Opener):
    page = open_page(FIRST_HOUR, viewport=PHONE, has_touch=True)
    slider = page.locator("brent-bound #lanes")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    assert shown(page, "lanes-now") == "16"


def test_every_measured_case_is_a_mark_and_an_absent_gpu_is_said(lanes: Page):
    gpu = (ROOT / "book/data/records/gpu").exists()
    assert lanes.locator("brent-bound .point.cpu").count() == 9
    assert lanes.locator("brent-bound .law.cpu").count() == 1
    words = shown(lanes, "chart-words")
    assert "CPU (" in words
    assert ("GPU not measured yet" in words) != gpu


def test_colours_follow_the_scheme(open_page: Opener):
    fills = {
        open_page(FIRST_HOUR, color_scheme=scheme)
        .locator("brent-bound .cell.busy")
        .first.evaluate("e => getComputedStyle(e).fill")
        for scheme in ("light", "dark")
    }
    assert len(fills) == 2


def test_paper_shows_the_drawing_and_no_controls(lanes: Page):
    lanes.emulate_media(media="print", color_scheme="dark")
    assert lanes.locator("brent-bound #schedule").is_visible()
    assert "8 accounts, 4 months each" in shown(lanes, "schedule-words")
    assert not lanes.locator("brent-bound .controls").is_visible()
    assert not lanes.locator("brent-bound .presets").is_visible()


def test_without_javascript_the_bound_is_said_in_words(open_page: Opener):
    page = open_page(FIRST_HOUR, java_script_enabled=False)
    assert "takes at least the larger of" in page.locator("brent-bound").inner_text()
