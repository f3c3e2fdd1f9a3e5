"""The lane stepper in a real browser: true to the machine it draws and to the record."""

from __future__ import annotations

import pytest
from books import raw_record
from browsing import PHONE, Opener
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHAPTER = "01_lanes"
RECORD = raw_record("cpu")


@pytest.fixture
def stepper(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("lane-stepper").scroll_into_view_if_needed()
    return page


def part(page: Page, name: str) -> str:
    return page.locator(f"lane-stepper #{name}").inner_text().replace("\u202f", " ")


def choose(page: Page, name: str) -> None:
    page.locator("lane-stepper").get_by_role("button", name=name).click()


def collatz(n: int) -> int:
    turns = 0
    while n != 1:
        n, turns = 3 * n + 1 if n % 2 else n // 2, turns + 1
    return turns


def row(values: list[int]) -> tuple[int, int]:
    """Steps of a row that meets again in every turn, and its busy lane-steps."""
    steps = busy = 0
    while values:
        steps, busy = steps + 1, busy + len(values)  # is x 1?
        values = [x for x in values if x != 1]
        if not values:
            break
        odd = [x for x in values if x % 2]
        even = [x for x in values if not x % 2]
        steps += 2 + 2 * bool(even) + bool(odd)  # is x odd? ... to 0
        busy += 2 * len(values) + 2 * len(even) + len(odd)
        values = [x // 2 for x in even] + [3 * x + 1 for x in odd]
    return steps, busy


def test_steps_and_utilisation_are_those_of_the_program(stepper: Page):
    choose(stepper, "Collatz, 1, 2, 3")
    slider = stepper.locator("lane-stepper #lanes")
    slider.focus()
    for key, lanes in (("Home", 1), ("ArrowRight", 2), ("ArrowRight", 4), ("End", 32)):
        stepper.keyboard.press(key)
        steps, busy = row(list(range(1, lanes + 1)))
        assert part(stepper, "total") == str(steps)
        assert part(stepper, "whole") == f"{round(100 * busy / (steps * lanes))} %"
    assert slider.get_attribute("aria-valuetext") == "32"


def test_like_with_like_loses_less(stepper: Page):
    whole = {}
    for name in ("Collatz, 1, 2, 3", "Collatz, like with like"):
        choose(stepper, name)
        whole[name] = int(part(stepper, "whole").split()[0])
    assert whole["Collatz, like with like"] > 1.5 * whole["Collatz, 1, 2, 3"]


def test_one_step_moves_the_lanes_that_the_mask_names(stepper: Page):
    choose(stepper, "an if, they differ")
    step = stepper.locator("lane-stepper #now")
    step.focus()
    stepper.keyboard.press("Home")
    assert part(stepper, "mask") == "11111111"
    assert stepper.locator("lane-stepper #back").is_disabled()
    stepper.locator("lane-stepper #on").click()
    assert part(stepper, "mask") == "01010101"
    assert part(stepper, "active") == "4 of 8"
    current = stepper.locator("lane-stepper li[aria-current]")
    assert current.inner_text() == "x = x / 2"
    stepper.locator("lane-stepper #end").click()
    assert part(stepper, "mask") == "all done"
    assert stepper.locator("lane-stepper .value").all_text_contents() == [
        str(10 * (x // 2 + 1) if x % 2 == 0 else 10 * (3 * x + 1)) for x in range(1, 9)
    ]


def test_the_drawing_shows_as_many_busy_lane_steps_as_it_says(stepper: Page):
    choose(stepper, "an if, they differ")
    drawn = stepper.locator("lane-stepper .cell").evaluate_all(
        "cells => cells.map(cell => [cell.classList[1], Number(cell.dataset.steps)])"
    )
    busy = sum(steps for kind, steps in drawn if kind == "busy")
    assert sum(steps for _, steps in drawn) == 8 * int(part(stepper, "total"))
    assert part(stepper, "whole") == f"{round(100 * busy / (8 * int(part(stepper, 'total'))))} %"


def test_the_chart_shows_what_was_measured(stepper: Page):
    rows = [found for found in RECORD["measurements"] if found["case"] == "paths"]
    assert stepper.locator("lane-stepper .point.cpu").count() == len(rows) == 4
    assert "8 paths" in part(stepper, "chart-words")


def test_what_changed_is_told(stepper: Page):
    choose(stepper, "an if, all agree")
    told = stepper.locator("lane-stepper #live")
    stepper.wait_for_function(
        "e => e.textContent.startsWith('an if, all agree, 8 lanes')", arg=told.element_handle()
    )


def test_a_finger_moves_the_sliders(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    slider = page.locator("lane-stepper #lanes")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert part(page, "lanes-now") == "32"


def test_on_paper_it_stands_still(stepper: Page):
    stepper.emulate_media(media="print")
    assert not stepper.locator("lane-stepper input").first.is_visible()
    assert not stepper.locator("lane-stepper button").first.is_visible()
    assert stepper.locator("lane-stepper #rows").is_visible()
    assert part(stepper, "whole") != ""


def test_without_a_record_it_still_steps(open_page: Opener):
    page = open_page(CHAPTER)
    page.evaluate("document.body.append(document.createElement('lane-stepper'))")
    alone = page.locator("body > lane-stepper")
    assert alone.locator("#chart-words").inner_text() == "Not measured yet."
    assert alone.locator("#rows .cell").count() > 0


def test_without_javascript_its_meaning_is_in_words(open_page: Opener):
    page = open_page(CHAPTER, java_script_enabled=False)
    assert page.locator("lane-stepper .explorable-still").is_visible()
