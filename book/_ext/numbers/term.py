"""One term of an expression: a measurement, a property of a device, or a stated number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docutils import nodes
from sphinx.environment import BuildEnvironment

from manylanes.records import Measurement, Quantity, Record, RecordError, find_case

from . import data, quantity
from .others_file import Row

# A term ends at * or /. Units, which may contain a `/`, have been split off before.
TERM = re.compile(r"\s*(?P<sign>[*/])?\s*(?:(?P<source>\w+)\s*:)?\s*(?P<query>[^*/:|\s][^*/:|]*)")
DEVICE = re.compile(r"device\.(\w+)")


@dataclass(frozen=True)
class Term:
    """A term of an expression such as `cpu: gemm[n=2048].rate / fact: h200.f32_tflops`.

    `source` is the name of a record, `fact`, `published` or `trace`. `divides` is True after `/`.
    """

    source: str
    query: str
    divides: bool = False

    @property
    def is_stated(self) -> bool:
        """Whether the value of the term is stated and not measured."""
        return self.source in data.STATED or self.is_of_device

    @property
    def is_of_device(self) -> bool:
        return self.source not in data.STATED and DEVICE.fullmatch(self.query) is not None

    def value(self, env: BuildEnvironment, roof_suite: str | None) -> Quantity:
        """Return the value of the term. Roofs come from the run that measured `roof_suite`.

        Raise ValueError if the term is an invalid roof.
        """
        if self.source in data.STATED:
            entry = data.entry(env, data.STATED[self.source], self.query)
            return quantity.from_stated(entry["value"], str(entry.get("unit", "")))
        field = DEVICE.fullmatch(self.query)
        if field:
            return device_property(self.load_record(env), field[1])
        if (row := self.row(env, roof_suite)) is not None:
            reject_invalid_roof(env, self.source, row)
        return self.load_record(env).query(self.query, roof_suite)

    def is_missing(self, env: BuildEnvironment) -> bool:
        """Return whether the term's record does not exist, or lacks a case that a suite defines.

        A case that an existing record lacks and no suite defines is not missing but unknown.
        """
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

    def published_row(self, env: BuildEnvironment) -> Row | None:
        """Return the published measurement to which the term refers, or None."""
        if self.source not in data.STATED:
            return None
        row: Row | None = data.entry(env, data.STATED[self.source], self.query).get("row")
        return row

    def roof_suite(self, env: BuildEnvironment) -> str | None:
        """Return the suite whose run provides the roofs when the term is evaluated alone."""
        return None if self.is_stated else self.load_record(env).source_suite(self.query)

    def load_record(self, env: BuildEnvironment) -> Record:
        record = data.record(env, self.source)
        assert record is not None, "checked by `is_missing`"
        return record

    def row(self, env: BuildEnvironment, roof_suite: str | None) -> Measurement | None:
        """Return the measurement to which the term refers, or None for a stated number."""
        if self.is_stated:
            return None
        return self.load_record(env).find(self.query, roof_suite)[0]

    def address(self, env: BuildEnvironment, roof_suite: str | None) -> tuple[str, str]:
        """Return the page and the anchor of the term's measurement, device or stated number."""
        if self.source in data.STATED:
            return data.address(env, self.source, self.query)
        row = self.row(env, roof_suite)
        return "records", anchor(self.source, row) if row else f"record-{self.source}"


def is_planned(query: str) -> bool:
    """Return whether a suite defines the case of a query, so that a new record would contain it."""
    try:
        return bool(find_case(query))
    except RecordError:
        return False


def terms(text: str) -> tuple[Term, ...]:
    """Parse the terms of an expression in order; return () if the text is invalid.

    A source such as `cpu:` applies to all terms up to the next source.
    """
    result: list[Term] = []
    position, source = 0, ""
    while position < len(text):
        match = TERM.match(text, position)
        if match is None or bool(match["sign"]) != bool(result):
            return ()
        source = match["source"] or source
        if not source:
            return ()
        result.append(Term(source, match["query"].strip(), match["sign"] == "/"))
        position = match.end()
    return tuple(result)


def device_property(record: Record, field: str) -> Quantity:
    """Return a whole-number property of the device of a record, such as its number of cores.

    Raise UnknownNameError if the record does not state it.
    """
    numbers = {
        name: value
        for name, value in record.device.items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    if field not in numbers:
        raise data.unknown("number of the device", field, list(numbers), f"record {record.id}")
    unit = "Hz" if field.endswith("_hz") else "B" if field.endswith("_bytes") else ""
    return quantity.from_stated(numbers[field], unit)


def reject_invalid_roof(env: BuildEnvironment, record: str, row: Measurement) -> None:
    if reason := data.roof_faults(env, record).get(row.label):
        raise ValueError(
            f"{record}: {row.label} is not a roof: {reason}. "
            "Measure the roof again, or show the data sheet's value."
        )


def anchor(record: str, row: Measurement) -> str:
    """Return the id of a measurement's row on the records page."""
    return str(nodes.make_id(f"{record}-{row.source_suite}-{row.label}"))
