"""Add glossary terms to the index, which the search also uses, and set the scorer of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

from ..html.theme import is_inside


class GlossaryEntries(SphinxTransform):
    """Add an index entry at the first use of each glossary term on a page.

    All index entries of the page, including those of authors, become main entries.
    """

    default_priority = 840  # runs before Sphinx collects index entries

    def apply(self, **_: Any) -> None:
        seen = set()
        for use in list(self.document.findall(addnodes.pending_xref)):
            term = use["reftarget"]
            # Skip terms in table cells and titles; Sphinx copies titles, with ids, into contents.
            if use["reftype"] != "term" or term in seen or is_inside(use, nodes.entry, nodes.title):
                continue
            seen.add(term)
            place = f"index-{self.env.new_serialno('index')}"
            entry = addnodes.index(entries=[("single", term, place, "main", None)])
            use.replace_self([entry, nodes.target("", "", ids=[place]), use])
        for index in self.document.findall(addnodes.index):
            # The search ranks entries without "main" below pages that only contain the word.
            index["entries"] = [(*entry[:3], "main", entry[4]) for entry in index["entries"]]


def set_search_scorer(_app: Sphinx, config: Config) -> None:
    config.html_search_scorer = str(Path(__file__).with_name("search.js"))


def setup(app: Sphinx) -> None:
    app.add_transform(GlossaryEntries)
    app.connect("config-inited", set_search_scorer)
