"""The road and the kitchen in a real browser: keyed, printed, and true to the record."""

from __future__ import annotations

import pytest
from books import raw_record, seconds_of
from browsing import PHONE, Opener
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHAPTER = "03_latency_throughput"
RECORD = raw_record("cpu")


@pytest.fixture
def road(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("road-kitchen").scroll_into_view_if_needed()
    return page


def part(page: Page, name: str) -> str:
    return page.locator(f"road-kitchen #{name}").inner_text().replace("\u202f", " ")


def seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[unit]


def median(case: str, **params: int) -> float:
    """The middle one of one measurement, straight from the record."""
    (row,) = (
        row
        for row in RECORD["measurements"]
        if row["case"] == case and params.items() <= row["params"].items()
    )
    return seconds_of(row)


def test_a_batch_shows_the_latency_and_the_throughput_that_were_measured(road: Page):
    slider = road.locator("road-kitchen #batch")
    slider.focus()
    for key, customers in (("Home", 1), ("ArrowRight", 2), ("End", 1024)):
        road.keyboard.press(key)
        latency = median("layer", batch=customers)
        assert part(road, "batch-value").replace(" ", "") == str(customers)
        assert seconds(part(road, "waits")) == pytest.approx(latency, rel=0.01)
        shown, *scale = part(road, "served").split(" customers")[0].split()
        size = {"": 1, "thousand": 1e3, "million": 1e6}["".join(scale)]
        assert float(shown) * size == pytest.approx(customers / latency, rel=0.01)
    assert slider.get_attribute("aria-valuetext") == "1\u202f024"


def test_loads_in_flight_obey_little(road: Page):
    road.locator("road-kitchen #inside").focus()
    for key, walkers in (("Home", 1), ("ArrowRight", 2), ("End", 16)):
        road.keyboard.press(key)
        assert part(road, "inside-value") == str(walkers)
        each = median("walk", walkers=walkers) / 10_000
        assert seconds(part(road, "trip")) == pytest.approx(each, rel=0.01)
        assert part(road, "little") == f"{walkers} in flight"


def test_as_many_rows_as_loads(road: Page):
    road.locator("road-kitchen #inside").focus()
    for key, walkers in (("Home", 1), ("ArrowRight", 2), ("End", 16)):
        road.keyboard.press(key)
        rows = road.locator("road-kitchen .load").evaluate_all(
            "bars => new Set(bars.map(bar => bar.getAttribute('y'))).size"
        )
        assert rows == walkers


def test_one_point_is_ringed_in_each_chart_and_what_changed_is_told(road: Page):
    assert road.locator("road-kitchen .ring").count() == 2
    road.locator("road-kitchen #batch").press("End")
    told = road.locator("road-kitchen #live")
    road.wait_for_function(
        "e => e.textContent.includes('1\u202f024 customers')", arg=told.element_handle()
    )


def test_a_finger_moves_the_sliders(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    slider = page.locator("road-kitchen #batch")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert part(page, "batch-value") == "1 024"


def test_on_paper_it_stands_still(road: Page):
    road.emulate_media(media="print")
    assert not road.locator("road-kitchen input").first.is_visible()
    assert road.locator("road-kitchen #batch-picture").is_visible()
    assert part(road, "waits") != ""


def test_without_a_record_it_says_so(open_page: Opener):
    page = open_page(CHAPTER)
    page.evaluate("document.body.append(document.createElement('road-kitchen'))")
    assert page.locator("body > road-kitchen p").inner_text() == "Not measured yet."


def test_without_javascript_its_meaning_is_in_words(open_page: Opener):
    page = open_page(CHAPTER, java_script_enabled=False)
    assert page.locator("road-kitchen .explorable-still").is_visible()
