"""The court in a browser: the reader's own intervals in the dock, and the table of claims."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browsing import Component, Opener
from playwright.sync_api import Page

PAGE = "20_court"


def number(guess: float, low: float, high: float, answer: float, **more: Any) -> dict[str, Any]:
    hit = low <= answer <= high
    return {
        "kind": "number",
        "guess": guess,
        "low": low,
        "high": high,
        "answer": answer,
        "hit": hit,
    } | more


def dock(open_page: Opener, guesses: dict[str, Any]) -> Component:
    page = open_page(PAGE)
    # Stored in the process that reads it: a reload may start another one before the value arrives.
    stored = json.dumps(json.dumps(guesses))
    page.add_init_script(f"localStorage['many-lanes.predictions'] = {stored}")
    page.reload()
    return Component(page, "in-the-dock")


def test_who_has_guessed_nothing_sees_an_example_that_is_called_one(open_page: Opener) -> None:
    shown = dock(open_page, {"one": number(2, 1, 3, 2)})
    assert "an example, until" in shown.all_words()
    assert shown.text("chosen") == "none made"
    assert shown.text("held").startswith("4 of 12")


def test_the_readers_own_intervals_are_scored(open_page: Opener) -> None:
    guesses = {
        "right": number(2, 1, 4, 3),
        "close": number(100, 50, 200, 400, page="05_matmul_cost.html", title="Cost"),
        "far": number(1, 0.5, 2, 1000, page="07_jit.html", title="One <b>program"),
        "chosen": {"kind": "choice", "guess": 0, "hit": True},
        "missed": {"kind": "choice", "guess": 1, "hit": False},
        "unmeasured": {
            "kind": "number",
            "guess": 1,
            "low": 0.5,
            "high": 2,
            "answer": None,
            "hit": None,
        },
    }
    shown = dock(open_page, guesses)
    assert "Your 3 predictions" in shown.all_words()
    assert shown.text("held") == "1 of 3, 33 %"
    assert shown.text("chance") == "one in 36"  # 0.1 ** 3 + 3 * 0.9 * 0.1 ** 2 = 0.028
    assert shown.text("off") == "a factor of 4"
    assert shown.text("chosen") == "1 of 2"
    links = shown.find("#worst a")
    assert links.all_text_contents()[:2] == ["One <b>program", "Cost"]
    assert links.first.get_attribute("href") == "07_jit.html#predict-far"
    assert shown.find("circle.held").count() == 1


@pytest.mark.parametrize(("presses", "held"), [(0, "1 of 3"), (2, "2 of 3"), (8, "2 of 3")])
def test_wider_intervals_hold_more(open_page: Opener, presses: int, held: str) -> None:
    """The second guess is off by four and its interval by two: doubled, it just holds."""
    guesses = {"a": number(2, 1, 4, 3), "b": number(100, 50, 200, 399), "c": number(1, 0.9, 1.1, 9)}
    shown = dock(open_page, guesses)
    shown.press("stretch", *["ArrowRight"] * presses)
    assert shown.text("held").startswith(held)
    assert shown.text("nine") == "23 times the width"  # ln 9 / ln 1.1


def test_a_guess_says_later_on_which_page_it_stands(open_page: Opener) -> None:
    page = open_page("05_matmul_cost")
    box = page.locator(".predict:has(input[name=low])").first
    for name, text in (("guess", "2"), ("low", "1"), ("high", "3")):
        box.locator(f"[name={name}]").fill(text)
    box.get_by_role("button", name="Commit and see").click()
    (kept,) = page.evaluate("Object.values(JSON.parse(localStorage['many-lanes.predictions']))")
    assert (kept["page"], kept["title"]) == (
        "05_matmul_cost.html",
        page.locator("h1").first.evaluate("e => e.firstChild.textContent"),
    )


def shown_rows(page: Page) -> int:
    return page.locator(".claims-all tbody tr:visible").count()


def test_some_claims_are_chosen_by_keyboard_and_counted(open_page: Opener) -> None:
    page = open_page("claims")
    every = shown_rows(page)
    assert page.get_by_role("status").inner_text() == f"All {every} claims."
    page.get_by_label("Ruling").select_option("false")
    some = shown_rows(page)
    assert 0 < some < every
    assert set(page.locator(".claims-all tbody tr:visible .stamp").all_text_contents()) == {"false"}
    assert page.get_by_role("status").inner_text() == f"{some} of {every} claims."
    page.get_by_label("Article").select_option("A4")
    assert shown_rows(page) < some
    page.locator(".claims-all tbody tr:visible a").first.click()
    assert "#ruling-a4-" in page.url
    page.locator(":target").wait_for()  # folded until it is led to


def test_the_reader_rules_and_is_told(open_page: Opener) -> None:
    page = open_page(PAGE)
    box = page.locator("#predict-jury-a4-on-your-laptop")
    assert not box.get_by_text("What holds").is_visible()
    box.get_by_label("upheld", exact=True).check()
    box.get_by_role("button", name="Commit and see").click()
    assert "You chose right." in box.inner_text()
    assert box.get_by_text("What holds").is_visible()


@pytest.fixture
def still(explorable: Callable[..., Component]) -> Component:
    return explorable("in-the-dock")


def test_half_as_wide_holds_fewer(still: Component) -> None:
    before = int(still.text("held").split()[0])
    still.button("half as wide").click()
    assert int(still.text("held").split()[0]) < before
    still.hears("each 0.5 times as wide")
