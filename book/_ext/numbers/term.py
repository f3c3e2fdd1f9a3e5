"""One term of an expression: a measurement, a property of a device, or a stated number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docutils.nodes import make_id

from manylanes.records import Measurement, Quantity, Record, RecordError, find_case

from . import quantity
from .others_file import Row
from .store import STATED, Store, unknown

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
        return self.source in STATED or self.is_of_device

    @property
    def is_of_device(self) -> bool:
        return self.source not in STATED and DEVICE.fullmatch(self.query) is not None

    def value(self, store: Store, roof_suite: str | None) -> Quantity:
        """Return the value of the term. Roofs come from the run that measured `roof_suite`.

        Raise ValueError if the term is an invalid roof.
        """
        if self.source in STATED:
            entry = store.entry(STATED[self.source], self.query)
            return quantity.from_stated(entry["value"], str(entry.get("unit", "")))
        field = DEVICE.fullmatch(self.query)
        if field:
            return device_property(self.load_record(store), field[1])
        if (row := self.row(store, roof_suite)) is not None:
            reject_invalid_roof(store, self.source, row)
        return self.load_record(store).query(self.query, roof_suite)

    def is_missing(self, store: Store) -> bool:
        """Return whether the term's record does not exist, or lacks a case that a suite defines.

        A case that an existing record lacks and no suite defines is not missing but unknown.
        """
        if self.source in STATED:
            return False
        record = store.record(self.source)
        if record is None or self.is_of_device:
            return record is None
        try:
            record.find(self.query)
        except RecordError:
            return is_planned(self.query)
        return False

    def published_row(self, store: Store) -> Row | None:
        """Return the published measurement to which the term refers, or None."""
        if self.source not in STATED:
            return None
        row: Row | None = store.entry(STATED[self.source], self.query).get("row")
        return row

    def roof_suite(self, store: Store) -> str | None:
        """Return the suite whose run provides the roofs when the term is evaluated alone."""
        return None if self.is_stated else self.load_record(store).source_suite(self.query)

    def load_record(self, store: Store) -> Record:
        record = store.record(self.source)
        assert record is not None, "checked by `is_missing`"
        return record

    def row(self, store: Store, roof_suite: str | None) -> Measurement | None:
        """Return the measurement to which the term refers, or None for a stated number."""
        if self.is_stated:
            return None
        return self.load_record(store).find(self.query, roof_suite)[0]

    def address(self, store: Store, roof_suite: str | None) -> tuple[str, str]:
        """Return the page and the anchor of the term's measurement, device or stated number."""
        if self.source in STATED:
            return store.address(self.source, self.query)
        row = self.row(store, roof_suite)
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
        raise unknown("number of the device", field, list(numbers), f"record {record.id}")
    unit = "Hz" if field.endswith("_hz") else "B" if field.endswith("_bytes") else ""
    return quantity.from_stated(numbers[field], unit)


def reject_invalid_roof(store: Store, record: str, row: Measurement) -> None:
    if reason := store.roof_faults(record).get(row.label):
        raise ValueError(
            f"{record}: {row.label} is not a roof: {reason}. "
            "Measure the roof again, or show the data sheet's value."
        )


def anchor(record: str, row: Measurement) -> str:
    """Return the id of a measurement's row on the records page."""
    return str(make_id(f"{record}-{row.source_suite}-{row.label}"))
