"""Metadata of a page for search engines and link previews."""

from __future__ import annotations

from typing import Any

import epub
import pdf
import pytest

Mini = Any


def read_meta(book: Any, name: str) -> str:
    meta = book.soup().find("meta", attrs={"name": name}) or book.soup().find(
        "meta", attrs={"property": name}
    )
    return str(meta["content"]) if meta else ""


def test_page_has_a_title_a_description_and_an_address(mini: Mini) -> None:
    book = mini('A "chain" of *two* products {cite:p}`signs`, done. More follows.')
    assert book.warnings == ""
    assert read_meta(book, "og:title") == "Title"
    assert read_meta(book, "description") == "A “chain” of two products, done. More follows."
    assert read_meta(book, "og:description") == read_meta(book, "description")
    assert read_meta(book, "og:url") == "https://a.github.io/b/index.html"
    assert read_meta(book, "og:image") == "https://a.github.io/b/_static/page.jpg"
    assert read_meta(book, "twitter:card") == "summary_large_image"
    assert len(book.soup().find_all("meta", attrs={"name": "viewport"})) == 1
    assert book.soup().find("link", rel="canonical")["href"] == "https://a.github.io/b/index.html"


def test_download_menu_links_the_released_pdf_and_epub(mini: Mini) -> None:
    latest = "https://github.com/a/b/releases/latest/download"
    menu = mini("Words.").soup().select(".dropdown-download-buttons a")
    offered = [link["href"] for link in menu]
    assert offered[-2:] == [f"{latest}/{pdf.PDF.name}", f"{latest}/{epub.EPUB.name}"]


def test_metadata_in_a_page_is_preserved(mini: Mini) -> None:
    book = mini("")
    book.write(
        "index.md", "---\nmyst:\n  html_meta:\n    keywords: lanes\n---\n# Title\n\nWords.\n"
    )
    assert read_meta(book.build(), "keywords") == "lanes"
    assert read_meta(book, "description") == "Words."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A page. " + "word " * 60, "A page."),
        ("word " * 60, ("word " * 40).strip() + " …"),
        ("```{rubric} no paragraph\n```", ""),
    ],
)
def test_long_description_ends_with_a_sentence_or_a_word(mini: Mini, text: str, shown: str) -> None:
    assert read_meta(mini(text), "description") == shown
