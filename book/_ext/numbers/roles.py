"""The roles `measured`, `fact` and `published`: a number with its origin."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from .directive import PROBLEMS, report_error
from .expression import Expression
from .origin import render
from .page_store import store_of
from .published import resolve_entry
from .resolve import resolve


class NumberRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        store = store_of(self.env)
        try:
            if self.name == "measured":
                value = resolve(Expression.read(self.text), store)
            else:
                value = resolve_entry(self.name, self.text.strip(), store)
            return [render(value, self.env)], []
        except PROBLEMS as problem:
            return report_error(self, problem)


def setup(app: Sphinx) -> None:
    for name in ("measured", "fact", "published"):
        app.add_role(name, NumberRole())
