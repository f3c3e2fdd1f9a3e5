"""What a page says of itself to a search engine and to whoever shares its link."""

from __future__ import annotations

import json
from typing import Any

import epub
import pdf
import pytest

Mini = Any


def said(book: Any, name: str) -> str:
    meta = book.soup().find("meta", attrs={"name": name}) or book.soup().find(
        "meta", attrs={"property": name}
    )
    return str(meta["content"]) if meta else ""


def test_a_page_says_its_title_its_first_words_and_where_it_stands(mini: Mini) -> None:
    book = mini('A "chain" of *two* products {cite:p}`signs`, done. More follows.')
    assert book.warnings == ""
    assert said(book, "og:title") == "Title"
    assert said(book, "description") == "A “chain” of two products, done. More follows."
    assert said(book, "og:description") == said(book, "description")
    assert said(book, "og:url") == "https://a.github.io/b/index.html"
    assert said(book, "og:image") == "https://a.github.io/b/_static/page.jpg"
    assert said(book, "twitter:card") == "summary_large_image"
    assert len(book.soup().find_all("meta", attrs={"name": "viewport"})) == 1
    assert book.soup().find("link", rel="canonical")["href"] == "https://a.github.io/b/index.html"


def test_page_is_described_as_a_learning_resource(mini: Mini) -> None:
    listed = "**In this chapter you will learn** to\n\n- count *all* operations;\n- use `a < b`.\n"
    book = mini("Words.")
    book.write("01_lanes.md", f"# Lanes </script>\n\nFirst words.\n\n{listed}\n* not this one\n")
    book.build()
    found = {}
    for page in ("index", "01_lanes"):
        (script,) = book.soup(page).select('head script[type="application/ld+json"]')
        found[page] = json.loads(script.string)
    whole = {"@type": "Book", "name": found["index"]["isPartOf"]["name"]}
    whole["url"] = "https://a.github.io/b/"
    assert whole["name"] == book.soup().find("meta", property="og:site_name")["content"]
    shared = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "educationalLevel": "Higher education",
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "isPartOf": whole,
    }
    assert found["index"] == shared | {
        "name": "Title",
        "description": "Words.",
        "url": "https://a.github.io/b/index.html",
        "learningResourceType": "supplementary material",
    }
    assert found["01_lanes"] == shared | {
        "name": "Lanes </script>",
        "description": "First words.",
        "url": "https://a.github.io/b/01_lanes.html",
        "learningResourceType": "textbook chapter",
        "teaches": ["count all operations", "use a < b"],
    }


def test_the_whole_book_is_offered_as_an_edition_hands_it_out(mini: Mini) -> None:
    latest = "https://github.com/a/b/releases/latest/download"
    menu = mini("Words.").soup().select(".dropdown-download-buttons a")
    offered = [link["href"] for link in menu]
    assert offered[-2:] == [f"{latest}/{pdf.PDF.name}", f"{latest}/{epub.EPUB.name}"]


def test_what_a_page_says_in_its_own_head_stays(mini: Mini) -> None:
    book = mini("")
    book.write(
        "index.md", "---\nmyst:\n  html_meta:\n    keywords: lanes\n---\n# Title\n\nWords.\n"
    )
    assert said(book.build(), "keywords") == "lanes"
    assert said(book, "description") == "Words."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A page. " + "word " * 60, "A page."),
        ("word " * 60, ("word " * 40).strip() + " …"),
        ("```{rubric} no paragraph\n```", ""),
    ],
)
def test_a_long_beginning_ends_with_a_sentence_or_a_word(mini: Mini, text: str, shown: str) -> None:
    assert said(mini(text), "description") == shown
