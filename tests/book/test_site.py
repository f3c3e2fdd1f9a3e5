"""Files beside the pages: the 404 page, the sitemap and canonical addresses."""

import re

import pytest
from _ext.html.theme import FIRST_FONTS
from books import SETTINGS, Mini, MiniBook

FONTS = {f"_static/fonts/{name}.woff2" for name in FIRST_FONTS}  # the small book has none


def sitemap(book: MiniBook) -> str:
    text: str = (book.folder / "_build/html/sitemap.xml").read_text(encoding="utf-8")
    return text


def test_404_page_works_at_any_address(mini: Mini) -> None:
    book = mini("Words.")
    page = book.soup("404")
    assert page.select_one("article h1").text == "No page has this address"
    assert page.select_one("article form")["action"] == "/b/search.html"
    assert page.select_one('article a[href="/b/hardware.html"]').text == "Facts"
    assert page.html["data-content_root"] == "/b/"
    text = (book.folder / "_build/html/404.html").read_text(encoding="utf-8")
    own = re.findall(r'"([^"\s:]*\.(?:html|css|js|svg|woff2)\b[^"\s]*)"', text)
    assert len(own) > 20
    assert [address for address in own if not address.startswith("/b/")] == []
    html = book.folder / "_build/html"
    files = [re.split("[?#]", address)[0].removeprefix("/b/") for address in own]
    assert {name for name in files if not (html / name).is_file()} == FONTS


def test_base_url_sets_all_absolute_addresses(mini: Mini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "html_baseurl", "https://c.test/d")
    book = mini("Words.")
    assert book.soup("404").html["data-content_root"] == "/d/"
    assert "<loc>https://c.test/d/index.html</loc>" in sitemap(book)


def test_sitemap_lists_canonical_addresses(mini: Mini) -> None:
    book = mini("Words.")
    listed = re.findall("<loc>(.+)</loc>", sitemap(book))
    pages = ("bibliography", "hardware", "index", "records")
    canonical = [book.soup(page).find("link", rel="canonical")["href"] for page in pages]
    assert listed == canonical
    assert (book.folder / "_build/html/.nojekyll").is_file()
