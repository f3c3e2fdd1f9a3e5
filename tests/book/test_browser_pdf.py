"""`make pdf`: the pages of a small book in one file."""

import re
from pathlib import Path

import pdf
from books import MiniBook
from bs4 import BeautifulSoup
from playwright.sync_api import Browser

INDEX = (
    "{doc}`second`, [there](second.md#part), {measured}`cpu: gemm[n=8].time`, [](https://a.test/)"
)
SECOND = "[back](index.md), {fact}`h200.bandwidth`\n\n## Part\n\n## Other part\n\n## Part\n"


def build_site(draft: MiniBook, second: str) -> Path:
    draft.write_pages(INDEX, second=second)
    html = draft.build().folder / "_build/html"
    (html / "_static/origin.js").write_text("")  # the small book lacks this script
    return html


def test_links_are_internal_and_ids_are_unique(draft: MiniBook):
    html = build_site(draft, SECOND)
    book = BeautifulSoup(pdf.merge_pages(html), "html.parser")
    ids = [tag["id"] for tag in book.select("[id]")]
    assert len(ids) == len(set(ids))
    links = [tag["href"] for tag in book.select("article [href]")]
    assert {"#second", "#second--part", "#index", "https://a.test/"} <= set(links)
    inside = [link for link in links if not link.startswith("https:")]
    assert [link for link in inside if link.removeprefix("#") not in ids] == []
    described = [tag["aria-describedby"] for tag in book.select("[aria-describedby]")]
    assert described
    assert set(described) <= set(ids)


def test_pdf_has_an_outline_and_omits_the_records(
    browser: Browser, draft: MiniBook, tmp_path: Path
):
    html = build_site(draft, SECOND)
    before = sorted(html.iterdir())
    assert pdf.write(browser, html, tmp_path / "book.pdf") == []
    assert sorted(html.iterdir()) == before
    written = (tmp_path / "book.pdf").read_bytes()
    pages = BeautifulSoup(pdf.merge_pages(html), "html.parser").select("article[id]")
    assert [page["id"] for page in pages] == [
        "contents",
        "index",
        "bibliography",
        "hardware",
        "second",
    ]
    assert len(re.findall(rb"/Type /Page\b", written)) == len(pages)
    outline = re.findall(rb"/Title \((.*?)\)\n/Dest", written)
    assert [title for title in outline if b"art" in title] == [b"Part", b"Other part", b"Part"]
    assert b"/Dest /second--part" in written


def test_missing_files_and_wide_pages_are_reported(
    browser: Browser, draft: MiniBook, tmp_path: Path
):
    wide = "<div style='inline-size: 900px'>wide</div>"
    html = build_site(draft, f"{SECOND}\n\n{wide}")
    (html / "_static/origin.js").unlink()
    missing = f"not found: {(html / '_static/origin.js').as_uri()}"
    assert pdf.write(browser, html, tmp_path / "book.pdf") == [missing, "wider than paper: second"]
