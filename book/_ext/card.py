"""The card of a measured number: its source and its uncertainty."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment

from manylanes.records import SuiteResults

from . import data, others, quantity
from .term import Term

if TYPE_CHECKING:
    from .measured import Expression


Lines = list[tuple[str, str]]


def origin_lines(env: BuildEnvironment, answer: Any, expression: Expression) -> tuple[Lines, Lines]:
    """Return the lines of a card: the ones always shown, and the ones with the command."""
    lines: Lines = []
    more: Lines = [("Measured:", expression.query)]
    for name, beside in expression.homes(env).items():
        record = data.record(env, name)
        assert record is not None
        rows = [
            row
            for term in expression.terms
            if term.source == name and (row := term.row(env, beside)) is not None
        ]
        sheets = [
            record.results_of(suite) for suite in dict.fromkeys(row.source_suite for row in rows)
        ]
        sheets = sheets or [record.roof_results]
        once = answer.is_exact and rows
        how = f"Median of {taken_from(answer, rows)}" if rows and not once else "Measured"
        days = " and ".join(dict.fromkeys(day(sheet) for sheet in sheets))
        lines.append(("", f"{'Compiled once' if once else how}, {record.device['name']}, {days}"))
        if any(sheet.noise for sheet in sheets):
            lines.append(("", "This run was noisy"))
        more += [line for sheet in sheets for line in taken(sheet)]
    if lines and not answer.is_exact:
        lines.insert(1, quantity.sure(answer, expression.unit))
    lines += [line for term in expression.terms for line in beside_ours(env, term)]
    stated = dict.fromkeys(term for term in expression.terms if term.source in data.STATED)
    if not lines:
        traced = all(term.source == "trace" for term in stated)
        lines, more = [("Traced:" if traced else "Stated:", expression.query)], []
    return lines + [(f"{term.query}:", stated_in_words(env, term)) for term in stated], more


def taken_from(answer: Any, rows: list[Any]) -> str:
    """Describe the samples. A ratio within one run is the median of the ratios of its rounds."""
    if len(rows) > 1 and answer.rounds:
        return f"{len(answer.rounds)} rounds, one ratio for each"
    return " and ".join(str(len(row.samples_s)) for row in rows) + " runs"


def beside_ours(env: BuildEnvironment, term: Term) -> list[tuple[str, str]]:
    """Return the published measurements of the same case."""
    if term.is_stated:
        return []
    return [
        (row.mark, f"{quantity.written(value)}, {row.machine}, {row.year}")
        for row, value in others.of(env, term.source, term.query)
    ]


def stated_in_words(env: BuildEnvironment, term: Term) -> str:
    row = term.printed(env)
    if row is None:
        return data.stated_by(env, term.source, term.query)
    return f"{row.words}, {row.program}; {row.machine}, {row.year}, {row.library}; {row.file}"


def taken(sheet: SuiteResults) -> list[tuple[str, str]]:
    """Return the lines that say how to repeat the measurement of a sheet."""
    lines = [("noisy:", "; ".join(sheet.noise))] if sheet.noise else []
    lines.append(("Command:", sheet.command))
    return lines + ([("Commit:", short(sheet.commit))] if sheet.commit else [])


def day(sheet: SuiteResults) -> str:
    """Return the date of a sheet, such as 26 November 2026."""
    taken = date.fromisoformat(sheet.taken[:10])
    return f"{taken.day} {taken:%B %Y}"


def short(commit: str) -> str:
    """Shorten each hash to ten digits. Other words ("with changes", "and", "a thread") stay."""
    return re.sub(r"\b([0-9a-f]{10})[0-9a-f]+\b", r"\1", commit)
