"""Chapter 20 in a browser: the intervals of the reader, and the table of claims."""

import json
from typing import Any

from browsing import Component, Opener

EXPLORABLE = "in-the-dock"
PAGE = "20_court"


def number_guess(
    guess: float, low: float, high: float, answer: float | None, **more: Any
) -> dict[str, Any]:
    hit = None if answer is None else low <= answer <= high
    bounds = {"kind": "number", "guess": guess, "low": low, "high": high}
    return bounds | {"answer": answer, "hit": hit} | more


def open_dock(open_page: Opener, guesses: dict[str, Any]) -> Component:
    page = open_page(PAGE)
    # Store by an init script, because a reload may start a new process before a value arrives.
    stored = json.dumps(json.dumps(guesses))
    page.add_init_script(f"localStorage['many-lanes.predictions'] = {stored}")
    page.reload()
    return Component(page, EXPLORABLE)


def test_without_guesses_a_labelled_example_is_shown(open_page: Opener) -> None:
    dock = open_dock(open_page, {"one": number_guess(2, 1, 3, 2)})
    assert "an example, until" in dock.all_text()
    assert dock.text("chosen") == "none made"
    assert dock.text("held").startswith("4 of 12")


def test_intervals_of_the_reader_are_scored(open_page: Opener) -> None:
    guesses = {
        "right": number_guess(2, 1, 4, 3),
        "close": number_guess(100, 50, 200, 400, page="05_matmul_cost.html", title="Cost"),
        "far": number_guess(1, 0.5, 2, 1000, page="07_jit.html", title="One <b>program"),
        "chosen": {"kind": "choice", "guess": 0, "hit": True},
        "missed": {"kind": "choice", "guess": 1, "hit": False},
        "unmeasured": number_guess(1, 0.5, 2, None),
    }
    dock = open_dock(open_page, guesses)
    assert "Your 3 predictions" in dock.all_text()
    assert dock.texts("held", "off", "chosen") == ("1 of 3, 33 %", "a factor of 4", "1 of 2")
    assert dock.text("chance") == "one in 36"  # 0.1 ** 3 + 3 * 0.9 * 0.1 ** 2 = 0.028
    links = dock.find("#worst a")
    assert links.all_text_contents()[:2] == ["One <b>program", "Cost"]
    assert links.first.get_attribute("href") == "07_jit.html#predict-far"
    assert dock.count("circle.held") == 1


def test_wider_intervals_contain_more_answers(open_page: Opener) -> None:
    """The second guess is wrong by a factor of four, and its interval allows a factor of two."""
    guesses = {
        "a": number_guess(2, 1, 4, 3),
        "b": number_guess(100, 50, 200, 399),
        "c": number_guess(1, 0.9, 1.1, 9),
    }
    dock = open_dock(open_page, guesses)
    assert dock.text("held").startswith("1 of 3")
    dock.press("stretch", *["ArrowRight"] * 2)
    assert dock.text("held").startswith("2 of 3")
    assert dock.text("nine") == "23 times the width"  # ln 9 / ln 1.1


def test_claims_are_filtered_and_counted(open_page: Opener) -> None:
    page = open_page("claims")
    rows, status = page.locator(".claims-all tbody tr:visible"), page.get_by_role("status")
    every = rows.count()
    assert status.inner_text() == f"All {every} claims."
    page.get_by_label("Ruling").select_option("false")
    some = rows.count()
    assert 0 < some < every
    assert set(rows.locator(".stamp").all_text_contents()) == {"false"}
    assert status.inner_text() == f"{some} of {every} claims."
    page.get_by_label("Article").select_option("A4")
    assert rows.count() < some
    rows.locator("a").first.click()
    assert "#ruling-a4-" in page.url
    page.locator(":target").wait_for()  # folded until a link opens it


def test_ruling_of_the_reader_is_scored(open_page: Opener) -> None:
    page = open_page(PAGE)
    box = page.locator("#predict-jury-a4-on-your-laptop")
    assert not box.get_by_text("What holds").is_visible()
    box.get_by_label("upheld", exact=True).check()
    box.get_by_role("button", name="Commit and see").click()
    assert "You chose right." in box.inner_text()
    assert box.get_by_text("What holds").is_visible()
