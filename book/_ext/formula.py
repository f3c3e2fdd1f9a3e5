"""A formula keeps the mark behind it: else a line may begin with a lone comma.

MathJax makes a box of each formula, and a browser may break a line between a box and what follows.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

MARKS = re.compile(r"[.,;:?!)\]]+")


def together(_app: Sphinx, tree: nodes.document) -> None:
    for formula in list(tree.findall(nodes.math)):
        after = formula.next_node(descend=False, siblings=True)
        marks = MARKS.match(after.astext()) if isinstance(after, nodes.Text) else None
        if marks:
            parent = after.parent
            at = parent.index(formula)
            kept = nodes.inline("", "", formula, nodes.Text(marks[0]), classes=["together"])
            parent[at : at + 2] = [kept, nodes.Text(after.astext()[marks.end() :])]


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", together)
