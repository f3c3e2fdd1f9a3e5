"""Predictions in a browser: commit, score, reload and retry."""

import pytest
from browsing import CHAPTER, Opener, guess, reload


def test_answer_is_hidden_until_commit_and_stays_after_reload(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator("#predict-brackets")
    assert not box.locator(".predict-answer").is_visible()
    # Folded is not enough: a search in the page would unfold it.
    assert box.locator(".predict-answer").get_attribute("hidden") is not None
    guess(page, "1", "1", "1e6")
    assert box.locator(".predict-answer .origin-number").first.is_visible()
    assert "Your interval holds the answer." in box.inner_text()
    assert "You guessed too low, by a factor of" in box.inner_text()
    reload(page)
    assert "Your interval holds the answer." in box.inner_text()
    assert not box.locator("form").is_visible()
    stored = page.evaluate("JSON.parse(localStorage['many-lanes.predictions']).brackets")
    assert stored.items() >= {"guess": 1, "low": 1, "high": 1e6, "hit": True}.items()


def test_wrong_interval_is_reported_and_a_prediction_can_be_deleted(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator("#predict-brackets")
    guess(page, "2e6", "1e6", "3e6")
    assert "Your interval misses the answer." in box.inner_text()
    assert "too high" in box.inner_text()
    box.get_by_role("button", name="Forget it and ask again").press("Enter")
    assert box.locator("[name=guess]").input_value() == ""
    assert not box.locator(".predict-answer").is_visible()
    reload(page)
    assert box.locator("form").is_visible()


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (("many", "1", "2"), "Write three numbers"),
        (("5", "6", "7"), "Your guess lies outside your own interval."),
    ],
)
def test_invalid_prediction_is_rejected_with_a_message(
    open_page: Opener, numbers: tuple[str, str, str], message: str
):
    page = open_page(CHAPTER)
    guess(page, *numbers)
    assert message in page.locator("#predict-brackets .predict-wrong").inner_text()
    assert not page.locator("#predict-brackets .predict-answer").is_visible()


def test_choice_can_be_made_by_keyboard(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator(".predict:has(.predict-choice)").first
    box.locator("input[type=radio]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert box.locator(".predict-answer").is_visible()
    assert "You chose" in box.inner_text()


def test_without_javascript_the_answer_is_folded(open_page: Opener):
    page = open_page(CHAPTER, java_script_enabled=False)
    box = page.locator("#predict-brackets")
    assert not box.locator(".predict-answer p").first.is_visible()
    box.locator("summary").click()
    assert box.locator(".predict-answer p").first.is_visible()
