"""One term of an expression: a measurement, a number of the device, or a hardware fact."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from docutils import nodes
from sphinx.environment import BuildEnvironment

from manylanes import Measurement, Quantity, Record

from . import data, quantity

# A term ends at * or /; the `/` of a unit stands behind the bar, never here.
TERM = re.compile(r"\s*(?P<sign>[*/])?\s*(?:(?P<source>\w+)\s*:)?\s*(?P<query>[^*/:|\s][^*/:|]*)")
MEASURED = re.compile(r"(\w+)(?:\[([^\]]*)\])?\.(?:time|rate|bandwidth|step|compile)")
DEVICE = re.compile(r"device\.(\w+)")


@dataclass(frozen=True)
class Term:
    """`source` is a record, or `fact`; `divides` says how it joins what stands before it."""

    source: str
    query: str
    divides: bool = False

    @property
    def is_stated(self) -> bool:
        """Somebody says so; no clock was read."""
        return self.source == "fact" or DEVICE.fullmatch(self.query) is not None

    def value(self, env: BuildEnvironment, tails: float = 0) -> Quantity:
        if self.source == "fact":
            entry = data.entry(env, "hardware", self.query)
            return quantity.stated(entry["value"], str(entry.get("unit", "")))
        record = self.taken(env)
        field = DEVICE.fullmatch(self.query)
        if field:
            return stated_by(record, field[1])
        if tails:
            rows = tuple(without_tails(row, tails) for row in self.rows(env))
            record = replace(record, measurements=rows)
        return record.query(self.query)

    def taken(self, env: BuildEnvironment) -> Record:
        record = data.record(env, self.source)
        assert record is not None, "asked only once every record is there"
        return record

    def rows(self, env: BuildEnvironment) -> list[Measurement]:
        """The measurement that it is (a term that has a value is one, or none)."""
        match = None if self.source == "fact" else MEASURED.fullmatch(self.query)
        if match is None:
            return []
        wanted = {part.strip() for part in (match[2] or "").split(",") if part.strip()}
        return [
            row
            for row in self.taken(env).measurements
            if row.case == match[1]
            and wanted <= {f"{key}={value}" for key, value in row.params.items()}
        ]

    def address(self, env: BuildEnvironment) -> tuple[str, str]:
        """The page and the place on it where the number stands."""
        if self.source == "fact":
            return "hardware", str(nodes.make_id(f"hardware-{self.query}"))
        rows = self.rows(env)
        return "records", anchor(self.source, rows[0]) if rows else f"record-{self.source}"


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


def without_tails(row: Measurement, share: float) -> Measurement:
    """The measurement without so many of its fastest and of its slowest samples."""
    samples = sorted(row.samples_s)
    cut = int(len(samples) * share)
    return replace(row, samples_s=tuple(samples[cut : len(samples) - cut]))


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


def anchor(record: str, row: Measurement) -> str:
    """The id of a measurement's row on the records page."""
    return str(nodes.make_id(f"{record}-{row.label}"))
