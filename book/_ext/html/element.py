"""A doctree node for any HTML element."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx


class element(nodes.General, nodes.Element):
    """A node for an HTML element: its tag, its attributes, and the scripts that it needs."""


def make(
    tag: str, *children: nodes.Node | str, scripts: Sequence[str] = (), **html: Any
) -> element:
    """Create an HTML element. `class_` becomes `class`, and `data_id` becomes `data-id`.

    Attributes that are False or None are omitted; True gives an attribute without a value.
    `scripts` are in the order of their dependencies.
    """
    attributes = {
        name.rstrip("_").replace("_", "-"): value
        for name, value in html.items()
        if value is not None and value is not False
    }
    node = element("", tag=tag, html=attributes, scripts=list(scripts))
    node.extend(nodes.Text(child) if isinstance(child, str) else child for child in children)
    return node


def reference(env: Any, kind: str, target: str, text: str) -> nodes.Node:
    """Return a pending cross-reference to a page (`doc`) or a label (`ref`)."""
    attributes = {"refdoc": env.docname, "refdomain": "std", "reftype": kind, "reftarget": target}
    link = pending_xref("", nodes.inline("", text), refexplicit=True, refwarn=True, **attributes)
    return nodes.inline("", "", link)  # docutils requires an inline parent for references


def open_tag(node: element) -> str:
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in node["html"].items()
    )
    return f"<{node['tag']}{attributes}>"


def visit_element(self: Any, node: element) -> None:
    self.body.append(open_tag(node))


def depart_element(self: Any, node: element) -> None:
    if node["tag"] != "br":  # browsers parse </br> as a second line break
        self.body.append(f"</{node['tag']}>")


def ignore(self: Any, node: nodes.Element) -> None:
    """Do nothing: the LaTeX and text builders write only the children of an element."""


def add_scripts(app: Sphinx, page: str, _template: str, _context: Any, doctree: Any) -> None:
    """Add to a page the scripts that its elements need."""
    if doctree is None:
        return
    scripts = [name for node in doctree.findall(nodes.Element) for name in node.get("scripts", ())]
    for script in dict.fromkeys(scripts):  # each script once, at its first use
        # Scripts are classic and deferred: browsers do not load modules from file://.
        app.add_js_file(script, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.add_node(
        element, html=(visit_element, depart_element), latex=(ignore, ignore), text=(ignore, ignore)
    )
    app.connect("html-page-context", add_scripts)
