"""A number on a page that links to its source and shows the source in a card on hover and focus."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..html.element import ignore, make
from ..html.theme import is_copied
from .value import ABSENT, UNTIMED, Value

# Scripts that show the reader's own measurement beside a number of the record `gpu`.
SERIES = ("kit/number.js", "kit/own.js", "kit/series.js")


class origin(nodes.Inline, nodes.TextElement):
    """A number with a card of lines (label, words).

    The card always shows `lines`; it shows `more` when the reader opens the details. `page` and
    `anchor` locate the source of the number.
    """


def render(value: Value, env: BuildEnvironment) -> nodes.Node:
    """Create the node of a value, with the scripts that add the reader's own measurement."""
    if value.parts:
        spans = [render(part, env) for part in value.parts]
        apart = [part for one in spans for part in (make("span", "; ", class_="apart"), one)]
        node: nodes.Element = make("span", *apart[1:])
    elif value.kind == ABSENT:
        node = make("span", value.text, class_="absent", title=value.hint)
    else:
        node = render_number(value, env)
    if value.gap:
        node["gap"] = value.gap
    return make("span", node, data_own=value.own, scripts=SERIES) if value.own else node


def render_number(value: Value, env: BuildEnvironment) -> nodes.Element:
    """Create the node of a number, with its prefix and suffix if it is not a measurement."""
    page, anchor = value.place
    number = origin(
        "",
        value.text,
        lines=value.lines,
        more=value.more,
        page=page,
        anchor=anchor,
        key=f"origin-{env.new_serialno('origin')}",
        kind="bound" if value.kind == UNTIMED else value.kind,
        jax=value.jax,
        scripts=["origin.js"],
    )
    if not (value.prefix or value.kind == UNTIMED):
        return number
    prefix = [f"{value.prefix} "] if value.prefix else []
    suffix = [make("small", f" {value.suffix}")] if value.suffix else []
    kind = " others" if value.kind == "others" else ""
    return make("span", *prefix, number, *suffix, class_=f"qualified{kind}")


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
