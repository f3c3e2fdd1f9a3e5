"""One term of an expression: a measurement, a number of the device, or what somebody states."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docutils import nodes
from sphinx.environment import BuildEnvironment

from manylanes.records import Measurement, Quantity, Record, RecordError, find_case

from . import data, quantity
from .figure import Row

# A term ends at * or /; the `/` of a unit stands behind the bar, never here.
TERM = re.compile(r"\s*(?P<sign>[*/])?\s*(?:(?P<source>\w+)\s*:)?\s*(?P<query>[^*/:|\s][^*/:|]*)")
DEVICE = re.compile(r"device\.(\w+)")


@dataclass(frozen=True)
class Term:
    """`source` is a record, `fact` or `published`; `divides` says how it joins what is before."""

    source: str
    query: str
    divides: bool = False

    @property
    def is_stated(self) -> bool:
        """Somebody says so; no clock was read."""
        return self.source in data.STATED or self.is_of_device

    @property
    def is_of_device(self) -> bool:
        return self.source not in data.STATED and DEVICE.fullmatch(self.query) is not None

    def value(self, env: BuildEnvironment, beside: str | None) -> Quantity:
        """`beside`: the sheet whose roofs are meant."""
        if self.source in data.STATED:
            entry = data.entry(env, data.STATED[self.source], self.query)
            return quantity.stated(entry["value"], str(entry.get("unit", "")))
        field = DEVICE.fullmatch(self.query)
        if field:
            return stated_by(self.taken(env), field[1])
        if (row := self.row(env, beside)) is not None:
            refuse_faulty_roof(env, self.source, row)
        return self.taken(env).query(self.query, beside)

    def is_missing(self, env: BuildEnvironment) -> bool:
        """No record holds it yet, though it is planned: a misspelt case is not missing."""
        if self.source in data.STATED:
            return False
        record = data.record(env, self.source)
        if record is None or self.is_of_device:
            return record is None
        try:
            record.find(self.query)
        except RecordError:
            return is_planned(self.query)
        return False

    def printed(self, env: BuildEnvironment) -> Row | None:
        """The figure of others that it is, if it is one."""
        if self.source not in data.STATED:
            return None
        found: Row | None = data.entry(env, data.STATED[self.source], self.query).get("row")
        return found

    def home(self, env: BuildEnvironment) -> str | None:
        """The sheet of its own: whose roofs are meant, where it is asked alone."""
        return None if self.is_stated else self.taken(env).source_suite(self.query)

    def taken(self, env: BuildEnvironment) -> Record:
        record = data.record(env, self.source)
        assert record is not None, "asked only once every record is there"
        return record

    def row(self, env: BuildEnvironment, beside: str | None) -> Measurement | None:
        """The measurement that it is, if it is one."""
        if self.is_stated:
            return None
        return self.taken(env).find(self.query, beside)[0]

    def address(self, env: BuildEnvironment, beside: str | None) -> tuple[str, str]:
        """The page and the place on it where the number stands."""
        if self.source in data.STATED:
            return data.place(env, self.source, self.query)
        row = self.row(env, beside)
        return "records", anchor(self.source, row) if row else f"record-{self.source}"


def is_planned(query: str) -> bool:
    """A suite has the case: a record that lacks it was taken before, or of other suites."""
    try:
        return bool(find_case(query))
    except RecordError:
        return False


def terms(text: str) -> tuple[Term, ...]:
    """All terms, in order; none where the text is no expression. A source holds until the next."""
    found: list[Term] = []
    position, source = 0, ""
    while position < len(text):
        match = TERM.match(text, position)
        if match is None or bool(match["sign"]) != bool(found):
            return ()
        source = match["source"] or source
        if not source:
            return ()
        found.append(Term(source, match["query"].strip(), match["sign"] == "/"))
        position = match.end()
    return tuple(found)


def stated_by(record: Record, field: str) -> Quantity:
    """A number that the device says of itself."""
    numbers = {
        name: value
        for name, value in record.device.items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    if field not in numbers:
        raise data.unknown("number of the device", field, list(numbers), f"record {record.id}")
    unit = "Hz" if field.endswith("_hz") else "B" if field.endswith("_bytes") else ""
    return quantity.stated(numbers[field], unit)


def refuse_faulty_roof(env: BuildEnvironment, record: str, row: Measurement) -> None:
    if reason := data.roof_faults(env, record).get(row.label):
        raise ValueError(
            f"{record}: {row.label} is not a roof: {reason}. "
            "Measure the roof again, or show the data sheet's value."
        )


def anchor(record: str, row: Measurement) -> str:
    """The id of a measurement's row on the records page."""
    return str(nodes.make_id(f"{record}-{row.source_suite}-{row.label}"))
