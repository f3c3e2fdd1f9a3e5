"""The query language of records: `gemm[n=2048].rate / roof[kind=compute].rate`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from manylanes._record.quantity import Quantity
from manylanes._specs import shorten

QUANTITIES = ("time", "in_flight", "rate", "bandwidth", "step", "compile")
_TERM = re.compile(r"\s*(?P<case>\w+)\s*(?:\[(?P<params>[^\[\]]*)\])?\s*\.\s*(?P<quantity>\w+)\s*")
_SYNTAX = "write case[param=value,...].quantity, joined by / or *"
_MAX_LISTED = 12  # rows in an error message
_MAX_LENGTH = 2000  # characters of a query, which error messages repeat


class RecordError(Exception):
    """A record cannot be read, or does not contain what a query asks for."""


class Labelled(Protocol):
    """The attributes by which a query finds a measurement or a case of a suite."""

    @property
    def case(self) -> str: ...
    @property
    def params(self) -> Mapping[str, int | float | str]: ...
    @property
    def label(self) -> str: ...


class Measured(Labelled, Protocol):
    """The attributes from which a query computes the value of a measurement."""

    def quantity(self, name: str) -> Quantity: ...


R = TypeVar("R", bound=Labelled)


@dataclass(frozen=True)
class Term:
    """A term `case[param=value].quantity` of a query; `divides` is True for a term after `/`."""

    text: str
    case: str
    params: Mapping[str, str]
    quantity: str
    divides: bool


def parse_query(text: str) -> list[Term]:
    """Return the terms of a query in order, at least one; raise RecordError for other text."""
    if not isinstance(text, str):
        raise RecordError(f"A query is a string, not {shorten(text)}: {_SYNTAX}.")
    if len(text) > _MAX_LENGTH:
        raise RecordError(
            f"A query has at most {_MAX_LENGTH} characters; this one has {len(text)}: {_SYNTAX}."
        )
    terms: list[Term] = []
    operator, position = "*", 0
    while True:
        match = _TERM.match(text, position)
        if match is None:
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_SYNTAX}.")
        term = match[0].strip()
        if match["quantity"] not in QUANTITIES:
            raise RecordError(
                f"There is no quantity .{match['quantity']}; use .{', .'.join(QUANTITIES)}."
            )
        params = _parse_params(match["params"] or "", term)
        terms.append(Term(term, match["case"], params, match["quantity"], operator == "/"))
        position = match.end()
        if position == len(text):
            return terms
        operator = text[position]
        if operator not in "*/":
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_SYNTAX}.")
        position += 1


def evaluate(text: str, record: str, rows: Sequence[Measured]) -> Quantity:
    """Return the value of a query over the rows of the record with the name `record`.

    Raise RecordError if a term has no value, or if the query divides by zero.
    """
    result: Quantity | None = None
    for term in parse_query(text):
        value = find_row(term, record, rows).quantity(term.quantity)
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


def find_row(term: Term, record: str, rows: Sequence[R]) -> R:
    """Return the row that matches a term; raise RecordError if none or several match."""
    of_case = [row for row in rows if row.case == term.case]
    if not of_case:
        names = list(dict.fromkeys(row.case for row in rows))
        close = difflib.get_close_matches(term.case, names, n=1)
        hint = f"did you mean {close[0]!r}" if close else f"it has {', '.join(names) or 'none'}"
        raise RecordError(f"Record {record} has no case {term.case!r}; {hint}.")
    matches = [
        row
        for row in of_case
        if term.params.items() <= {key: str(value) for key, value in row.params.items()}.items()
    ]
    if len(matches) == 1:
        return matches[0]
    inside = ",".join(f"{k}={v}" for k, v in term.params.items())
    label = f"{term.case}[{inside}]" if inside else term.case
    if matches:
        raise RecordError(f"{label} matches {len(matches)} measurements: {_list_labels(matches)}.")
    raise RecordError(f"Record {record} has no {label}; it has {_list_labels(of_case)}.")


def _parse_params(text: str, term: str) -> dict[str, str]:
    params: dict[str, str] = {}
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise RecordError(f"Cannot read {part.strip()!r} in {term!r}: write param=value.")
        if key in params:
            raise RecordError(f"{term!r} gives {key} twice.")
        params[key] = value
    return params


def _list_labels(rows: Sequence[Labelled]) -> str:
    labels = ", ".join(row.label for row in rows[:_MAX_LISTED])
    omitted = len(rows) - _MAX_LISTED
    return f"{labels} and {omitted} more" if omitted > 0 else labels
