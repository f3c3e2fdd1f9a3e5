"""The card of a number that records hold: where it comes from, and how sure it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment

from manylanes import Sheet

from . import data, others, quantity
from .term import Term

if TYPE_CHECKING:
    from .measured import Expression


def origin_lines(env: BuildEnvironment, answer: Any, asked: Expression) -> list[tuple[str, str]]:
    lines = [("Measured:", asked.query)]
    for name, beside in asked.homes(env).items():
        record = data.record(env, name)
        assert record is not None
        rows = [
            row
            for term in asked.terms
            if term.source == name and (row := term.row(env, beside)) is not None
        ]
        lines.append(("on", str(record.device["name"])))
        if answer.is_exact and rows:
            lines.append(("compiled once:", quantity.sure(answer, asked.unit)))
        elif rows:
            lines.append(
                (f"median of {taken_from(answer, rows)}:", quantity.sure(answer, asked.unit))
            )
        sheets = [record.sheet(suite) for suite in dict.fromkeys(row.sheet for row in rows)]
        lines += [line for sheet in sheets or [record.roofs_from] for line in taken(sheet)]
    lines += [line for term in asked.terms for line in beside_ours(env, term)]
    stated = dict.fromkeys(term for term in asked.terms if term.source in data.STATED)
    if len(lines) == 1:
        traced = all(term.source == "trace" for term in stated)
        lines = [("Traced:" if traced else "Stated:", asked.query)]
    return lines + [(f"{term.query}:", stated_in_words(env, term)) for term in stated]


def taken_from(answer: Any, rows: list[Any]) -> str:
    """A ratio of one run is taken round by round: it is not the ratio of two printed medians."""
    if len(rows) > 1 and answer.rounds:
        return f"{len(answer.rounds)} rounds, each by itself"
    return " and ".join(str(len(row.samples_s)) for row in rows) + " samples"


def beside_ours(env: BuildEnvironment, term: Term) -> list[tuple[str, str]]:
    """What others measured of the same case."""
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
    return f"{row.words}, {row.said}; {row.machine}, {row.year}, {row.library}; {row.file}"


def taken(sheet: Sheet) -> list[tuple[str, str]]:
    """When and how, and whether the machine was fit for it."""
    commit = f", commit {short(sheet.commit)}" if sheet.commit else ""
    lines = [("taken", f"{sheet.taken[:10]} with `{sheet.command}`{commit}")]
    return lines + ([("noisy:", "; ".join(sheet.noise))] if sheet.noise else [])


def short(commit: str) -> str:
    """Ten digits of each hash; words beside it ("with changes", "and", "a thread") stay."""
    return re.sub(r"\b([0-9a-f]{10})[0-9a-f]+\b", r"\1", commit)
