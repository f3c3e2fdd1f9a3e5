"""The expression language of records: `gemm[n=2048].rate / roof[kind=compute].rate`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from manylanes._record.quantity import Quantity
from manylanes._words import shown

QUANTITIES = ("time", "rate", "bandwidth", "step", "compile")
_TERM = re.compile(r"\s*(?P<case>\w+)\s*(?:\[(?P<params>[^\[\]]*)\])?\s*\.\s*(?P<quantity>\w+)\s*")
_FORM = "write case[param=value,...].quantity, joined by / or *"
_MOST = 12  # rows that an error lists
_LONGEST = 2000  # letters: errors repeat what was asked


class RecordError(Exception):
    """A record cannot be read, or does not hold what was asked of it."""


class Row(Protocol):
    """What a query needs to know to find a measurement, or the case of a suite."""

    @property
    def case(self) -> str: ...
    @property
    def params(self) -> Mapping[str, int | float | str]: ...
    @property
    def label(self) -> str: ...


class Measured(Row, Protocol):
    def quantity(self, name: str) -> Quantity: ...


R = TypeVar("R", bound=Row)


@dataclass(frozen=True)
class Term:
    """One `case[param=value].quantity`, and the operator before it."""

    text: str
    case: str
    params: Mapping[str, str]
    quantity: str
    divides: bool


def terms(text: str) -> list[Term]:
    """In order; at least one."""
    if not isinstance(text, str):
        raise RecordError(f"A query is text, not {shown(text)}: {_FORM}.")
    if len(text) > _LONGEST:
        raise RecordError(
            f"A query is no longer than {_LONGEST} letters, not {len(text)}: {_FORM}."
        )
    found: list[Term] = []
    operator, position = "*", 0
    while True:
        match = _TERM.match(text, position)
        if match is None:
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_FORM}.")
        said = match[0].strip()
        if match["quantity"] not in QUANTITIES:
            raise RecordError(
                f"There is no quantity .{match['quantity']}: ask for .{', .'.join(QUANTITIES)}."
            )
        params = _params(match["params"] or "", said)
        found.append(Term(said, match["case"], params, match["quantity"], operator == "/"))
        position = match.end()
        if position == len(text):
            return found
        operator = text[position]
        if operator not in "*/":
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_FORM}.")
        position += 1


def answer(text: str, record: str, rows: Sequence[Measured]) -> Quantity:
    result: Quantity | None = None
    for term in terms(text):
        value = row_of(term, record, rows).quantity(term.quantity)
        if result is None:
            result = value
        elif not term.divides:
            result = result * value
        elif value.low == 0:
            raise RecordError(f"Cannot divide by {term.text}: it is zero.")
        else:
            result = result / value
    assert result is not None
    return result


def row_of(term: Term, record: str, rows: Sequence[R]) -> R:
    """The one measurement that a term means."""
    of_case = [row for row in rows if row.case == term.case]
    if not of_case:
        raise RecordError(f"Record {record} has no case {term.case!r}{_nearest(term.case, rows)}.")
    found = [row for row in of_case if _matches(row, term.params)]
    if len(found) == 1:
        return found[0]
    inside = ",".join(f"{k}={v}" for k, v in term.params.items())
    asked = f"{term.case}[{inside}]" if inside else term.case
    if found:
        raise RecordError(f"{asked} is not one measurement but {len(found)}: {_listed(found)}.")
    raise RecordError(f"Record {record} has no {asked}; it has {_listed(of_case)}.")


def _params(text: str, term: str) -> dict[str, str]:
    params: dict[str, str] = {}
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise RecordError(f"Cannot read {part.strip()!r} in {term!r}: write param=value.")
        if key in params:
            raise RecordError(f"{term!r} gives {key} twice.")
        params[key] = value
    return params


def _matches(row: Row, wanted: Mapping[str, str]) -> bool:
    return all(key in row.params and str(row.params[key]) == value for key, value in wanted.items())


def _nearest(case: str, rows: Sequence[Row]) -> str:
    there = list(dict.fromkeys(row.case for row in rows))
    close = difflib.get_close_matches(case, there, n=1)
    return f"; did you mean {close[0]!r}" if close else f"; it has {', '.join(there) or 'none'}"


def _listed(rows: Sequence[Row]) -> str:
    shown = ", ".join(row.label for row in rows[:_MOST])
    return shown if len(rows) <= _MOST else f"{shown} and {len(rows) - _MOST} more"
