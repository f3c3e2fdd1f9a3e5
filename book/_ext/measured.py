"""The role `measured`: an expression over records, written as a number that knows its origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from manylanes import RecordError, Sheet

from . import bound, data, quantity
from .element import make
from .origin import number_from
from .published import published
from .term import Term, terms

ABSENT = "not measured yet"
# Beside a GPU's number a script puts what this browser measured of the same case.
SERIES = ("kit/number.js", "kit/own.js", "kit/series.js")
PROBLEMS = (ValueError, RecordError, data.UnknownNameError)


@dataclass(frozen=True)
class Expression:
    """`cpu: gemm[n=2048].rate / fact: h200.f32_tflops | %`, taken apart."""

    query: str
    terms: tuple[Term, ...]
    unit: str | None
    otherwise: str | None = None  # `published KEY` or `fact KEY`: it stands here until measured

    @classmethod
    def read(cls, text: str) -> Expression:
        asked, _, otherwise = text.partition(" else ")
        query, bar, unit = (part.strip() for part in asked.partition("|"))
        found = terms(query)
        if not found or (bar and (not unit or " " in unit)):
            raise ValueError(
                f"'{text}' is not a record expression; "
                "write `cpu: gemm[n=2048].rate`, or add `| GFLOP/s` for a unit"
            )
        if {term.source for term in found} == {found[0].source} - data.STATED.keys():
            query = query.partition(":")[2].strip()
        return cls(query, found, unit or None, otherwise.strip() or None)

    @property
    def record(self) -> str:
        """The record it asks first."""
        return self.terms[0].source

    @property
    def is_stated(self) -> bool:
        """Nothing in it was measured."""
        return all(term.is_stated for term in self.terms)

    def missing(self, env: BuildEnvironment) -> list[Term]:
        """What no record holds yet."""
        return [term for term in self.terms if term.is_missing(env)]

    def value(self, env: BuildEnvironment) -> Any:
        """The quantity, or None where a record is not taken yet."""
        if self.missing(env):
            return None
        homes = self.homes(env)
        first, *rest = self.terms
        found = first.value(env, homes.get(first.source))
        for term in rest:
            value = term.value(env, homes.get(term.source))
            if term.divides and value.low == 0:
                raise ValueError(f"cannot divide by {term.query}: it is zero")
            found = found / value if term.divides else found * value
        return found

    def homes(self, env: BuildEnvironment) -> dict[str, str | None]:
        """By record: the sheet whose roofs are meant. The page depends on what is read here."""
        asked: dict[str, list[str]] = {}
        for term in self.terms:
            if term.source not in data.STATED:
                asked.setdefault(term.source, []).extend([term.query] * (not term.is_of_device))
        homes: dict[str, str | None] = {}
        for name, queries in asked.items():
            record = data.record(env, name)
            assert record is not None, "asked only once every record is there"
            text = " * ".join(queries)
            homes[name] = record.home(text) if text else None
            rows = record.found(text, homes[name]) if text else ()
            data.read(env, name, {row.sheet for row in rows} or {record.roofs_from.suite})
        return homes

    def node(self, env: BuildEnvironment) -> nodes.Node:
        shown = self.shown(env)
        if {term.source for term in self.terms} != {"gpu"}:
            return shown
        return make("span", shown, data_own=self.query, scripts=SERIES)

    def shown(self, env: BuildEnvironment) -> nodes.Node:
        """The number with its origin. Where it was not measured: what others published, or what
        count and limits allow, each marked; or the words that nothing is known."""
        if missing := self.missing(env):
            return self.instead(env, missing[0])
        answer = self.value(env)
        first = self.terms[0]
        page, anchor = first.address(env, self.homes(env).get(first.source))
        return number_from(
            quantity.written(answer, self.unit, self.is_stated),
            origin_lines(env, answer, self),
            page=page,
            anchor=anchor,
            key=f"origin-{env.new_serialno('origin')}",
            kind="fact" if self.is_stated else "measured",
        )

    def instead(self, env: BuildEnvironment, missing: Term) -> nodes.Node:
        if self.otherwise:
            kind, _, key = self.otherwise.partition(" ")
            if kind not in data.STATED:
                raise ValueError(f"after 'else' stands {' or '.join(data.STATED)} and a name")
            number = published(env, kind, key.strip())
            return make("span", "others: ", number, class_="instead")
        found = bound.bounded(env, self.terms)
        if found is None:
            return absent(missing.source)
        value, side = found
        page, anchor = bound.address(env, missing)
        number = number_from(
            quantity.written(value, self.unit),
            bound.lines(env, self.terms, side.value),
            page=page,
            anchor=anchor,
            key=f"origin-{env.new_serialno('origin')}",
            kind="bound",
        )
        return make("span", f"{side.value} ", number, class_="instead")


def absent(record: str) -> nodes.Node:
    hint = f"The record '{record}' has not been taken: python -m manylanes measure takes it"
    return make("span", ABSENT, class_="absent", title=hint)


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
            samples = " and ".join(str(len(row.samples_s)) for row in rows)
            lines.append((f"median of {samples} samples:", quantity.sure(answer, asked.unit)))
        sheets = [record.sheet(suite) for suite in dict.fromkeys(row.sheet for row in rows)]
        lines += [line for sheet in sheets or [record.roofs_from] for line in taken(sheet)]
    stated = dict.fromkeys(term for term in asked.terms if term.source in data.STATED)
    if len(lines) == 1:
        lines = [("Stated:", asked.query)]
    return lines + [
        (f"{term.query}:", data.stated_by(env, term.source, term.query)) for term in stated
    ]


def taken(sheet: Sheet) -> list[tuple[str, str]]:
    """When and how, and whether the machine was fit for it."""
    commit = f", commit {short(sheet.commit)}" if sheet.commit else ""
    lines = [("taken", f"{sheet.taken[:10]} with `{sheet.command}`{commit}")]
    return lines + ([("noisy:", "; ".join(sheet.noise))] if sheet.noise else [])


def short(commit: str) -> str:
    """Ten digits of the hash; words after it ("with changes") stay."""
    digits, *rest = commit.split(" ", 1)
    return " ".join([digits[:10], *rest])


class MeasuredRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return [Expression.read(self.text).node(self.env)], []
        except PROBLEMS as problem:
            return refuse(self, problem)


def refuse(
    role: SphinxRole, problem: Exception
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """The build error: page, line, what is wrong and what is close to it."""
    message = role.inliner.reporter.error(f"{role.name}: {problem}", line=role.lineno)
    return [nodes.literal(role.rawtext, role.text)], [message]


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_records", [], "env")
    app.add_role("measured", MeasuredRole())
