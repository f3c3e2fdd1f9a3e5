"""The real book, as it is built: links, addresses, what is built again and what is not."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from books import ROOT, RealBook
from bs4 import BeautifulSoup
from jupyter_cache import get_cache

# What makes a browser fetch; a link is followed only by a reader.
FETCHED = (
    ("script", "src"), ("link", "href"), ("img", "src"), ("source", "src"), ("iframe", "src"),
    ("object", "data"), ("embed", "src"), ("video", "src"), ("audio", "src"),
)  # fmt: skip


@cache
def soup(page: Path) -> BeautifulSoup:
    """Read once: a page stays as it was built, to the byte, whatever is built again here."""
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def test_every_page_of_the_contents_is_built(book: RealBook):
    contents = re.findall(r"file: (\w+)", (ROOT / "book" / "_toc.yml").read_text())
    built = {page.stem for page in book.pages}
    assert set(contents) <= built
    assert {"index", "genindex", "search"} <= built


def test_every_internal_link_leads_somewhere(book: RealBook):
    pages = {page.name: soup(page) for page in book.pages}
    ids = {name: {tag["id"] for tag in page.select("[id]")} for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for link in page.select("a[href]"):
            address = urlsplit(link["href"])
            if address.scheme or not (address.path or address.fragment):
                continue
            # The page for no page names the site: it is shown at any address.
            target = unquote(address.path).removeprefix("/many-lanes/") or name
            lost = not (book.html / target).exists()
            anchor = unquote(address.fragment)
            if lost or (anchor and target in ids and anchor not in ids[target]):
                broken.append(f"{name}: {link['href']}")
    assert broken == []


def test_a_page_carries_its_own_scripts_and_no_others(book: RealBook):
    """Jupyter Book would put every script under `_static` on every page."""
    written = {path.stem for path in (ROOT / "book/_static/explorables").glob("*.js")}
    for page in book.pages:
        sources = [script["src"] for script in soup(page).select("script[src]")]
        carried = [
            Path(urlsplit(source).path).stem for source in sources if "explorables" in source
        ]
        shown = [tag.name for tag in soup(page).select(".explorable")]
        assert carried == [name for name in shown if name in written], page.name


def test_nothing_is_fetched_from_elsewhere(book: RealBook):
    asked = [
        f"{page.name}: {tag[attribute]}"
        for page in book.pages
        for name, attribute in FETCHED
        for tag in soup(page).select(f"{name}[{attribute}]")
        if urlsplit(tag[attribute]).netloc and tag.get("rel") != ["canonical"]
    ]
    assert asked == []
    for page in book.pages:
        text = page.read_text(encoding="utf-8")
        assert "unpkg" not in text
        assert "thebe" not in text


def test_no_style_sheet_fetches_from_elsewhere(book: RealBook):
    asked = [
        f"{sheet.name}: {address}"
        for sheet in book.html.rglob("*.css")
        for address in re.findall(r"url\(['\"]?([^'\")]+)", sheet.read_text(encoding="utf-8"))
        if urlsplit(address).netloc
    ]
    assert asked == []


def test_a_formula_keeps_the_marks_beside_it(book: RealBook):
    """Else a line may begin with a lone comma, or end with a lone bracket."""
    formulas = [
        tag for page in book.pages for tag in soup(page).select("main :not(.formula) > math")
    ]
    kept = [tag for tag in formulas if "together" in tag.parent.get("class", [])]
    assert len(kept) > 20
    assert all(re.fullmatch(r"[^\w\s]*", str(tag.next_sibling or "")) for tag in kept)
    parted = [
        f"{tag.previous_sibling}{tag.text}{tag.next_sibling}"[-60:]
        for tag in formulas
        if tag not in kept
        and (
            re.search(r"\S$", str(tag.previous_sibling or ""))
            or re.match(r"\S", str(tag.next_sibling or ""))
        )
    ]
    assert parted == []


def test_every_id_stands_once_on_its_page(book: RealBook):
    for page in book.pages:
        ids = [tag["id"] for tag in soup(page).select("[id]")]
        twice = {name for name in ids if ids.count(name) > 1}
        assert twice == set(), page.name


def test_the_jaxpr_that_is_drawn_is_what_jax_printed(book: RealBook):
    page = soup(book.html / "07_jit.html")
    drawn = " ".join(line.text for line in page.select(".trace-steps .jaxpr"))
    printed = [cell.text.split() for cell in page.select(".cell_output pre")]
    assert drawn.split() in printed


def test_no_page_says_where_it_was_built(book: RealBook):
    for page in book.pages:
        text = page.read_text(encoding="utf-8")
        assert str(ROOT) not in text, page.name
        assert str(book.folder) not in text, page.name


def test_nothing_of_other_folders_is_published(book: RealBook):
    published = {path.name for path in book.html.rglob("*") if path.is_file()}
    assert not any(name.endswith((".py", ".toml")) for name in published)
    assert "README.html" not in published


def test_a_second_build_reads_no_page(book: RealBook):
    with book.built_anew():
        built = book.build()
    assert built.returncode == 0, built.stdout[-3000:]
    assert re.search(r"(?<!\d)0 added, 0 changed, 0 removed", built.stdout)


def test_a_stamp_that_differs_forgets_the_runs_of_its_page_alone(book: RealBook):
    """That cells then run again is shown on a small book, test_stale.py."""
    folder = book.folder / "_build" / ".jupyter_cache"
    stamps = folder / "executed-against.json"

    def runs() -> dict[str, object]:
        return {Path(run.uri).stem: run.created for run in get_cache(folder).list_cache_records()}

    now, before = stamps.read_text(), runs()
    assert before.keys() == json.loads(now).keys()
    with book.built_anew():
        stamps.write_text(json.dumps({**json.loads(now), "05_matmul_cost": "another package"}))
        assert book.build().returncode == 0
    assert stamps.read_text() == now
    assert before.pop("05_matmul_cost")
    assert runs() == before


def test_the_frame_is_small_enough_to_carry(book: RealBook):
    own = sum(path.stat().st_size for path in (ROOT / "book" / "_static").rglob("*")
              if path.is_file())  # fmt: skip
    assert own < 2.5e6
    assert os.path.getsize(book.html / "index.html") < 100_000


def test_nearly_every_number_that_was_not_measured_is_bounded_or_published(book: RealBook):
    """A chapter promises no measurement; other pages say the words once at most."""
    for page in book.pages:
        shown = soup(page)
        assert shown.select(".absent") == [], page.name
        said = shown.get_text(" ").lower().count("not measured yet")
        assert said <= 1, (page.name, said)


def test_no_cell_of_a_measured_table_is_empty(book: RealBook):
    """In the chapters; a record shows no rate where a case does no arithmetic."""
    cells = [
        (page.name, cell.text.strip())
        for page in book.html.glob("[0-9]*.html")
        for cell in soup(page).select("table.measured tbody td")
    ]
    assert cells
    assert [name for name, text in cells if not text] == []


def test_a_bound_says_what_it_is_and_which_limits_it_takes(book: RealBook):
    marked = soup(book.html / "16_training.html").select(".instead")
    bounds = [span for span in marked if span.select_one(".origin-bound")]
    assert bounds
    for span in bounds:
        card = " ".join(span.select_one(".origin-card").text.split())
        assert span.text.startswith(("at least ", "at most ", "not timed"))
        assert "as counted" in card or "one for each product" in card or "one kernel" in card
        assert " on " in card.replace("On", "on")


def test_minutes_left_fall_from_section_to_section(book: RealBook):
    for name in ("ten_minutes", "04_memory"):
        said = [p.text for p in soup(book.html / f"{name}.html").select(".minutes-left")]
        left = [int(text.split()[0]) for text in said if text != "the last minute"]
        assert len(left) > 2
        assert left == sorted(left, reverse=True)
    said = soup(book.html / "ten_minutes.html").select_one(".chapter-number").text
    assert int(re.search(r"bout (\d+) minutes", said)[1]) <= 10


def test_whatever_the_ten_minutes_claim_has_a_chapter(book: RealBook):
    """Each paragraph and each point between the table of contents and the words for a friend."""
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
