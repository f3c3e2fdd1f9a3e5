"""Read and validate the published measurements in `data/others/SOURCE.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils.nodes import make_id

from manylanes.records import Quantity, RecordError, find_case

from . import quantity
from .data_files import cache_until_change

HEAD_FIELDS = ("source", "address", "commit", "licence", "read", "figures")
ROW_FIELDS = ("machine", "kind", "year", "library", "file", "at", "value", "unit")
OPTIONAL_FIELDS = ("case", "nearest", "differs", "name", "what", "quantity", "per", "moves")
MAX_CHARACTERS = 9  # a published number of this length or more is rounded
MEASURE_OF_UNIT = {"s": "time", "FLOP/s": "rate", "B/s": "bandwidth"}


class OthersError(ValueError):
    """A file or a row is invalid; the message states where, and how to correct it."""


@dataclass(frozen=True)
class Row:
    """One published measurement.

    If the program is exactly a case of our suites, `case` is the label of the case. If the program
    is only similar to a case, `nearest` is the label of the case, and `differs` describes the
    difference. If there is no similar case, `what` describes the program.
    """

    table: str  # stem of the file
    number: int  # position in the file, from 1
    source: str
    address: str
    commit: str
    licence: str
    read: Any
    machine: str
    kind: str
    year: int
    library: str
    file: str
    at: str
    value: float
    unit: str
    case: str = ""
    nearest: str = ""
    differs: str = ""
    name: str = ""
    what: str = ""
    quantity: str = ""
    per: int = 1
    moves: int = 0

    @property
    def label(self) -> str:
        """The label in front of a published number that replaces one of ours."""
        return "others, nearest:" if self.nearest else "others:"

    @property
    def case_label(self) -> str:
        """The full label of our case or nearest case, or ""."""
        case = self.case or self.nearest
        return label_case(case) if case else ""

    @property
    def anchor(self) -> str:
        return str(make_id(f"others-{self.table}-{self.name or self.number}"))

    @cached_property
    def result(self) -> Quantity:
        """The published quantity for one item: the value divided by `per`.

        If `moves` is set, the value is a rate of transfers of `moves` bytes, and the result is the
        time of one transfer.
        """
        value = quantity.from_stated(self.value / self.per, self.unit)
        return Quantity.exact(self.moves, "B") / value if self.moves else value

    @property
    def measure(self) -> str:
        """The quantity: as stated, or as the unit implies, or "" for another unit."""
        return self.quantity or MEASURE_OF_UNIT.get(self.result.unit, "")

    @property
    def text(self) -> str:
        """The published number if it is short and for one item, else `result`, rounded."""
        if self.is_printed and len(f"{self.value}") < MAX_CHARACTERS:
            return self.printed
        return quantity.format_median(self.result)

    @property
    def is_printed(self) -> bool:
        return self.per == 1 and not self.moves

    @property
    def printed(self) -> str:
        whole = isinstance(self.value, float) and self.value.is_integer()
        return f"{int(self.value) if whole else self.value:,}{quantity.NARROW}{self.unit}"

    @property
    def program(self) -> str:
        """What was measured: a description of the program, or the label of our (nearest) case."""
        return self.what or self.case or self.nearest

    def convert(self, measure: str) -> Quantity | None:
        """Return the measurement as `time`, `rate`, `bandwidth` or `step`, or None if impossible.

        Only a row with a `case` is converted between time, rate and bandwidth, because the
        conversion needs our counts of the case. A `step` is not converted.
        """
        if measure == self.measure:
            return self.result
        if self.nearest or self.measure not in MEASURE_OF_UNIT.values():
            return None
        ours = find_case(self.case)
        of = {"rate": (ours.work, "FLOP"), "bandwidth": (ours.bytes, "B")}
        time = self.result
        if self.measure != "time":
            time = Quantity.exact(*of[self.measure]) / self.result
        if measure == "time":
            return time
        return Quantity.exact(*of[measure]) / time if measure in of and of[measure][0] else None

    def entry(self) -> dict[str, Any]:
        """Return the row as an entry of `literature`; pages use it as `published: source.name`."""
        result = self.result
        return {"value": result.median, "unit": result.unit, "source": self.source, "row": self}


@lru_cache(maxsize=1024)
def label_case(case: str) -> str:
    return str(find_case(case).label)


@cache_until_change
def load_rows(file: Path) -> tuple[Row, ...]:
    """Read the rows of a file, or raise OthersError."""
    try:
        head = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise OthersError(f"data/others/{file.name}: invalid TOML: {problem}") from problem
    series = head.pop("series", [])
    if missing := [name for name in HEAD_FIELDS if not head.get(name)]:
        raise OthersError(
            f"data/others/{file.name}: '{missing[0]}' is missing; "
            f"the head needs {', '.join(HEAD_FIELDS)}"
        )
    rows = tuple(_rows(file.stem, head, series))
    taken = hash_figures(rows)
    if taken != head["figures"]:
        raise OthersError(
            f"data/others/{file.name}: the figures do not match their digest. Compare them "
            f'with {head["address"]}, {head["commit"]}, then set figures = "{taken}"'
        )
    return rows


def hash_figures(rows: tuple[Row, ...]) -> str:
    """Return a hash of the numbers and their sources, which authors must update after an edit."""
    fields = [(row.file, row.at, row.value, row.unit, row.per, row.moves) for row in rows]
    return sha256(repr(fields).encode()).hexdigest()[:16]


def _rows(table: str, head: dict[str, Any], series: list[dict[str, Any]]) -> Iterator[Row]:
    number, names = 0, set()
    for shared in series:
        for own in shared.get("rows", []):
            number += 1
            fields = {**shared, **own}
            del fields["rows"]
            where = describe_place(table, number, str(own.get("case") or own.get("name") or own))
            _check(fields, where)
            if fields.get("name") in names:
                raise OthersError(f"{where}: the name is used twice; choose another one")
            names |= {fields["name"]} if "name" in fields else set()
            yield Row(table, number, **{k: v for k, v in head.items() if k != "figures"}, **fields)


def describe_place(table: str, number: int, label: str) -> str:
    return f"data/others/{table}.toml, row {number} ({label})"


def _check(fields: dict[str, Any], where: str) -> None:
    if missing := [name for name in ROW_FIELDS if fields.get(name) in (None, "")]:
        raise OthersError(f"{where}: '{missing[0]}' is missing; add it to the row or its series")
    if unknown := sorted(fields.keys() - {*ROW_FIELDS, *OPTIONAL_FIELDS}):
        raise OthersError(
            f"{where}: unknown field '{unknown[0]}'; optional: {', '.join(OPTIONAL_FIELDS)}"
        )
    if fields["kind"] not in ("cpu", "gpu"):
        raise OthersError(f"{where}: kind must be 'cpu' or 'gpu', not {fields['kind']!r}")
    if "case" in fields and "nearest" in fields:
        raise OthersError(f"{where}: remove 'case' or 'nearest'; a row has only one of them")
    if bool(fields.get("nearest")) != bool(fields.get("differs")):
        raise OthersError(f"{where}: 'nearest' and 'differs' must be given together")
    if not (named := fields.get("case") or fields.get("nearest")):
        if "name" not in fields or "what" not in fields:
            raise OthersError(f"{where}: without a case, a row needs 'name' and 'what'")
        return
    try:
        find_case(named)
    except RecordError as problem:
        raise OthersError(f"{where}: {problem}") from problem
