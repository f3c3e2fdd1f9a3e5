"""`records`: list every record on one page with an anchor for each measurement."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from manylanes.records import Measurement, Record, SuiteResults

from ..html.element import make
from ..html.table import make_table
from . import quantity
from .directive import Directive
from .term import anchor

MAX_OPEN_ROWS = 20  # a longer list of measurements is collapsed


class Records(Directive):
    def render(self) -> list[nodes.Node]:
        records = self.store.records()
        return [
            self.section(it) if it else self.missing_record(name) for name, it in records.items()
        ]

    def missing_record(self, name: str) -> nodes.Node:
        section = nodes.section(ids=[f"record-{name}"])
        section += nodes.title("", name.upper())
        section += nodes.paragraph(
            "",
            f"This record does not exist yet. To measure it, run this command on a machine with a "
            f"{name.upper()}:",
        )
        command = f"python -m manylanes measure --out book/data/records/{name}"
        section += nodes.literal_block(command, command, language="bash")
        return section

    def section(self, record: Record) -> nodes.Node:
        section = nodes.section(ids=[f"record-{record.id}"])
        section += nodes.title("", record.id.upper())
        section += facts_table(f"Machine of the record {record.id}", machine(record))
        self.store.depend_on(record.id, [each.suite for each in record.results])
        for results in record.results:
            section += self.run_section(record.id, results)
        return section

    def run_section(self, name: str, results: SuiteResults) -> nodes.Node:
        """Return the section for one run of a suite: its conditions, roofs and cases."""
        section = nodes.section(ids=[f"record-{name}-{results.suite}"])
        section += nodes.title("", "", nodes.literal("", results.suite))
        if results.noise:
            note = f"Noisy: {'; '.join(results.noise)}."
            section += make("p", note, class_="doubt")
        section += facts_table(
            f"Run of the suite {results.suite}, record {name}", conditions(results)
        )
        if results.cases and results.roofs:
            section += self.case(name, "roofs of this run", list(results.roofs), fold=True)
        for case, rows in groupby(results.cases or results.roofs, key=lambda row: row.case):
            section += self.case(name, case, list(rows))
        return section

    def case(self, name: str, case: str, rows: list[Measurement], fold: bool = False) -> nodes.Node:
        columns = ("measurement", "median", "smallest to largest", "samples", "rate")
        count = f"{len(rows)} measurement{'s' if len(rows) > 1 else ''}"
        items = [self.row(name, row) for row in rows]
        where = f"{rows[0].source_suite}, record {name}"
        return make(
            "details",
            make("summary", nodes.literal("", case), f" {count}"),
            make_table("measured", columns, items, label=f"{case}, {count}, {where}"),
            class_="record-case",
            open=len(rows) <= MAX_OPEN_ROWS and not fold,
        )

    def row(self, name: str, row: Measurement) -> nodes.Node:
        time = row.quantity("time")
        rate = quantity.format_median(row.quantity("rate")) if row.work else ""
        inside = row.label.removeprefix(row.case).strip("[]") or row.case
        extremes = quantity.format_range(min(row.samples_s), max(row.samples_s), time)
        return make(
            "tr",
            make(
                "th",
                nodes.literal("", inside.replace(",", ", ")),
                *self.doubts(name, row),
                scope="row",
                id=anchor(name, row),
            ),
            make("td", quantity.format_median(time), class_="number"),
            make("td", extremes, class_="number"),
            make("td", str(len(row.samples_s)), class_="number"),
            make("td", rate, class_="number"),
        )

    def doubts(self, record: str, row: Measurement) -> list[nodes.Node]:
        """Return notes: reasons for doubt, modes of a bimodal row, and why a roof is invalid."""
        notes = [f"in doubt: {', '.join(row.doubts)}"] if row.doubts else []
        notes += [row.modes] if row.modes else []
        fault = self.store.roof_faults(record).get(row.label)
        notes += [f"not a roof: {fault}"] if fault else []
        return [make("span", text, class_="doubt") for text in notes]


def machine(record: Record) -> dict[str, Any]:
    """Return the fields that all results files of a record share."""
    results = record.results[0]
    return {
        **dict(format_field(name, value) for name, value in record.device.items()),
        **record.versions,
        "precision": results.precision,
        "inputs": results.inputs,
    }


def conditions(results: SuiteResults) -> dict[str, Any]:
    """Return date, commit, command and conditions of a run; missing conditions are "unknown"."""
    recorded = results.conditions
    fields: dict[str, Any] = {"conditions": "not recorded"}
    if recorded is not None:
        clocks = recorded.clocks_hz
        fields = {
            "load before and after": recorded.load,
            "affinity": recorded.affinity,
            "XLA_FLAGS": "none" if recorded.xla_flags == "" else recorded.xla_flags,
            "huge pages": recorded.huge_pages,
            "governor": recorded.governor,
            "true clock before and after": clocks
            and [f"{clock / 1e9:.3g}{quantity.NARROW}GHz" for clock in clocks],
        }
        fields = {name: "unknown" if value is None else value for name, value in fields.items()}
    return {
        "taken": results.taken,
        "commit": results.commit,
        "command": results.command,
        **fields,
    }


def facts_table(label: str, fields: dict[str, Any]) -> nodes.Node:
    """Return a table with a row for each field, without fields that are None or empty."""
    rows = [
        make("tr", make("th", name, scope="row"), make("td", format_value(value)))
        for name, value in fields.items()
        if value not in (None, "")
    ]
    return make_table("conditions", (), rows, label=label)


def format_field(name: str, value: Any) -> tuple[str, Any]:
    """Format a field of a device: move the unit from its name, such as `clock_hz`, to its value.

    Clock rates are in GHz, and sizes in the largest binary unit that fits.
    """
    if value is not None and name.endswith("_hz"):
        return field_words(name, "_hz"), f"{value / 1e9:.3g}{quantity.NARROW}GHz"
    if value is not None and name.endswith("_bytes"):
        return field_words(name, "_bytes"), format_bytes(value)
    if name == "caches" and value:
        return name, {level: format_bytes(size) for level, size in value.items()}
    return field_words(name), value


def field_words(name: str, suffix: str = "") -> str:
    return name.removesuffix(suffix).replace("_", " ")


def format_bytes(size: int) -> str:
    unit, one = next(
        (
            (unit, 1 << bits)
            for unit, bits in (("GiB", 30), ("MiB", 20), ("KiB", 10))
            if size >= 1 << bits
        ),
        ("B", 1),
    )
    return f"{size / one:.3g}{quantity.NARROW}{unit}"


def format_value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {format_value(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(format_value(inner) for inner in value)
    return str(value)


def setup(app: Sphinx) -> None:
    app.add_directive("records", Records)
