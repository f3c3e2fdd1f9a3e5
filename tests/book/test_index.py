"""What the index, and so a search, knows of a page."""

from __future__ import annotations

import json
from typing import Any

from books import directive

Mini = Any


def searched(book: Mini) -> dict[str, list[list[Any]]]:
    index = (book.folder / "_build/html/searchindex.js").read_text(encoding="utf-8")
    return json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))["indexentries"]


def test_a_build_of_one_page_keeps_what_the_others_put_into_the_index(mini: Mini) -> None:
    book = mini("Start.", still="{index}`Lanes`.", other="{index}`rows`.")
    book.write("other.md", "# Title\n\n{index}`columns`.\n")
    assert book.build().warnings == ""
    assert sorted(searched(book)) == ["columns", "lanes"]


def test_the_index_leads_to_where_a_page_first_uses_a_term(mini: Mini) -> None:
    glossary = directive("glossary", "", "warp", "  Threads in step.")
    text = """## A {term}`warp` in a title

| cell |
|---|
| {term}`warp` |

So a {term}`warp` waits, and a {term}`warp` goes on; {index}`too many <oom, out of memory>`.
"""
    book = mini(text, words=glossary)
    assert book.warnings == ""
    entries = searched(book)
    places = {word: [place[1:] for place in found] for word, found in entries.items()}
    assert [main for found in places.values() for _, main in found] == [True] * 4
    assert places["oom"] == places["out of memory"]
    (told,) = (name for name, _ in places["warp"] if name.startswith("index-"))
    assert book.soup().find(id=told).find_parent("p").text.startswith("So a warp waits")
    assert book.soup("genindex").find("a", href=f"index.html#{told}")
