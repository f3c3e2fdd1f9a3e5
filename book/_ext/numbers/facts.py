"""`facts-table`: the entries of the tables `hardware` and `literature`."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx

from ..html.element import make
from ..html.table import make_table
from .directive import Directive
from .published import format_entry
from .store import find, keys

COLUMNS = ("name", "value", "what it is", "source")


class FactsTable(Directive):
    """A table of the entries of `hardware` or `literature`, with their sources.

    Named measurements of `data/others` are omitted. In a table with `[machines]`, each machine has
    a row with its full name above its entries.
    """

    required_arguments = 1

    def render(self) -> list[nodes.Node]:
        table = self.arguments[0]
        entries = self.store.table(table)
        machines = entries.get("machines", {})
        names = [key for key in keys(entries) if "row" not in find(entries, key)]
        if machines and (nameless := {key.split(".")[0] for key in names} - machines.keys()):
            listed = ", ".join(sorted(nameless))
            raise ValueError(f"data/{table}.toml: [machines] has no name for {listed}; add one")
        rows: list[nodes.Node] = []
        for name, group in groupby(names, key=lambda key: key.split(".")[0]):
            if machines:
                head = make("th", machines[name], scope="rowgroup", colspan=len(COLUMNS))
                rows.append(make("tr", head, class_="group"))
            rows += [self.row(table, key) for key in group]
        return [make_table("facts", COLUMNS, rows, label=f"Table of {table}")]

    def row(self, table: str, key: str) -> nodes.Node:
        entry = self.store.entry(table, key)
        return make(
            "tr",
            make("th", *breakable_name(key), scope="row", id=nodes.make_id(f"{table}-{key}")),
            make("td", format_entry(entry), class_="number"),
            make("td", str(entry.get("note", ""))),
            make("td", *self.cited(str(entry["source"]))),
        )

    def cited(self, source: str) -> list[nodes.Node]:
        if source not in self.store.bibliography():
            return [nodes.Text(source)]
        return self.inline(f"{{cite:t}}`{source}`")


def breakable_name(key: str) -> list[nodes.Node]:
    """Return a name with an optional line break after the dot, which narrows the column."""
    of, name = key.split(".", 1)
    return [nodes.literal("", f"{of}."), make("wbr"), nodes.literal("", name)]


def setup(app: Sphinx) -> None:
    app.add_directive("facts-table", FactsTable)
