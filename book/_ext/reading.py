"""`further-reading`: the sources a page cites, each a link into the bibliography.

A bibliography of its own on every chapter would define each source again, which Sphinx refuses.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import data
from .element import make

PLACE = "further-reading"
PAGE = "bibliography"


class FurtherReading(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return [nodes.bullet_list(classes=[PLACE])]


def cited(tree: nodes.document) -> list[str]:
    """Keys in the order in which the page cites them first."""
    found = [
        key.strip()
        for reference in tree.findall(pending_xref)
        if reference.get("refdomain") == "cite"
        for key in reference["reftarget"].split(",")
    ]
    return list(dict.fromkeys(found))


def fill(app: Sphinx, tree: nodes.document) -> None:
    titles = data.bibliography(app.env)
    for place in tree.findall(nodes.bullet_list):
        if PLACE not in place["classes"]:
            continue
        to_page = app.builder.get_relative_uri(app.env.docname, PAGE)
        for key in cited(tree):
            if key in titles:  # bibtex itself reports one that is not
                link = make("a", titles[key], href=f"{to_page}#cite-{key.lower()}")
                place += nodes.list_item("", nodes.paragraph("", "", link))


def setup(app: Sphinx) -> None:
    app.add_directive("further-reading", FurtherReading)
    app.connect("doctree-read", fill)
