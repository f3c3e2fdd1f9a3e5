"""`further-reading`: the sources a page cites, each a link into the bibliography.

A bibliography of its own on every chapter would define each source again, which Sphinx refuses.
"""

from __future__ import annotations

from typing import Any

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


def without_wrong_role(_app: Sphinx, _page: str, _tpl: str, context: Any, _tree: Any) -> None:
    """docutils gives each source of its list a role that ARIA allows on <li> only."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app: Sphinx) -> None:
    app.add_directive("further-reading", FurtherReading)
    app.connect("doctree-read", fill)
    app.connect("html-page-context", without_wrong_role)
