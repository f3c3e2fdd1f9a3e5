"""A number on a page that links to its source and shows the source in a card on hover and focus."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..html.element import ignore
from ..html.theme import is_copied


class origin(nodes.Inline, nodes.TextElement):
    """A number with a card of lines (label, words).

    The card always shows `lines`; it shows `more` when the reader opens the details. `page` and
    `anchor` locate the source of the number.
    """


def make_number(
    env: BuildEnvironment,
    text: str,
    lines: list[tuple[str, str]],
    place: tuple[str, str],
    kind: str,
    more: Sequence[tuple[str, str]] = (),
) -> origin:
    """Create the node of a number; `place` is the page and the anchor of its source."""
    page, anchor = place
    key = f"origin-{env.new_serialno('origin')}"
    node = origin(
        "", text, lines=lines, more=list(more), page=page, anchor=anchor, key=key, kind=kind
    )
    node["scripts"] = ["origin.js"]
    return node


def card(node: origin) -> str:
    lines = format_lines(node["lines"])
    if node["more"]:
        # A details element is not allowed inside a paragraph.
        lines += (
            '<button type="button" class="origin-more" aria-expanded="false">How it was measured'
            f'</button> <span class="origin-details" hidden>{format_lines(node["more"])}</span>'
        )
    return f'<span class="origin-card" role="tooltip" id="{node["key"]}">{lines}</span>'


def format_lines(lines: Sequence[tuple[str, str]]) -> str:
    return "".join(
        f'<span class="origin-line"><span class="origin-label">{escape(label)}</span> '
        f"<span>{escape(words)}.</span></span> "
        for label, words in lines
    )


def visit_origin(self: Any, node: origin) -> None:
    if is_copied(node):  # ids must be unique, so copies have no card
        return
    target = self.builder.get_relative_uri(self.builder.current_docname, node["page"])
    self.body.append(
        f'<span class="origin origin-{node["kind"]}"><a class="origin-number" '
        f'href="{target}#{node["anchor"]}" aria-describedby="{node["key"]}">'
    )


def depart_origin(self: Any, node: origin) -> None:
    if not is_copied(node):
        self.body.append(f"</a>{card(node)}</span>")


def setup(app: Sphinx) -> None:
    app.add_node(
        origin, html=(visit_origin, depart_origin), latex=(ignore, ignore), text=(ignore, ignore)
    )
