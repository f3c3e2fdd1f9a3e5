"""Entries of the index, which the search also uses."""

import json
from typing import Any

from books import Mini, MiniBook, directive


def index_entries(book: MiniBook) -> dict[str, list[list[Any]]]:
    index = (book.folder / "_build/html/searchindex.js").read_text(encoding="utf-8")
    return json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))["indexentries"]


def test_incremental_build_keeps_the_entries_of_other_pages(mini: Mini) -> None:
    book = mini("Start.", still="{index}`Lanes`.", other="{index}`rows`.")
    book.write("other.md", "# Title\n\n{index}`columns`.\n")
    assert book.build().warnings == ""
    assert sorted(index_entries(book)) == ["columns", "lanes"]


def test_index_links_to_the_first_use_of_a_term(mini: Mini) -> None:
    glossary = directive("glossary", "", "warp", "  Threads in step.")
    text = """## A {term}`warp` in a title

| cell |
|---|
| {term}`warp` |

So a {term}`warp` waits, and a {term}`warp` goes on; {index}`too many <oom, out of memory>`.
"""
    book = mini(text, words=glossary)
    entries = index_entries(book)
    places = {word: [place[1:] for place in links] for word, links in entries.items()}
    assert [main for links in places.values() for _, main in links] == [True] * 4
    assert places["oom"] == places["out of memory"]
    (anchor,) = (name for name, _ in places["warp"] if name.startswith("index-"))
    assert book.soup().find(id=anchor).find_parent("p").text.startswith("So a warp waits")
    assert book.soup("genindex").find("a", href=f"index.html#{anchor}")
