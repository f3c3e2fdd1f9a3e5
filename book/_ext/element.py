"""One doctree node for any HTML element, so that a directive says what it means in HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx


class element(nodes.General, nodes.Element):
    """`tag` and `html` (attributes) make it; it needs `scripts` of `_static`, in this order."""


def make(
    tag: str, *children: nodes.Node | str, scripts: Sequence[str] = (), **html: Any
) -> element:
    """`class_` becomes `class`, `data_id` becomes `data-id`; False and None leave one out."""
    attributes = {
        name.rstrip("_").replace("_", "-"): value
        for name, value in html.items()
        if value is not None and value is not False
    }
    node = element("", tag=tag, html=attributes, scripts=list(scripts))
    node.extend(nodes.Text(child) if isinstance(child, str) else child for child in children)
    return node


def reference(env: Any, kind: str, target: str, text: str) -> nodes.Node:
    """A link to a page (`doc`) or to a place that has a label (`ref`); a warning without one."""
    known = {"refdoc": env.docname, "refdomain": "std", "reftype": kind, "reftarget": target}
    link = pending_xref("", nodes.inline("", text), refexplicit=True, refwarn=True, **known)
    return nodes.inline("", "", link)  # a reference that stands in no text has to be a picture


def open_tag(node: element) -> str:
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in node["html"].items()
    )
    return f"<{node['tag']}{attributes}>"


def visit_html(self: Any, node: element) -> None:
    self.body.append(open_tag(node))


def depart_html(self: Any, node: element) -> None:
    if node["tag"] != "br":  # browsers read its closing tag as a second break
        self.body.append(f"</{node['tag']}>")


def ignore(self: Any, node: nodes.Element) -> None:
    """Other builders keep the children."""


def add_scripts(app: Sphinx, page: str, _template: str, _context: Any, doctree: Any) -> None:
    """A page carries the scripts of the elements on it and no others."""
    if doctree is None:
        return
    wanted = [name for node in doctree.findall(nodes.Element) for name in node.get("scripts", ())]
    for script in dict.fromkeys(wanted):  # the first time each: what others stand on comes first
        # A deferred classic script: browsers refuse modules from file://.
        app.add_js_file(script, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.add_node(
        element, html=(visit_html, depart_html), latex=(ignore, ignore), text=(ignore, ignore)
    )
    app.connect("html-page-context", add_scripts)
