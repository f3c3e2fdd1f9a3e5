"""The roles `fact` and `published`, and the tables of everything they can say."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import data
from .element import make
from .measured import PROBLEMS, refuse
from .published import anchor, published, text_of
from .table import table as framed


class FactRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return [published(self.env, self.name, self.text.strip())], []
        except PROBLEMS as problem:
            return refuse(self, problem)


class FactsTable(SphinxDirective):
    """Every entry of `hardware` or `literature`, with its source."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        table = self.arguments[0]
        entries = data.table(self.env, table)
        rows = [self.row(table, key) for key in data.keys(entries)]
        columns = ("name", "value", "what it is", "source")
        return [framed("facts", columns, rows, label=f"Table of {table}")]

    def row(self, table: str, key: str) -> nodes.Node:
        entry = data.entry(self.env, table, key)
        return make(
            "tr",
            make("th", nodes.literal("", key), scope="row", id=anchor(table, key)),
            make("td", text_of(entry), class_="number"),
            make("td", str(entry.get("note", ""))),
            make("td", *self.cited(str(entry["source"]))),
        )

    def cited(self, source: str) -> list[nodes.Node]:
        if source not in data.bibliography(self.env):
            return [nodes.Text(source)]
        return self.parse_inline(f"{{cite:t}}`{source}`", lineno=self.lineno)[0]


def setup(app: Sphinx) -> None:
    app.add_role("fact", FactRole())
    app.add_role("published", FactRole())
    app.add_directive("facts-table", FactsTable)
