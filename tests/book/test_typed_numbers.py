"""Numbers that readers type: accepted, ambiguous and rejected ones, in a browser."""

from collections.abc import Callable, Iterator

import pytest
from books import ROOT
from browsing import CHAPTER, Opener
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

Readings = Callable[..., list[float]]
SPACES = {"space": " ", "no-break": "\u00a0", "thin": "\u2009", "narrow": "\u202f"}


@pytest.fixture(scope="module")
def call(browser: Browser) -> Iterator[Callable[..., object]]:
    """Return a function that calls a function of the kit, as in `call("readings", "5,2")`."""
    page = browser.new_page()
    page.add_script_tag(path=ROOT / "book/_static/kit/number.js")
    yield lambda name, *given: page.evaluate("([f, given]) => lanes[f](...given)", [name, given])
    page.close()


@pytest.mark.parametrize(
    ("typed", "readings"),
    [
        # plain
        ("7", [7]), ("\N{MINUS SIGN}5", [-5]), (" 12 ", [12]), (".5", [0.5]), ("1E-3", [0.001]),
        # unambiguous decimal commas
        ("5,2", [5.2]), ("0,500", [0.5]), ("1234,567", [1234.567]), ("1,5e3", [1500]),
        # unambiguous groups of digits
        ("1,234,567", [1234567]), ("12,34,567", [1234567]),
        ("1,000.5", [1000.5]), ("1.000,5", [1000.5]), ("1'000", [1000]),
        *[(f"1{space}000", [1000]) for space in SPACES.values()],
        # three zeros after a comma are a group; a point begins decimals, as in the book
        ("1,000", [1000]), ("-10,000", [-10000]), ("1.234", [1.234]),
        # ambiguous: the reader has to choose
        ("1,234", [1234, 1.234]), ("1,234e3", [1234000, 1234]), ("1.000", [1, 1000]),
        # full-width characters
        ("\uff11\uff0c\uff10\uff10\uff10", [1000]),
        # not a number: rejected, never read in part
        ("", []), ("many", []), ("1 2", []), ("1,000,5", []), ("1.2.3", []), ("1/2", []),
        ("0x10", []), ("Infinity", []), ("1e999", []), ("12 GB", []), (",", []),
        ("10\N{SUPERSCRIPT SIX}", []),  # Unicode normalization would turn it into 106
    ],
)  # fmt: skip
def test_typed_text_has_the_expected_readings(call: Readings, typed: str, readings: list[float]):
    assert call("readings", typed) == readings


@pytest.mark.parametrize(
    ("typed", "unit", "readings"),
    [("12%", "%", [12]), ("5,2 GB/s", "GB/s", [5.2]), ("12 %", "times", [])],
)
def test_expected_unit_may_follow_the_number(
    call: Readings, typed: str, unit: str, readings: list[float]
):
    assert call("readings", typed, unit) == readings


@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_written_number_is_read_back_unchanged(call: Readings, value: float):
    assert [float(read) for read in call("readings", call("exact", value))] == [value]


@given(
    whole=st.integers(0, 10**12),
    decimals=st.from_regex(r"[0-9]{0,6}", fullmatch=True),
    marks=st.sampled_from([",.", ".,", *(s + p for s in SPACES.values() for p in ".,")]),
    negative=st.booleans(),
)  # fmt: skip
def test_intended_number_is_among_the_readings(
    call: Readings, whole: int, decimals: str, marks: str, negative: bool
):
    group, point = marks
    sign = "-" * negative
    typed = sign + f"{whole:,}".replace(",", group) + (point + decimals if decimals else "")
    meant = float(f"{sign}{whole}.{decimals or 0}")
    numbers = call("readings", typed)
    # Two forms are not ambiguous: 1.234 has decimals, and 1,000 is a thousand.
    if group == "." and not decimals and 1000 <= whole < 10**6 and whole % 1000:
        meant /= 1000
    elif point == "," and decimals == "000" and 0 < whole < 1000:
        meant *= 1000
    assert meant in numbers


@given(text=st.text(max_size=12))
def test_any_text_has_at_most_two_readings(call: Readings, text: str):
    assert len(call("readings", text)) <= 2


@pytest.mark.parametrize(("chosen", "guess"), [("1 234", 1234), ("1.234", 1.234)])
def test_prediction_shows_the_readings_and_asks_for_a_choice(
    open_page: Opener, chosen: str, guess: float
):
    box = open_page(CHAPTER).locator("#predict-brackets")
    for name, text in (("low", "0,5"), ("high", "10,000"), ("guess", "1,234")):
        box.locator(f"[name={name}]").fill(text)
    lines = [line.replace("\u202f", " ") for line in box.locator(".typed-line").all_inner_texts()]
    assert lines == ["1,234: do you mean 1 234 or 1.234?", "read as 0.5", "read as 10 000"]
    box.locator("[name=guess]").press("Enter")
    assert "Say which number you mean by 1,234." in box.locator(".predict-wrong").inner_text()
    assert not box.locator(".predict-answer").is_visible()
    box.get_by_role("button", name=chosen.replace(" ", "\u202f"), exact=True).click()
    box.locator("[name=guess]").press("Enter")
    stored = box.page.evaluate("JSON.parse(localStorage['many-lanes.predictions']).brackets")
    assert (stored["guess"], stored["low"], stored["high"]) == (guess, 0.5, 10_000)
