"""The expression language of records: `gemm[n=2048].rate / roof[kind=compute].rate`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from manylanes._record.quantity import Quantity

QUANTITIES = ("time", "rate", "bandwidth", "step", "compile")
_TERM = re.compile(r"\s*(?P<case>\w+)\s*(?:\[(?P<params>[^\[\]]*)\])?\s*\.\s*(?P<quantity>\w+)\s*")
_FORM = "write case[param=value,...].quantity, joined by / or *"


class RecordError(Exception):
    """A record cannot be read, or does not hold what was asked of it."""


class Row(Protocol):
    """What a query needs to know of a measurement."""

    @property
    def case(self) -> str: ...
    @property
    def params(self) -> Mapping[str, int | float | str]: ...
    @property
    def label(self) -> str: ...
    def quantity(self, name: str) -> Quantity: ...


def answer(text: str, record: str, rows: Sequence[Row]) -> Quantity:
    result: Quantity | None = None
    operator, position = "*", 0
    while True:
        term = _TERM.match(text, position)
        if term is None:
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_FORM}.")
        value = _value(term, record, rows)
        if result is None:
            result = value
        elif operator == "*":
            result = result * value
        elif value.low == 0:
            raise RecordError(f"Cannot divide by {term[0].strip()}: it is zero.")
        else:
            result = result / value
        position = term.end()
        if position == len(text):
            return result
        operator = text[position]
        if operator not in "*/":
            raise RecordError(f"Cannot read the query {text!r} at {text[position:]!r}: {_FORM}.")
        position += 1


def _value(term: re.Match[str], record: str, rows: Sequence[Row]) -> Quantity:
    case, quantity = term["case"], term["quantity"]
    if quantity not in QUANTITIES:
        raise RecordError(f"There is no quantity .{quantity}: ask for .{', .'.join(QUANTITIES)}.")
    of_case = [row for row in rows if row.case == case]
    if not of_case:
        raise RecordError(f"Record {record} has no case {case!r}{_nearest(case, rows)}.")
    wanted = _params(term["params"] or "", term[0].strip())
    found = [row for row in of_case if _matches(row, wanted)]
    if len(found) == 1:
        return found[0].quantity(quantity)
    asked = f"{case}[{','.join(f'{k}={v}' for k, v in wanted.items())}]" if wanted else case
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


def _listed(rows: Sequence[Row], most: int = 12) -> str:
    shown = ", ".join(row.label for row in rows[:most])
    return shown if len(rows) <= most else f"{shown} and {len(rows) - most} more"
