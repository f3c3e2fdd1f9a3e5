"""`others-table`: an index of machines, and every published measurement, grouped by source."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx

from ..html.element import make
from ..html.table import make_table
from .card import shorten_hashes
from .directive import Directive
from .others_file import Row

COLUMNS = ("program", "machine", "published value", "library", "place in the source")


class OthersTable(Directive):
    def render(self) -> list[nodes.Node]:
        rows = self.store.published_rows()
        result: list[nodes.Node] = [by_machine(rows)]
        for _, group in groupby(rows, key=lambda row: row.table):
            result.append(self.source(list(group)))
        return result

    def source(self, rows: list[Row]) -> nodes.Node:
        first = rows[0]
        section = nodes.section(ids=[f"others-{first.table}"])
        section += nodes.title("", first.address.partition("/")[2])
        cited = self.inline(f"{{cite:t}}`{first.source}`")
        commit = shorten_hashes(first.commit)  # a hash, two hashes, or text such as "a thread"
        text = f". Commit {commit}" if commit != first.commit else f". {commit}"
        section += nodes.paragraph(
            "", "", *cited, nodes.Text(f"{text}; licence: {first.licence}; read {first.read}.")
        )
        ordered = sorted(rows, key=lambda row: (row.machine, row.number))
        section += make_table(
            "facts others", COLUMNS, map(make_row, ordered), label=f"By {first.address}"
        )
        return section


def make_row(row: Row) -> nodes.Node:
    text = row.what or f"nearest to {row.nearest}: {row.differs}" if not row.case else row.case
    figure = row.text if row.is_printed else f"{row.text} ({row.printed})"
    return make(
        "tr",
        make("th", text, scope="row", id=row.anchor),
        make("td", f"{row.machine}, {row.year}"),
        make("td", figure, class_="number"),
        make("td", row.library),
        make("td", f"{row.file}, {row.at}"),
    )


def by_machine(rows: tuple[Row, ...]) -> nodes.Node:
    """Return a table of machines, GPUs first, with a link to the first row of each source."""
    parts = []
    ordered = sorted(rows, key=lambda row: (row.kind == "cpu", row.machine, row.table, row.number))
    for machine, group in groupby(ordered, key=lambda row: row.machine):
        links: list[nodes.Node | str] = []
        for _, same in groupby(group, key=lambda row: row.table):
            first, *more = same
            words = f"{first.table}, {1 + len(more)} figure{'s' if more else ''}"
            links += [make("a", words, href=f"#{first.anchor}"), "; "]
        parts.append(make("tr", make("th", machine, scope="row"), make("td", *links[:-1])))
    return make_table("measured", ("machine", "by"), parts, label="Figures by machine")


def setup(app: Sphinx) -> None:
    app.add_directive("others-table", OthersTable)
