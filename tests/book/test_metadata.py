"""Metadata of a page for search engines and link previews."""

import json

import epub
import pdf
import pytest
from books import Mini, MiniBook


def read_meta(book: MiniBook, name: str) -> str:
    meta = book.soup().select_one(f"meta[name='{name}'], meta[property='{name}']")
    return str(meta["content"]) if meta else ""


def test_page_has_a_title_a_description_and_an_address(mini: Mini) -> None:
    book = mini('A "chain" of *two* products {cite:p}`signs`, done. More follows.')
    assert read_meta(book, "og:title") == "Title"
    assert read_meta(book, "description") == "A “chain” of two products, done. More follows."
    assert read_meta(book, "og:description") == read_meta(book, "description")
    assert read_meta(book, "og:url") == "https://a.github.io/b/index.html"
    assert read_meta(book, "og:image") == "https://a.github.io/b/_static/page.jpg"
    assert read_meta(book, "twitter:card") == "summary_large_image"
    assert len(book.soup().find_all("meta", attrs={"name": "viewport"})) == 1
    assert book.soup().find("link", rel="canonical")["href"] == "https://a.github.io/b/index.html"


def test_page_is_described_as_a_learning_resource(mini: Mini) -> None:
    listed = "**In this chapter you will learn** to\n\n- count *all* operations;\n- use `a < b`.\n"
    book = mini("Words.")
    book.write("01_lanes.md", f"# Lanes </script>\n\nFirst words.\n\n{listed}\n* another list\n")
    book.build()
    data = {}
    for page in ("index", "01_lanes"):
        (script,) = book.soup(page).select('head script[type="application/ld+json"]')
        data[page] = json.loads(script.string)
    whole = {"@type": "Book", "name": data["index"]["isPartOf"]["name"]}
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
    assert data["index"] == shared | {
        "name": "Title",
        "description": "Words.",
        "url": "https://a.github.io/b/index.html",
        "learningResourceType": "supplementary material",
    }
    assert data["01_lanes"] == shared | {
        "name": "Lanes </script>",
        "description": "First words.",
        "url": "https://a.github.io/b/01_lanes.html",
        "learningResourceType": "textbook chapter",
        "teaches": ["count all operations", "use a < b"],
    }


def test_download_menu_links_the_released_pdf_and_epub(mini: Mini) -> None:
    latest = "https://github.com/a/b/releases/latest/download"
    menu = mini("Words.").soup().select(".dropdown-download-buttons a")
    offered = [link["href"] for link in menu]
    assert offered[-2:] == [f"{latest}/{pdf.PDF.name}", f"{latest}/{epub.EPUB.name}"]


def test_metadata_in_a_page_is_preserved(mini: Mini) -> None:
    book = mini("")
    head = "---\nmyst:\n  html_meta:\n    keywords: lanes\n---\n"
    book.write("index.md", f"{head}# Title\n\nWords.\n")
    assert read_meta(book.build(), "keywords") == "lanes"
    assert read_meta(book, "description") == "Words."


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("A page. " + "word " * 60, "A page."),
        ("word " * 60, ("word " * 40).strip() + " …"),
        ("```{rubric} no paragraph\n```", ""),
    ],
)
def test_long_description_ends_with_a_sentence_or_a_word(
    mini: Mini, text: str, description: str
) -> None:
    assert read_meta(mini(text), "description") == description
