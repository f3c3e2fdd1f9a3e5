"""Resolve an expression: look up its terms and choose the evidence that a page shows."""

from __future__ import annotations

from dataclasses import replace

from manylanes.records import Quantity

from . import bound, quantity, sockets
from .card import lines_of_row, origin_lines
from .expression import Expression
from .others_file import Row
from .store import STATED, Store
from .term import Term
from .value import ABSENT, UNTIMED, Line, Value


def resolve(expression: Expression, store: Store) -> Value:
    """Return the measured value of an expression, or else what a page shows instead.

    If a term is not measured yet, return the first of these that exists: published values, "not
    timed" or a bound from counts and limits, and "not measured yet".
    """
    if missing := find_missing(expression, store):
        value = replace(substitute(expression, store, missing), gap=missing[0].query)
    else:
        value = resolve_measured(expression, store)
    is_own = {term.source for term in expression.terms} == {"gpu"}
    return replace(value, own=expression.query) if is_own else value


def find_missing(expression: Expression, store: Store) -> list[Term]:
    """Return the terms whose cases their own records do not contain yet.

    Raise ValueError if the expression combines the cores of one CPU with the socket of another CPU.
    All code that uses the value calls this function first.
    """
    sockets.check_sockets(store, expression.terms)
    return [term for term in expression.terms if term.is_missing(store)]


def evaluate(expression: Expression, store: Store) -> Quantity | None:
    """Return the quantity of an expression, or None if one of its terms is not measured yet.

    Raise ValueError if the lower end of a divisor is zero, or if a roof is invalid.
    """
    if find_missing(expression, store):
        return None
    return combine_terms(expression, store, find_roof_suites(expression, store))


def combine_terms(
    expression: Expression, store: Store, roof_suites: dict[str, str | None]
) -> Quantity:
    first, *rest = expression.terms
    result = first.value(store, roof_suites.get(first.source))
    for term in rest:
        value = term.value(store, roof_suites.get(term.source))
        if term.divides and value.low == 0:
            raise ValueError(f"cannot divide by {term.query}: it is zero")
        result = result / value if term.divides else result * value
    return result


def find_roof_suites(expression: Expression, store: Store) -> dict[str, str | None]:
    """Return, for each record, the suite whose run provides the roofs in the expression.

    The suite is None if all terms of a record are properties of its device. Also report a
    dependency on the results files.
    """
    queries_of: dict[str, list[str]] = {}
    for term in expression.terms:
        if term.source not in STATED:
            queries_of.setdefault(term.source, []).extend([term.query] * (not term.is_of_device))
    roof_suites: dict[str, str | None] = {}
    for name, queries in queries_of.items():
        record = store.record(name)
        assert record is not None, "checked by `find_missing`"
        text = " * ".join(queries)
        roof_suites[name] = record.source_suite(text) if text else None
        rows = record.find(text, roof_suites[name]) if text else ()
        store.depend_on(name, {row.source_suite for row in rows} or {record.roof_results.suite})
    return roof_suites


def resolve_measured(expression: Expression, store: Store) -> Value:
    first, is_stated = expression.terms[0], expression.is_stated
    roof_suites = find_roof_suites(expression, store)
    answer = combine_terms(expression, store, roof_suites)
    is_traced = expression.record == "trace"
    lines, more = origin_lines(store, expression, answer, roof_suites)
    kind = "measured"
    if is_stated and not is_traced:
        rows = [term.published_row(store) for term in expression.terms]
        kind = "others" if any(rows) else "fact"
    taken = [term.load_record(store) for term in expression.terms if not term.is_stated]
    return Value(
        kind,
        quantity.format_median(answer, expression.unit, is_stated and not is_traced),
        tuple(lines),
        tuple(more),
        first.address(store, roof_suites.get(first.source)),
        quantity=answer,
        jax={str(it.device["name"]): it.versions["jax"] for it in taken},
    )


def substitute(expression: Expression, store: Store, missing: list[Term]) -> Value:
    """Return what a page shows in place of an expression with missing terms."""
    first = missing[0]
    if rows := find_published(expression, store, missing):
        return resolve_published(expression, rows)
    if expression.terms == (first,) and (count := bound.dominant_launches(store, first)):
        return untimed(store, first, bound.launch_lines(store, first, count))
    estimate = bound.bound_of_terms(store, expression.terms)
    if estimate is None:
        return Value(ABSENT, ABSENT, hint=explain_absence(store, first))
    amount, side = estimate
    words = quantity.format_median(amount, expression.unit)
    if bound.is_mostly_dispatch(store, first):
        lines = bound.bound_lines(store, expression.terms, f"{side.value} {words}")
        return untimed(store, first, lines)
    lines = bound.bound_lines(store, expression.terms, side.value)
    place = bound.limits_address(store, first)
    return Value("bound", words, tuple(lines), place=place, prefix=side.value)


def untimed(store: Store, missing: Term, lines: list[Line]) -> Value:
    """Return the words "not timed", with a card that states a bound or a number of launches."""
    return Value(UNTIMED, UNTIMED, tuple(lines), place=bound.limits_address(store, missing))


def find_published(
    expression: Expression, store: Store, missing: list[Term]
) -> list[tuple[Row, Quantity]]:
    """Return a value of the expression for each published measurement of the missing term.

    The oldest measurement comes first. The result is empty unless exactly one term is missing. The
    measurements count as used.
    """
    gap = missing[0]
    if len(missing) > 1 or gap.is_of_device:
        return []
    joined = []
    for row, value in store.rows_of_case(gap.source, gap.query):
        result = Quantity.exact(1.0)
        for term in expression.terms:
            part = value if term is gap else term.value(store, term.roof_suite(store))
            result = result / part if term.divides else result * part
        joined.append((row, result))
    return joined


def resolve_published(expression: Expression, rows: list[tuple[Row, Quantity]]) -> Value:
    """Return published values with machine and year, which a card would not show in print.

    The quantity is that of the newest row.
    """
    parts = tuple(
        Value(
            "others",
            quantity.format_median(amount, expression.unit),
            tuple(lines_of_row(row)),
            place=("gpus", row.anchor),
            prefix=row.label,
            suffix=f"{row.machine}, {row.year}",
            quantity=amount,
        )
        for row, amount in rows
    )
    text = "; ".join(f"{part.prefix} {part.text} {part.suffix}" for part in parts)
    return Value("others", text, parts=parts, quantity=rows[-1][1])


def explain_absence(store: Store, missing: Term) -> str:
    if store.record(missing.source) is None:
        problem = f"There is no record '{missing.source}' yet."
    else:
        problem = f"The record '{missing.source}' does not contain {missing.query} yet."
    return f"{problem} To measure it, run python -m manylanes measure"
