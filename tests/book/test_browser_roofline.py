"""The roofline explorer in a real browser: what it computes, keeps, refuses and prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import ROOT
from browsing import PHONE, Opener
from playwright.sync_api import Page

from manylanes import Record

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CHAPTER = "06_roofline"
RECORD = Record.load(ROOT / "book/data/records/cpu")


@pytest.fixture
def roofs(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("roofline-explorer").scroll_into_view_if_needed()
    return page


def row(page: Page, machine: str) -> list[str]:
    found = page.locator("roofline-explorer tbody tr").filter(has_text=machine)
    return [cell.replace("\u202f", " ") for cell in found.locator("td").all_inner_texts()]


def type_in(page: Page, peak: str, bandwidth: str, overhead: str) -> None:
    for wall, value in (("peak", peak), ("bandwidth", bandwidth), ("overhead", overhead)):
        page.locator(f"roofline-explorer #{wall}").fill(value)


def choose(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_typed_machine_is_held_against_the_three_walls(roofs: Page):
    type_in(roofs, "100", "10", "1000")
    choose(roofs, "matrix · vector, 8192")  # 2 · 8192² FLOP, half of one for each byte
    assert row(roofs, "Yours")[:3] == ["memory", "27.8 ms", "4.82 GFLOP/s"]
    choose(roofs, "product of 2048 \N{MULTIPLICATION SIGN} 2048")
    assert row(roofs, "Yours")[:3] == ["arithmetic", "173 ms", "99.4 GFLOP/s"]
    choose(roofs, "adding 1000 numbers")
    assert row(roofs, "Yours")[:3] == ["the call", "1 ms", "999 kFLOP/s"]
    told = roofs.locator("roofline-explorer #live").element_handle()
    roofs.wait_for_function("e => e.textContent.includes('Yours waits for the call')", arg=told)


def test_the_reference_is_the_record(roofs: Page):
    choose(roofs, "adding 1000 numbers")
    overhead = RECORD.query("overhead.time").median
    wall, time, *_ = row(roofs, "CPU")
    assert wall == "the call"
    value, unit = time.split()
    size = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3}[unit]
    assert float(value) * size == pytest.approx(overhead, rel=0.1)


def test_one_wall_moved_by_ten_helps_only_who_waited_for_it(roofs: Page):
    choose(roofs, "matrix · vector, 8192")
    choose(roofs, "ten times the peak")
    assert row(roofs, "Yours")[3] == "1 times as fast"
    choose(roofs, "ten times the bandwidth")
    assert float(row(roofs, "Yours")[3].split()[0]) > 5
    choose(roofs, "no third machine")
    assert roofs.locator("roofline-explorer tbody tr").filter(has_text="Yours").count() == 0


def test_a_typed_machine_is_kept(roofs: Page):
    type_in(roofs, "1,000", "50", "2.5")
    assert roofs.locator("roofline-explorer .reach.you").count() == 1
    roofs.reload()
    assert roofs.locator("roofline-explorer #peak").input_value() == "1000"
    assert roofs.locator("roofline-explorer .reach.you").count() == 1


@pytest.mark.parametrize("wrong", ["0", "-3", "fast", "1e99"])
def test_a_wall_that_is_none_is_refused_in_words(roofs: Page, wrong: str):
    type_in(roofs, "100", "10", "5")
    before = row(roofs, "Yours")
    roofs.locator("roofline-explorer #bandwidth").fill(wrong)
    said = roofs.locator("roofline-explorer #wrong")
    assert said.inner_text() == "bandwidth, GB/s: write a number above zero."
    assert row(roofs, "Yours") == before
    roofs.locator("roofline-explorer #bandwidth").fill("20")
    assert said.inner_text() == ""


def test_arrow_keys_move_intensity_and_size(roofs: Page):
    choose(roofs, "matrix · vector, 8192")
    roofs.locator("roofline-explorer #intensity").focus()
    roofs.keyboard.press("ArrowRight")
    roofs.keyboard.press("ArrowRight")
    words = roofs.locator("roofline-explorer #intensity-words")
    assert words.inner_text() == "1\u202fFLOP/B"
    assert roofs.locator("roofline-explorer [aria-pressed=true]").count() == 0
    slider = roofs.locator("roofline-explorer #work")
    slider.focus()
    roofs.keyboard.press("Home")
    assert slider.get_attribute("aria-valuetext") == "1\u202fFLOP"
    assert row(roofs, "CPU")[0] == "the call"


def test_a_measured_dot_sets_the_program(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    before = page.locator("roofline-explorer #work-words").inner_text()
    page.locator("roofline-explorer [data-point]").first.tap(force=True)
    assert page.locator("roofline-explorer #work-words").inner_text() != before


def test_an_absent_gpu_is_said(roofs: Page):
    absent = row(roofs, "GPU") == ["not measured yet"]
    assert absent != (ROOT / "book/data/records/gpu").exists()


def test_lines_follow_the_scheme(open_page: Opener):
    strokes = set()
    for scheme in ("light", "dark"):
        line = open_page(CHAPTER, color_scheme=scheme).locator("roofline-explorer .reach.cpu")
        strokes.add(line.evaluate("e => getComputedStyle(e).stroke"))
    assert len(strokes) == 2


def test_paper_keeps_the_drawing_and_the_comparison(roofs: Page, tmp_path: Path):
    type_in(roofs, "100", "10", "5")
    roofs.emulate_media(media="print")
    assert roofs.locator("roofline-explorer #chart").is_visible()
    assert roofs.locator("roofline-explorer table").is_visible()
    assert not roofs.locator("roofline-explorer .controls").is_visible()
    assert not roofs.locator("roofline-explorer .yours").is_visible()
    assert roofs.pdf(path=str(tmp_path / "page.pdf"), format="A4").startswith(b"%PDF")
