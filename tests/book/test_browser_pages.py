"""Pages in a browser, most of them opened from the file system without a network."""

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from books import ROOT
from browsing import CHAPTER, DESKTOP, PAGES, PHONE, Opener, guess
from playwright.sync_api import Browser, Page

# All pages with a drawing from `_static/figures/`.
DRAWN = [
    path.stem
    for path in sorted((ROOT / "book").glob("*.md"))
    if "_static/figures/" in path.read_text(encoding="utf-8")
]
# Options of axe. `preload` would request the style sheets again, which a file:// page may not do.
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "preload": False,
    "resultTypes": ["violations"],
}
# The slowest rule. It depends on the colour scheme, but not on the width of the window.
CONTRAST = "color-contrast"
COLOURS = {**AXE, "runOnly": {"type": "rule", "values": [CONTRAST]}}
# Mark the texts whose contrast must be measured. Elements with the same path of tags and attributes
# are assumed to have the same colours (rows of a table alternate). axe rates no single characters.
MARK_STYLES = """() => {
  const content = ["id", "href", "title", "aria-label", "for", "name", "value", "headers"];
  const paths = new Map([[document.body, ""]]), known = new Set();
  for (const e of document.body.querySelectorAll("*")) {
    const attributes = [...e.attributes].filter(a => !content.includes(a.name)).map(a => a.name + a.value);
    const path = [paths.get(e.parentElement), e.tagName, e.tagName === "TR" && e.rowIndex % 2, ...attributes].join("|");
    paths.set(e, path);
    const text = e.checkVisibility() && [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim().length > 1);
    if (!e.shadowRoot && (!text || known.has(path))) continue;
    known.add(path);
    e.dataset.contrast = "";
  }
}"""  # noqa: E501
WITHOUT_COLOURS = {**AXE, "rules": {CONTRAST: {"enabled": False}}}
# Lines of code and output that are wider than their boxes, also in folded parts.
CUT_OFF = """() => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
  return [...document.querySelectorAll("main pre")].filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => e.textContent.split("\\n").reduce((a, b) => b.length > a.length ? b : a));
}"""
# The first words of each table that is wider than its frame.
WIDER = """() => [...document.querySelectorAll(".table-scroll, .pst-scrollable-table-container")]
  .filter(frame => frame.scrollWidth > frame.clientWidth + 1)
  .map(frame => frame.innerText.slice(0, 60))"""
# Labels of drawings that are too small, exceed the drawing, or have too little contrast.
UNREADABLE = """() => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = colour => numbers(colour).slice(0, 3)
    .map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
  const paper = getComputedStyle(document.body).backgroundColor;
  const under = (text, x, y) => {
    const shapes = document.elementsFromPoint(x, y)
      .filter(e => e.ownerSVGElement && !e.closest("text")).map(e => getComputedStyle(e).fill);
    return shapes.find(fill => fill !== "none") ?? paper;
  };
  return [...document.querySelectorAll("figure svg text")].flatMap(text => {
    text.scrollIntoView({ block: "center", behavior: "instant" });
    const at = text.getBoundingClientRect();
    if (!at.width) return [];
    const { a, b } = text.getScreenCTM();
    const sizes = [text, ...text.children].map(e => parseFloat(getComputedStyle(e).fontSize) * Math.hypot(a, b));
    const drawing = text.ownerSVGElement.getBoundingClientRect();
    const ink = light(getComputedStyle(text).fill);
    const worst = Math.min(...[0.1, 0.5, 0.9].map(part => light(under(text, at.left + part * at.width, at.top + at.height / 2)))
      .map(ground => Math.max(ink, ground) / Math.min(ink, ground)));
    const words = text.textContent;
    return [
      Math.min(...sizes) < 13 && `${Math.min(...sizes).toFixed(1)} px: ${words}`,
      (at.left < drawing.left - 1 || at.right > drawing.right + 1) && `outside: ${words}`,
      worst < 4.5 && `contrast ${worst.toFixed(1)}: ${words}`,
    ].filter(Boolean);
  });
}"""  # noqa: E501

# The id of the section or definition that a link led to.
ANSWER = """() => {
  const place = document.getElementById(location.hash.slice(1));
  return place ? (place.closest("dt") ?? place.closest("section")).id : "";
}"""


@pytest.mark.parametrize("name", PAGES)
def test_page_loads_from_disk_and_passes_axe_on_phone_and_desktop(open_page: Opener, name: str):
    # The phone comes first: the theme decides at load which code blocks scroll and take the focus.
    page = open_page(name, viewport=PHONE, reduced_motion="reduce")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert run_axe(page, WITHOUT_COLOURS) == []
    page.set_viewport_size(DESKTOP)
    assert page.locator("main h1:visible").count() == 1
    assert page.evaluate("document.fonts.check('16px \"Lanes Serif\"')")
    assert run_axe(page, WITHOUT_COLOURS) == []
    page.evaluate(MARK_STYLES)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
        assert run_axe(page, COLOURS, "[data-contrast]") == [], scheme
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("name", ["ten_minutes", "03_latency_throughput", "06_roofline"])
def test_tables_fit_on_a_phone(open_page: Opener, name: str):
    """In a table that is too wide, the last column, which contains the GPU, would be hidden."""
    page = open_page(name, viewport=PHONE)
    assert page.locator("table.table").count()
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("name", DRAWN)
def test_drawing_labels_are_readable_in_light_and_dark(open_page: Opener, name: str):
    page = open_page(name, reduced_motion="reduce")
    assert page.locator("figure svg text").count()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
        for width in (320, 360, 640, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(UNREADABLE) == [], f"{scheme}, {width} px"


def run_axe(
    page: Page, rules: dict[str, object], place: str = "html"
) -> list[tuple[str, list[str]]]:
    violations = Axe().run(page, context=place, options=rules).response["violations"]
    return [(rule["id"], [node["html"][:160] for node in rule["nodes"]][:3]) for rule in violations]


def first_result(page: Page) -> str:
    """Wait until the search has finished and return the address of its first result."""
    page.get_by_text("Search finished").wait_for()
    return str(page.locator("#search-results li a").first.evaluate("link => link.href"))


# For each query, the section or definition that must be its first result.
SEARCHES = {
    "out of memory": "12_backprop#memory-of-the-backward-pass-residuals",
    "batch size": "glossary#term-batch-size",
    "flash attention": "15_attention#online-softmax-and-flashattention",
    "jit slow": "07_jit#",
    "quantization": "glossary#term-quantisation",
    "memory bound": "glossary#term-memory-bound",
    "l2 cache": "04_memory#caches-and-working-sets",
    "stochastic rounding": "11_precision#rounding-why-a-bfloat16-sum-stops-at-256",
    "least squares": "17_beyond_networks#least-squares-and-k-means-centres-as-products",
}


@pytest.mark.parametrize(("words", "place"), SEARCHES.items())
def test_search_ranks_the_answer_first(open_page: Opener, words: str, place: str):
    """The search also works from disk, without a network. The result may be a definition."""
    page = open_page("search")
    page.goto(f"{page.url}?q={quote(words)}")
    page.goto(first_result(page))
    stem = Path(urlsplit(page.url).path).stem
    assert f"{stem}#{page.evaluate(ANSWER)}" == place


@pytest.mark.parametrize(
    ("words", "link", "sentence"),
    [
        ("learning rate", "Glossary", "The factor by which the gradient is multiplied"),
        ("pallas", "Tiling: reuse data while it is in cache > The same product in",
         "This section writes the same algorithm in Pallas"),
    ],
)  # fmt: skip
def test_result_shows_a_sentence_and_names_its_section(
    browser: Browser, site: str, words: str, link: str, sentence: str
):
    """The link names the section of the sentence and leads to it."""
    with browser.new_page() as page:
        page.goto(f"{site}/search.html?q={quote(words)}")
        hit = page.locator("#search-results li").first
        assert hit.locator("p.context").inner_text().startswith(sentence)
        assert hit.locator("a").inner_text().startswith(link)
        page.goto(first_result(page))
        page.locator(":target").wait_for(state="attached")


NOTEBOOK = f"exercises/{CHAPTER}/{CHAPTER}.ipynb"


def test_notebook_link_downloads_the_file(browser: Browser, site: str):
    with browser.new_page() as page:
        page.goto(f"{site}/{CHAPTER}.html")
        with page.expect_download() as download:
            page.locator(f"main a[href='{NOTEBOOK}']").click()
        assert download.value.suggested_filename == f"{CHAPTER}.ipynb"
        assert download.value.path().read_bytes() == (ROOT / NOTEBOOK).read_bytes()


def test_missing_page_offers_links_and_search(browser: Browser, site: str):
    with browser.new_page() as page:
        missing: list[str] = []
        page.on("response", lambda it: missing.append(it.url) if it.status == 404 else None)
        page.goto(f"{site}/no/such/page.html")
        assert page.locator("h1:visible").inner_text() == "No page has this address"
        assert page.evaluate("document.fonts.check('16px \"Lanes Serif\"')")
        assert page.locator("article a[href$='/05_matmul_cost.html']").is_visible()
        assert run_axe(page, AXE) == []
        page.locator("article [name=q]").fill("warp")
        page.locator("article [name=q]").press("Enter")
        page.locator("#search-results li a").first.wait_for()
        assert missing == [f"{site}/no/such/page.html"]


def test_number_shows_its_origin_on_hover_and_focus(open_page: Opener):
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


def test_card_shows_the_command_after_a_click(open_page: Opener):
    page = open_page("index", viewport=PHONE)
    number = page.locator(".origin:has(.origin-more)").first
    number.locator("a").focus()
    command = number.get_by_text("manylanes measure")
    assert not command.first.is_visible()
    number.get_by_role("button", name="How it was measured").click()
    assert command.first.is_visible()
    box = number.locator(".origin-card").bounding_box()
    assert box is not None
    assert box["height"] <= PHONE["height"]


def test_cards_stay_inside_the_window(open_page: Opener):
    for view in (DESKTOP, {"width": 800, "height": 700}, PHONE):
        page = open_page(CHAPTER, viewport=view)
        for number in page.locator(".bd-article .origin:visible").all()[:12]:
            number.locator("a").focus()
            box = number.locator(".origin-card").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= view["width"]


def test_print_shows_the_question_without_the_answer(open_page: Opener):
    page = open_page(CHAPTER)
    guess(page, "1", "1", "1e6")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".bd-article h1").is_visible()
    assert page.locator("#predict-brackets .predict-paper").is_visible()
    assert "90 % sure" in page.locator("#predict-brackets").inner_text()
    assert not page.locator("#predict-brackets .predict-answer").is_visible()
    assert not page.locator("#predict-brackets .predict-result").is_visible()
    assert not page.locator("#pst-primary-sidebar").is_visible()
    assert page.locator(".minutes-left").count()
    assert not page.locator(".minutes-left:visible").count()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"


def test_summary_sheet_prints_on_two_pages(open_page: Opener):
    printed = open_page("sheet").pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 2
