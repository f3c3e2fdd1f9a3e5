"""The real book in a real browser, opened from the file system with no network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from books import ROOT, RealBook
from playwright.sync_api import Browser, Page, sync_playwright

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("book")]

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
INSTALL = "no chromium here; on Debian or Ubuntu: apt install chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Without `preload`, which asks for the style sheets a second time, in a way file:// refuses.
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "preload": False,
}
PAGES = [*sorted(path.stem for path in (ROOT / "book").glob("*.md")), "search", "genindex"]
CHAPTER = "05_matmul_cost"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(INSTALL)
        pytest.skip(INSTALL)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser, book: RealBook) -> Iterator[Opener]:
    """`open_page("index")`; at the end nothing may have failed, complained or left the disk."""
    wrong: list[str] = []
    contexts = []

    def opened(name: str, **options: object) -> Page:
        context = browser.new_context(**{"viewport": DESKTOP, "offline": True, **options})
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console", lambda said: said.type in ("error", "warning") and wrong.append(said.text)
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if options.get("java_script_enabled", True):  # without it, preloads are given up
            page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
        page.on(
            "request",
            lambda request: (
                request.url.startswith(("file:", "data:")) or wrong.append(f"asked: {request.url}")
            ),
        )
        page.goto((book.html / f"{name}.html").as_uri())
        page.wait_for_load_state("networkidle")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


# ---- every page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_from_the_disk_without_a_complaint(open_page: Opener, name: str):
    page = open_page(name)
    assert page.locator("main h1:visible").count() == 1
    assert page.evaluate("document.fonts.check('16px \"Source Serif 4\"')")


def test_mathematics_is_set_without_the_network(open_page: Opener):
    page = open_page(CHAPTER)
    page.wait_for_selector("mjx-container mjx-math")
    assert page.locator("mjx-assistive-mml math").count() > 0


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_light_dark_and_on_a_phone(open_page: Opener, name: str):
    page = open_page(name)
    if page.locator(".math").count():
        page.wait_for_selector("mjx-container mjx-math")
    for view in (DESKTOP, PHONE):
        for scheme in ("light", "dark"):
            page.set_viewport_size(view)
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
            assert axe(page) == [], (scheme, view)


def axe(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page, options=AXE).response["violations"]
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in found]


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_never_scrolls_sideways(open_page: Opener, name: str):
    page = open_page(name, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_search_finds_a_word_without_the_network(open_page: Opener):
    page = open_page("search")
    page.goto(page.url + "?q=intensity")
    page.wait_for_selector("#search-results li a")
    assert page.locator("#search-results li a").count() > 0


# ---- numbers


def test_a_number_says_where_it_comes_from_on_hover_and_on_focus(open_page: Opener):
    page = open_page("index")
    number = page.locator(".origin").first
    card = number.locator(".origin-card")
    assert not card.is_visible()
    number.hover()
    assert card.is_visible()
    page.mouse.move(0, 0)
    number.locator("a").focus()
    assert card.is_visible()
    page.keyboard.press("Escape")
    assert not card.is_visible()


def test_cards_stay_inside_the_window(open_page: Opener):
    for view in (DESKTOP, {"width": 800, "height": 700}, PHONE):
        page = open_page(CHAPTER, viewport=view)
        for number in page.locator(".bd-article .origin:visible").all()[:12]:
            number.locator("a").focus()
            box = number.locator(".origin-card").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= view["width"]


def test_a_number_leads_to_its_measurement(open_page: Opener):
    page = open_page("index")
    page.locator(".origin a").first.click()
    assert "records.html#" in page.url
    assert page.locator(":target").is_visible()


# ---- predictions


def guess(page: Page, value: str, low: str, high: str) -> None:
    box = page.locator("#predict-brackets")
    for name, text in (("guess", value), ("low", low), ("high", high)):
        box.locator(f"[name={name}]").fill(text)
    box.locator("[name=high]").press("Enter")


def test_the_answer_is_hidden_until_the_reader_commits_and_stays_after_a_reload(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator("#predict-brackets")
    assert not box.locator(".predict-answer").is_visible()
    guess(page, "1", "1", "1e6")
    assert box.locator(".predict-answer .origin-number").first.is_visible()
    assert "Your interval holds the answer." in box.inner_text()
    assert "You guessed too low, by a factor of" in box.inner_text()
    page.reload()
    assert "Your interval holds the answer." in box.inner_text()
    assert not box.locator("form").is_visible()
    kept = page.evaluate("JSON.parse(localStorage['many-lanes.predictions']).brackets")
    assert (kept["guess"], kept["low"], kept["high"], kept["hit"]) == (1, 1, 1e6, True)


def test_an_interval_that_misses_is_told_so_and_a_prediction_can_be_forgotten(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator("#predict-brackets")
    guess(page, "2e6", "1e6", "3e6")
    assert "Your interval misses the answer." in box.inner_text()
    assert "too high" in box.inner_text()
    box.get_by_role("button", name="Forget it and ask again").press("Enter")
    assert box.locator("[name=guess]").input_value() == ""
    assert not box.locator(".predict-answer").is_visible()
    page.reload()
    assert box.locator("form").is_visible()


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (("", "1", "2"), "Write three numbers"),
        (("many", "1", "2"), "Write three numbers"),
        (("5", "6", "4"), "The low end must be below the high end."),
        (("5", "6", "7"), "Your guess lies outside your own interval."),
    ],
)
def test_a_prediction_that_cannot_be_scored_is_asked_for_again(
    open_page: Opener, numbers: tuple[str, str, str], said: str
):
    page = open_page(CHAPTER)
    guess(page, *numbers)
    assert said in page.locator("#predict-brackets .predict-wrong").inner_text()
    assert not page.locator("#predict-brackets .predict-answer").is_visible()


def test_a_choice_is_made_by_keyboard(open_page: Opener):
    page = open_page(CHAPTER)
    box = page.locator(".predict:has(.predict-choice)").first
    box.locator("input[type=radio]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert box.locator(".predict-answer").is_visible()
    assert "You chose" in box.inner_text()


def test_without_javascript_the_question_comes_first_and_the_answer_is_folded(
    open_page: Opener,
):
    page = open_page(CHAPTER, java_script_enabled=False)
    box = page.locator("#predict-brackets")
    assert not box.locator(".predict-answer p").first.is_visible()
    box.locator("summary").click()
    assert box.locator(".predict-answer p").first.is_visible()


# ---- the explorable


@pytest.fixture
def cubes(open_page: Opener) -> Page:
    page = open_page(CHAPTER)
    page.locator("matmul-cubes").scroll_into_view_if_needed()
    return page


def figures(page: Page) -> tuple[str, str, str]:
    words = [page.locator(f"matmul-cubes #{name}").inner_text() for name in
             ("flops", "bytes", "intensity")]  # fmt: skip
    first, second, third = (word.replace("\u202f", " ") for word in words)
    return first, second, third


def test_typing_sizes_counts_operations_bytes_and_intensity(cubes: Page):
    for axis, size in (("m", "1000"), ("k", "10"), ("n", "100")):
        cubes.locator(f"matmul-cubes #{axis}").fill(size)
    flops, size, intensity = figures(cubes)
    assert "2 000 000" in flops
    assert "444 000" in size  # 4 (10,000 + 1,000 + 100,000)
    assert intensity == "4.5 FLOP/B"
    told = cubes.locator("matmul-cubes #live")
    cubes.wait_for_function(
        "e => e.textContent.includes('2\u202fMFLOP')", arg=told.element_handle()
    )


def test_a_size_that_is_none_is_refused_in_words(cubes: Page):
    before = figures(cubes)
    for wrong in ("0", "2.5", "many", "99999999"):
        cubes.locator("matmul-cubes #m").fill(wrong)
        assert "whole number from 1 to" in cubes.locator("matmul-cubes #wrong").inner_text()
    assert figures(cubes) == before
    cubes.locator("matmul-cubes #m").fill("3")
    assert cubes.locator("matmul-cubes #wrong").inner_text() == ""


def test_arrow_keys_move_the_sliders(cubes: Page):
    cubes.locator("matmul-cubes #n-slide").focus()
    cubes.keyboard.press("ArrowRight")
    assert cubes.locator("matmul-cubes #n").input_value() == "768"
    cubes.keyboard.press("Home")
    assert cubes.locator("matmul-cubes #n").input_value() == "1"
    assert cubes.locator("matmul-cubes #n-slide").get_attribute("aria-valuetext") == "1"


@pytest.mark.parametrize(("axis", "dx", "dy"), [("m", 0, 60), ("k", -60, -32), ("n", 60, -32)])
def test_an_edge_of_the_box_can_be_dragged(cubes: Page, axis: str, dx: int, dy: int):
    def size() -> int:
        return int(cubes.locator(f"matmul-cubes #{axis}").input_value().replace("\u202f", ""))

    others = [cubes.locator(f"matmul-cubes #{other}").input_value() for other in "mkn"]
    knob = cubes.locator(f"matmul-cubes [data-axis={axis}] .dot").bounding_box()
    assert knob is not None
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    cubes.mouse.move(x, y)
    cubes.mouse.down()
    cubes.mouse.move(x + dx, y + dy, steps=4)
    assert size() > 512
    cubes.mouse.move(x - dx, y - dy, steps=4)
    assert size() < 512
    cubes.mouse.up()
    cubes.mouse.move(x + 3 * dx, y + 3 * dy)
    assert size() < 512
    now = [cubes.locator(f"matmul-cubes #{other}").input_value() for other in "mkn"]
    assert sum(old != new for old, new in zip(others, now, strict=True)) == 1


def test_a_finger_drags_as_well(open_page: Opener):
    page = open_page(CHAPTER, viewport=PHONE, has_touch=True)
    knob = page.locator("matmul-cubes [data-axis=m] .dot")
    knob.scroll_into_view_if_needed()
    box = knob.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y + 20}]),
        ("touchMove", [{"x": x, "y": y + 50}]),
        ("touchEnd", []),
    ):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    size = page.locator("matmul-cubes #m").input_value().replace("\u202f", "")
    assert int(size) > 512


def test_presets_and_dots_set_the_shape(cubes: Page):
    button = cubes.get_by_role("button", name="matrix · vector", exact=True)
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert figures(cubes)[2] == "0.5 FLOP/B"
    cubes.locator("matmul-cubes [data-point]").first.click(force=True)
    assert button.get_attribute("aria-pressed") == "false"


def test_the_nearest_measurement_is_named_and_an_absent_gpu_is_said(cubes: Page):
    cubes.get_by_role("button", name="matrix · matrix", exact=True).click()
    words = cubes.locator("matmul-cubes #nearest").inner_text().replace("\u202f", "")
    assert "CPU (" in words
    assert "FLOP/s at 2048 \N{MULTIPLICATION SIGN} 2048" in words
    assert ("GPU not measured yet" in words) != (ROOT / "book/data/records/gpu.json").exists()


def test_colours_of_the_drawing_follow_the_scheme(open_page: Opener):
    fills = set()
    for scheme in ("light", "dark"):
        page = open_page(CHAPTER, color_scheme=scheme)
        face = page.locator("matmul-cubes .face.c")
        fills.add(face.evaluate("e => getComputedStyle(e).fill"))
    assert len(fills) == 2


def test_reduced_motion_is_obeyed(open_page: Opener):
    page = open_page("index", reduced_motion="reduce")
    card = page.locator(".doors .sd-card").first
    assert card.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"


# ---- paper


def test_paper_shows_the_question_and_the_drawing_and_no_controls(cubes: Page, tmp_path: Path):
    cubes.locator("matmul-cubes #n").fill("7")
    guess(cubes, "1", "1", "1e6")
    cubes.emulate_media(media="print", color_scheme="dark")
    assert cubes.locator(".bd-article h1").is_visible()
    assert cubes.locator("#predict-brackets .predict-paper").is_visible()
    assert "90 % sure" in cubes.locator("#predict-brackets").inner_text()
    assert not cubes.locator("#predict-brackets .predict-answer").is_visible()
    assert not cubes.locator("#predict-brackets .predict-result").is_visible()
    assert cubes.locator("matmul-cubes #box").is_visible()
    assert "7" in cubes.locator("matmul-cubes #box-words").inner_text()
    assert not cubes.locator("matmul-cubes .controls").is_visible()
    assert not cubes.locator("matmul-cubes .presets").is_visible()
    assert not cubes.locator("#pst-primary-sidebar").is_visible()
    paper = cubes.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    pdf = cubes.pdf(path=str(tmp_path / "page.pdf"), format="A4")
    assert pdf.startswith(b"%PDF")
