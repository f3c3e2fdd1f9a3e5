"""A formula keeps the marks beside it: else a line may begin with a lone comma.

MathJax makes a box of each formula, and a browser may break a line between a box and its neighbour.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

OPENING = '([“"'
CLOSING = '.,;:?!)]”"\N{RIGHT SINGLE QUOTATION MARK}'


def together(_app: Sphinx, tree: nodes.document) -> None:
    for formula in list(tree.findall(nodes.math)):
        parent, at = formula.parent, formula.parent.index(formula)
        before, after = text_at(parent, at - 1), text_at(parent, at + 1)
        head, tail = before.rstrip(OPENING), after.lstrip(CLOSING)
        opening, closing = before[len(head) :], after[: len(after) - len(tail)]
        if opening or closing:
            marked = (nodes.Text(opening), formula, nodes.Text(closing))
            kept = nodes.inline("", "", *marked, classes=["together"])
            around = [nodes.Text(head), kept, nodes.Text(tail)]
            parent[at - bool(before) : at + 1 + bool(after)] = around


def text_at(parent: nodes.Element, at: int) -> str:
    beside = parent[at] if 0 <= at < len(parent) else None
    return beside.astext() if isinstance(beside, nodes.Text) else ""


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", together)
