"""A number that says where it comes from: a link to its source with a card on hover and focus."""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .element import ignore
from .theme import is_copied


class origin(nodes.Inline, nodes.TextElement):
    """Text, `lines` (label, words) of the card, `page` and `anchor` of its source."""


def number_from(
    env: BuildEnvironment,
    text: str,
    lines: list[tuple[str, str]],
    place: tuple[str, str],
    kind: str,
) -> origin:
    """`place`: the page of its source, and the place on it."""
    page, anchor = place
    key = f"origin-{env.new_serialno('origin')}"
    node = origin("", text, lines=lines, page=page, anchor=anchor, key=key, kind=kind)
    node["scripts"] = ["origin.js"]
    return node


def card(node: origin) -> str:
    rows = "".join(
        f'<span class="origin-line"><span class="origin-label">{escape(label)}</span> '
        f"<span>{escape(words)}.</span></span> "
        for label, words in node["lines"]
    )
    return f'<span class="origin-card" role="tooltip" id="{node["key"]}">{rows}</span>'


def visit_html(self: Any, node: origin) -> None:
    if is_copied(node):  # an id may appear only once: the number stands there without its card
        return
    target = self.builder.get_relative_uri(self.builder.current_docname, node["page"])
    self.body.append(
        f'<span class="origin origin-{node["kind"]}"><a class="origin-number" '
        f'href="{target}#{node["anchor"]}" aria-describedby="{node["key"]}">'
    )


def depart_html(self: Any, node: origin) -> None:
    if not is_copied(node):
        self.body.append(f"</a>{card(node)}</span>")


def setup(app: Sphinx) -> None:
    app.add_node(
        origin, html=(visit_html, depart_html), latex=(ignore, ignore), text=(ignore, ignore)
    )
