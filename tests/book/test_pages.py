"""The real book: links, addresses, assets and incremental builds."""

import json
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from books import ROOT, RealBook
from bs4 import BeautifulSoup
from jupyter_cache import get_cache

# Elements whose addresses a browser fetches without a click.
FETCHED = (
    ("script", "src"), ("link", "href"), ("img", "src"), ("source", "src"), ("iframe", "src"),
    ("object", "data"), ("embed", "src"), ("video", "src"), ("audio", "src"),
)  # fmt: skip


@cache
def soup(page: Path) -> BeautifulSoup:
    """Parse a page once. No build in these tests changes a page."""
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def test_every_page_of_the_contents_is_built(book: RealBook):
    contents = re.findall(r"file: (\w+)", (ROOT / "book" / "_toc.yml").read_text())
    built = {page.stem for page in book.pages}
    assert set(contents) <= built
    assert {"index", "genindex", "search"} <= built


def test_every_internal_link_has_a_target(book: RealBook):
    pages = {page.name: soup(page) for page in book.pages}
    ids = {name: {tag["id"] for tag in page.select("[id]")} for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for link in page.select("a[href]"):
            address = urlsplit(link["href"])
            if address.scheme or not (address.path or address.fragment):
                continue
            # The 404 page has absolute links, because it is shown at any address.
            target = unquote(address.path).removeprefix("/many-lanes/") or name
            lost = not (book.html / target).exists()
            anchor = unquote(address.fragment)
            if lost or (anchor and target in ids and anchor not in ids[target]):
                broken.append(f"{name}: {link['href']}")
    assert broken == []


def test_page_includes_only_its_own_scripts(book: RealBook):
    """By default, Jupyter Book includes every script under `_static` on every page."""
    written = {path.stem for path in (ROOT / "book/_static/explorables").glob("*.js")}
    for page in book.pages:
        sources = [script["src"] for script in soup(page).select("script[src]")]
        scripts = [Path(urlsplit(it).path).stem for it in sources if "explorables" in it]
        figures = [tag.name for tag in soup(page).select(".explorable")]
        assert scripts == [name for name in figures if name in written], page.name


def test_pages_fetch_nothing_from_other_hosts(book: RealBook):
    requests = [
        f"{page.name}: {tag[attribute]}"
        for page in book.pages
        for name, attribute in FETCHED
        for tag in soup(page).select(f"{name}[{attribute}]")
        if urlsplit(tag[attribute]).netloc and tag.get("rel") != ["canonical"]
    ]
    assert requests == []
    for page in book.pages:
        text = page.read_text(encoding="utf-8")
        assert "unpkg" not in text
        assert "thebe" not in text


def test_style_sheets_fetch_nothing_from_other_hosts(book: RealBook):
    requests = [
        f"{sheet.name}: {address}"
        for sheet in book.html.rglob("*.css")
        for address in re.findall(r"url\(['\"]?([^'\")]+)", sheet.read_text(encoding="utf-8"))
        if urlsplit(address).netloc
    ]
    assert requests == []


def test_formula_and_its_punctuation_stay_on_one_line(book: RealBook):
    """Otherwise, a line could begin with a comma or end with a bracket."""
    selector, count = "main :not(.formula) > math", 0
    for tag in (tag for page in book.pages for tag in soup(page).select(selector)):
        before, after = str(tag.previous_sibling or ""), str(tag.next_sibling or "")
        if "nowrap" in tag.parent.get("class", []):
            count += 1
            assert re.fullmatch(r"[^\w\s]*", after), after
        else:
            context = f"{before}{tag.text}{after}"[-60:]
            assert not re.search(r"\S$", before), context
            assert not re.match(r"\S", after), context
    assert count > 20


def test_ids_are_unique_on_each_page(book: RealBook):
    for page in book.pages:
        ids = [tag["id"] for tag in soup(page).select("[id]")]
        twice = {name for name in ids if ids.count(name) > 1}
        assert twice == set(), page.name


def test_drawn_jaxpr_equals_the_printed_jaxpr(book: RealBook):
    page = soup(book.html / "07_jit.html")
    lines = " ".join(line.text for line in page.select(".trace-steps .jaxpr"))
    printed = [cell.text.split() for cell in page.select(".cell_output pre")]
    assert lines.split() in printed


def test_pages_contain_no_build_paths(book: RealBook):
    for page in book.pages:
        text = page.read_text(encoding="utf-8")
        assert str(ROOT) not in text, page.name
        assert str(book.folder) not in text, page.name


def test_source_files_are_not_published(book: RealBook):
    published = {path.name for path in book.html.rglob("*") if path.is_file()}
    assert not any(name.endswith((".py", ".toml")) for name in published)
    assert "README.html" not in published


def test_second_build_reads_no_page(book: RealBook):
    with book.lock_for_building():
        built = book.build()
    assert built.returncode == 0, built.stdout[-3000:]
    assert re.search(r"(?<!\d)0 added, 0 changed, 0 removed", built.stdout)


def test_changed_stamp_invalidates_only_the_cells_of_its_page(book: RealBook):
    """`test_cell_cache.py` shows on a small book that the cells then run again."""
    folder = book.folder / "_build" / ".jupyter_cache"
    stamps = folder / "executed-against.json"

    def runs() -> dict[str, object]:
        return {Path(run.uri).stem: run.created for run in get_cache(folder).list_cache_records()}

    now, before = stamps.read_text(), runs()
    assert before.keys() == json.loads(now).keys()
    with book.lock_for_building():
        stamps.write_text(json.dumps({**json.loads(now), "05_matmul_cost": "another package"}))
        assert book.build().returncode == 0
    assert stamps.read_text() == now
    assert before.pop("05_matmul_cost")
    assert runs() == before


def test_static_files_and_the_index_page_are_small(book: RealBook):
    own = sum(path.stat().st_size for path in (ROOT / "book" / "_static").rglob("*")
              if path.is_file())  # fmt: skip
    assert own < 2.5e6
    assert os.path.getsize(book.html / "index.html") < 100_000


def test_missing_measurements_are_bounded_or_published(book: RealBook):
    """A chapter promises no measurement. Other pages contain the phrase at most once."""
    for page in book.pages:
        assert soup(page).select(".absent") == [], page.name
        text = soup(page).get_text(" ").lower()
        assert text.count("not measured yet") <= 1, page.name


def test_measured_tables_of_chapters_have_no_empty_cells(book: RealBook):
    """A record shows no rate for a case without arithmetic, so it is not checked."""
    cells = [
        (page.name, cell.text.strip())
        for page in book.html.glob("[0-9]*.html")
        for cell in soup(page).select("table.measured tbody td")
    ]
    assert cells
    assert [name for name, text in cells if not text] == []


def test_bound_names_its_counts_and_limits(book: RealBook):
    marked = soup(book.html / "16_training.html").select(".qualified")
    bounds = [span for span in marked if span.select_one(".origin-bound")]
    assert bounds
    for span in bounds:
        card = " ".join(span.select_one(".origin-card").text.split())
        assert span.text.startswith(("at least ", "at most ", "not timed"))
        assert "as counted" in card or "one for each product" in card or "one kernel" in card
        assert " on " in card.replace("On", "on")


def test_minutes_left_decrease_from_section_to_section(book: RealBook):
    for name in ("ten_minutes", "04_memory"):
        texts = [p.text for p in soup(book.html / f"{name}.html").select(".minutes-left")]
        left = [int(text.split()[0]) for text in texts if text != "the last minute"]
        assert len(left) > 2
        assert left == sorted(left, reverse=True)
    header = soup(book.html / "ten_minutes.html").select_one(".chapter-number").text
    assert int(re.search(r"bout (\d+) minutes", header)[1]) <= 10


def test_each_claim_of_the_ten_minute_tour_links_to_a_chapter(book: RealBook):
    """Claims are the paragraphs and list items of all sections except for the last."""
    article = soup(book.html / "ten_minutes.html").select_one("article")
    sections = article.select("section section")
    claims = [
        claim
        for section in sections[:-1]
        for claim in section.select(":scope > p:not(.minutes-left, .versions), li")
    ]
    assert len(claims) > 15
    bare = [
        " ".join(claim.text.split())[:60]
        for claim in claims
        if not claim.select('a[href*="_"][href*=".html"]:not(.origin-number)')
    ]
    assert bare == []
