"""The card of a measured number: its source and its uncertainty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from manylanes.records import Quantity, SuiteResults

from . import quantity
from .expression import Expression
from .others_file import Row
from .store import STATED, Store
from .term import Term
from .value import Line


def origin_lines(
    store: Store, expression: Expression, answer: Quantity, roof_suites: Mapping[str, str | None]
) -> tuple[list[Line], list[Line]]:
    """Return the lines that a card always shows, and the lines that it shows on demand."""
    lines: list[Line] = []
    more: list[Line] = [("Measured:", expression.query)]
    for name, roof_suite in roof_suites.items():
        record = store.record(name)
        assert record is not None
        rows = [
            row
            for term in expression.terms
            if term.source == name and (row := term.row(store, roof_suite)) is not None
        ]
        results = [
            record.results_of(suite) for suite in dict.fromkeys(row.source_suite for row in rows)
        ]
        results = results or [record.roof_results]
        once = answer.is_exact and rows
        how = f"Median of {describe_samples(answer, rows)}" if rows and not once else "Measured"
        days = " and ".join(dict.fromkeys(format_date(each) for each in results))
        lines.append(("", f"{'Compiled once' if once else how}, {record.device['name']}, {days}"))
        if any(each.noise for each in results):
            lines.append(("", "This run was noisy"))
        more += [line for each in results for line in command_lines(each)]
    if lines and not answer.is_exact:
        lines.insert(1, quantity.interval_line(answer, expression.unit))
    lines += [line for term in expression.terms for line in published_lines(store, term)]
    stated = dict.fromkeys(term for term in expression.terms if term.source in STATED)
    if not lines:
        traced = all(term.source == "trace" for term in stated)
        lines, more = [("Traced:" if traced else "Stated:", expression.query)], []
    return lines + [(f"{term.query}:", describe_stated(store, term)) for term in stated], more


def lines_of_row(row: Row) -> list[Line]:
    """Return the card of a published measurement: its program, machine and source."""
    result = [("Others measured:", row.program)]
    if row.differs:
        result.append(("nearest case:", row.differs))
    if not row.is_printed:
        per = f"{row.moves:,} bytes each" if row.moves else f"for {row.per:,}"
        result.append(("printed:", f"{row.printed}, {per}"))
    result.append(("on", f"{row.machine}, {row.year}, {row.library}"))
    return [*result, ("source:", f"{row.address}, {row.file}, {row.at}")]


def describe_samples(answer: Any, rows: list[Any]) -> str:
    """Describe samples in words.

    A product or ratio of rows of one run is computed in each round; its value is the median.
    """
    if len(rows) > 1 and answer.rounds:
        return f"{len(answer.rounds)} rounds, one ratio for each"
    return " and ".join(str(len(row.samples_s)) for row in rows) + " runs"


def published_lines(store: Store, term: Term) -> list[Line]:
    """Return a line of the card for each published measurement of this case or of a similar one."""
    if term.is_stated:
        return []
    return [
        (row.label, f"{quantity.format_median(value)}, {row.machine}, {row.year}")
        for row, value in store.rows_of_case(term.source, term.query)
    ]


def describe_stated(store: Store, term: Term) -> str:
    row = term.published_row(store)
    if row is None:
        return store.source_of(term.source, term.query)
    return f"{row.text}, {row.program}; {row.machine}, {row.year}, {row.library}; {row.file}"


def command_lines(results: SuiteResults) -> list[Line]:
    """Return the lines of a card for a run: its noise, its command and its commit."""
    lines = [("noisy:", "; ".join(results.noise))] if results.noise else []
    lines.append(("Command:", results.command))
    return lines + ([("Commit:", shorten_hashes(results.commit))] if results.commit else [])


def format_date(results: SuiteResults) -> str:
    """Return the date of a run, such as 26 November 2026."""
    taken = date.fromisoformat(results.taken[:10])
    return f"{taken.day} {taken:%B %Y}"


def shorten_hashes(commit: str) -> str:
    """Shorten each hash in a text to ten digits. A text without a hash does not change."""
    return re.sub(r"\b([0-9a-f]{10})[0-9a-f]+\b", r"\1", commit)
