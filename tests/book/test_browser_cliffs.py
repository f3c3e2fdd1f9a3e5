"""The cliffs of the memory in a real browser: keyed, printed, and true to the record."""

from __future__ import annotations

import pytest
from books import raw_record, seconds_of
from browsing import PHONE, Opener
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHAPTER = "04_memory"
RECORD = raw_record("cpu")
CACHES = {"L1": "L1d", "L2": "L2", "L3": "L3"}


@pytest.fixture
def cliffs(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("memory-cliffs").scroll_into_view_if_needed()
    return page


def part(page: Page, name: str) -> str:
    return page.locator(f"memory-cliffs #{name}").inner_text().replace("\u202f", " ")


def row(case: str, **params: int | str) -> dict:
    (found,) = (
        m
        for m in RECORD["measurements"]
        if m["case"] == case and params.items() <= m["params"].items()
    )
    return found


def step(kib: int, order: str) -> float:
    found = row("chase", kib=kib, order=order)
    return seconds_of(found) / found["params"]["steps"]


def nanoseconds(text: str) -> float:
    number, unit = text.split()
    assert unit == "ns"
    return float(number) * 1e-9


def test_each_working_set_shows_what_was_measured(cliffs: Page):
    slider = cliffs.locator("memory-cliffs #set")
    slider.focus()
    for key, kib, said in (
        ("Home", 16, "16 KiB"),
        ("ArrowRight", 32, "32 KiB"),
        ("End", 131072, "128 MiB"),
    ):
        cliffs.keyboard.press(key)
        assert part(cliffs, "set-value") == said
        for order in ("shuffled", "sorted"):
            shown = nanoseconds(part(cliffs, order))
            assert shown == pytest.approx(step(kib, order), rel=0.01)
    found = row("stream", kib=131072)
    shown = float(part(cliffs, "stream").split()[0]) * 1e9
    assert shown == pytest.approx(found["bytes"] / seconds_of(found), rel=0.01)


def test_the_formula_is_a_stair_for_each_memory(cliffs: Page):
    cliffs.locator("memory-cliffs #set").press("End")
    assert part(cliffs, "fits") == "only in memory"
    assert nanoseconds(part(cliffs, "formula")) == pytest.approx(step(131072, "shuffled"), rel=0.01)
    heights = cliffs.locator("memory-cliffs #list-picture .bound").evaluate(
        "line => [...new Set(line.getAttribute('points').split(' ').map(p => +p.split(',')[1]))]"
    )
    last = cliffs.locator("memory-cliffs #list-picture .point.cpu").last.get_attribute("cy")
    assert heights[-1] == pytest.approx(float(last or 0))  # the last stair goes through its dot
    assert len(heights) == 1 + sum(key in RECORD["device"]["caches"] for key in CACHES.values())


def test_what_fits_is_read_from_the_caches_of_the_record(cliffs: Page):
    slider = cliffs.locator("memory-cliffs #set")
    slider.press("Home")
    kib = 16
    while kib <= 131072:
        fitting = [
            name
            for name, key in CACHES.items()
            if kib * 1024 <= RECORD["device"]["caches"].get(key, 0)
        ]
        assert part(cliffs, "fits") == (f"in {fitting[0]}" if fitting else "only in memory")
        slider.press("ArrowRight")
        kib *= 2


def test_the_chosen_size_is_ringed_and_told(cliffs: Page):
    cliffs.locator("memory-cliffs #set").press("End")
    assert cliffs.locator("memory-cliffs #list-picture .ring").count() == 2
    assert cliffs.locator("memory-cliffs #stream-half-picture .ring").count() >= 1
    told = cliffs.locator("memory-cliffs #live")
    cliffs.wait_for_function(
        "e => e.textContent.includes('128\u202fMiB')", arg=told.element_handle()
    )


def test_a_finger_moves_the_slider(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    slider = page.locator("memory-cliffs #set")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert part(page, "set-value") == "128 MiB"


def test_on_paper_it_stands_still(cliffs: Page):
    cliffs.emulate_media(media="print")
    assert not cliffs.locator("memory-cliffs input").is_visible()
    assert cliffs.locator("memory-cliffs #list-picture").is_visible()
    assert part(cliffs, "shuffled") != ""


def test_without_a_record_it_says_so(open_page: Opener):
    page = open_page(CHAPTER)
    page.evaluate("document.body.append(document.createElement('memory-cliffs'))")
    assert page.locator("body > memory-cliffs p").inner_text() == "Not measured yet."


def test_without_javascript_its_meaning_is_in_words(open_page: Opener):
    page = open_page(CHAPTER, java_script_enabled=False)
    assert page.locator("memory-cliffs .explorable-still").is_visible()
