"""The real book: links, addresses, assets and incremental builds."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from books import ROOT, RealBook
from bs4 import BeautifulSoup


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


def test_missing_measurements_are_bounded_or_published(book: RealBook):
    """No page contains an absent value, and each says "not measured yet" at most once."""
    for page in book.pages:
        assert soup(page).select(".absent") == [], page.name
        text = soup(page).get_text(" ").lower()
        assert text.count("not measured yet") <= 1, page.name


def test_measured_tables_of_chapters_have_no_empty_cells(book: RealBook):
    """Pages of records are not checked: a case without arithmetic has no rate there."""
    cells = [
        (page.name, cell.text.strip())
        for page in book.html.glob("[0-9]*.html")
        for cell in soup(page).select("table.measured tbody td")
    ]
    assert cells
    assert [name for name, text in cells if not text] == []
