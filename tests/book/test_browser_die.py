"""The die in a real browser: spent by slider, preset and finger, told in words, printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import ROOT
from browsing import PHONE, Opener
from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHAPTER = "02_two_machines"


@pytest.fixture
def die(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("die-budget").scroll_into_view_if_needed()
    return page


def part(page: Page, name: str) -> Locator:
    return page.locator(f"die-budget #{name}")


def figures(page: Page) -> tuple[str, ...]:
    return tuple(part(page, name).inner_text() for name in ("cores", "chain", "crowd", "speed"))


def test_a_design_is_counted(die: Page):
    assert figures(die) == ("5", "13.4 a tick", "100 a tick", "93.9 a tick")
    die.get_by_role("button", name="the smallest cores", exact=True).click()
    # 1 / (0.01 / 1 + 0.99 / 500)
    assert figures(die) == ("500", "1 a tick", "500 a tick", "83.5 a tick")
    die.get_by_role("button", name="rows of lanes", exact=True).click()
    assert figures(die)[:3] == ("10", "3.16 a tick", "900 a tick")


def test_every_core_is_drawn_with_its_area(die: Page):
    for name in ("a few large cores", "rows of lanes", "one giant", "the smallest cores"):
        button = die.get_by_role("button", name=name, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        cores = int(part(die, "cores").inner_text())
        assert die.locator("die-budget #die rect.lanes").count() == cores
        overlap = part(die, "die").evaluate(
            """svg => {
              const [frame, ...parts] = [...svg.querySelectorAll("rect")].map(e => e.getBBox());
              const right = frame.x + frame.width, foot = frame.y + frame.height;
              return parts.some(p => p.x < frame.x || p.y < frame.y || p.width <= 0
                || p.x + p.width > right || p.y + p.height > foot);
            }"""
        )
        assert not overlap


def test_arrow_keys_spend_tiles_and_what_one_part_takes_the_other_has_not(die: Page):
    control = part(die, "control")
    control.focus()
    die.keyboard.press("ArrowRight")
    assert control.get_attribute("aria-valuetext") == "200"
    assert figures(die)[0] == "4"
    assert "120 tiles are left over" in part(die, "die-words").inner_text()
    die.keyboard.press("End")
    part(die, "lanes").focus()
    die.keyboard.press("End")
    assert part(die, "lanes-value").inner_text() == "900"
    assert part(die, "control-value").inner_text() == "100"
    die.wait_for_function(
        "e => e.textContent.includes('1 core')", arg=part(die, "live").element_handle()
    )


def test_a_program_that_waits_runs_at_the_speed_of_one_chain(die: Page):
    part(die, "share").focus()
    die.keyboard.press("End")
    assert part(die, "share-value").inner_text().replace("\u202f", " ") == "100 %"
    assert figures(die)[3] == figures(die)[1]
    die.keyboard.press("Home")
    assert figures(die)[2:] == ("100 a tick", "99.9 a tick")


def test_half_of_each_wins_where_one_in_ten_waits(die: Page):
    part(die, "share").focus()
    for _ in range(3):
        die.keyboard.press("ArrowRight")
    words = part(die, "chart-words").inner_text()
    assert "10\u202f% of the operations waiting" in words
    assert "60.8 with a few large cores, 30.7 with rows of lanes" in words


def test_the_measurement_stands_beside_the_model(die: Page):
    words = part(die, "measured").inner_text()
    assert "CPU (" in words
    assert "a factor of" in words
    assert ("GPU not measured yet" in words) != (ROOT / "book/data/records/gpu").exists()


def test_a_finger_moves_a_slider(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    slider = part(page, "lanes")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    assert int(part(page, "lanes-value").inner_text()) >= 700


def test_colours_of_the_die_follow_the_scheme(open_page: Opener):
    fills = set()
    for scheme in ("light", "dark"):
        page = open_page(CHAPTER, color_scheme=scheme)
        lanes = page.locator("die-budget #die rect.lanes").first
        fills.add(lanes.evaluate("e => getComputedStyle(e).fill"))
    assert len(fills) == 2


def test_paper_shows_the_die_and_no_controls(die: Page, tmp_path: Path):
    die.get_by_role("button", name="one giant", exact=True).click()
    die.emulate_media(media="print", color_scheme="dark")
    assert part(die, "die").is_visible()
    assert "1 core of 900" in part(die, "die-words").inner_text()
    assert not die.locator("die-budget .controls").is_visible()
    assert not die.locator("die-budget .presets").is_visible()
    pdf = die.pdf(path=str(tmp_path / "page.pdf"), format="A4")
    assert pdf.startswith(b"%PDF")


def test_without_javascript_the_words_stand_for_it(open_page: Opener):
    page = open_page(CHAPTER, java_script_enabled=False)
    assert "rows of lanes win" in page.locator("die-budget").inner_text()
