"""The role `measured`: an expression over records, written as a number that knows its origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective, SphinxRole

from autograder import CourseError
from manylanes import Bound
from manylanes.records import Quantity, RecordError

from . import bound, data, others, quantity, sockets
from .card import origin_lines
from .element import make
from .origin import number_from
from .term import Term, terms

ABSENT = "not measured yet"
UNTIMED = "not timed"
# Beside a GPU's number a script puts what this browser measured of the same case.
SERIES = ("kit/number.js", "kit/own.js", "kit/series.js")
PROBLEMS = (ValueError, RecordError, CourseError, data.UnknownNameError)


@dataclass(frozen=True)
class Expression:
    """`cpu: gemm[n=2048].rate / fact: h200.f32_tflops | %`, taken apart."""

    query: str
    terms: tuple[Term, ...]
    unit: str | None

    @classmethod
    def read(cls, text: str) -> Expression:
        query, bar, unit = (part.strip() for part in text.partition("|"))
        found = terms(query)
        if not found or (bar and (not unit or " " in unit)):
            raise ValueError(
                f"'{text}' is not a record expression; "
                "write `cpu: gemm[n=2048].rate`, or add `| GFLOP/s` for a unit"
            )
        if {term.source for term in found} == {found[0].source} - data.STATED.keys():
            query = query.partition(":")[2].strip()
        return cls(query, found, unit or None)

    @property
    def record(self) -> str:
        """The record it asks first."""
        return self.terms[0].source

    @property
    def is_stated(self) -> bool:
        """Nothing in it was measured."""
        return all(term.is_stated for term in self.terms)

    def missing(self, env: BuildEnvironment) -> list[Term]:
        """Return the terms that no record holds yet. Everything that shows or uses the value asks
        this first, so it also rejects a core of one CPU beside the socket of another."""
        sockets.check(env, self.terms)
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
            homes[name] = record.source_suite(text) if text else None
            rows = record.find(text, homes[name]) if text else ()
            data.read(env, name, {row.source_suite for row in rows} or {record.roof_results.suite})
        return homes

    def length(self, env: BuildEnvironment) -> Any:
        """What a bar is long by: our own, else what others measured."""
        rows = self.of_others(env)
        return rows[-1][1] if rows else self.value(env)

    def kind(self, env: BuildEnvironment) -> str:
        """Whose it is: a bar looks like it."""
        return "others" if self.of_others(env) else self.record

    def node(self, env: BuildEnvironment) -> nodes.Node:
        shown = self.shown(env)
        if {term.source for term in self.terms} != {"gpu"}:
            return shown
        return make("span", shown, data_own=self.query, scripts=SERIES)

    def shown(self, env: BuildEnvironment) -> nodes.Node:
        """The number with its origin. Where it was not measured: what others measured of it, else
        what count and limits allow, each marked; or the words that nothing is known."""
        if missing := self.missing(env):
            return self.instead(env, missing[0])
        answer = self.value(env)
        first = self.terms[0]
        place = first.address(env, self.homes(env).get(first.source))
        words = quantity.written(answer, self.unit, self.is_stated and self.record != "trace")
        lines, more = origin_lines(env, answer, self)
        number = number_from(env, words, lines, place, self.look(env), more)
        number["jax"] = self.jax_versions(env)
        return number

    def jax_versions(self, env: BuildEnvironment) -> dict[str, str]:
        """Return the version of JAX that each machine was measured with."""
        taken = [term.taken(env) for term in self.terms if not term.is_stated]
        return {str(it.device["name"]): it.versions["jax"] for it in taken}

    def instead(self, env: BuildEnvironment, missing: Term) -> nodes.Node:
        if rows := self.of_others(env):
            return self.from_others(env, rows)
        if self.terms == (missing,) and (count := bound.launches(env, missing)):
            return self.untimed(env, bound.counted(env, missing, count))
        found = bound.bounded(env, self.terms)
        if found is None:
            return absent(missing.source)
        value, side = found
        words = quantity.written(value, self.unit)
        if bound.restates_call(env, missing):
            lines = bound.lines(env, self.terms, f"{side.value} {words}")
            return self.untimed(env, lines)
        return self.floor(env, side, words, bound.lines(env, self.terms, side.value))

    def untimed(self, env: BuildEnvironment, card: list[tuple[str, str]]) -> nodes.Node:
        """A lower bound that is hardly more than the dispatch overhead stands in the card only."""
        place = bound.address(env, self.missing(env)[0])
        return make("span", number_from(env, UNTIMED, card, place, "bound"), class_="instead")

    def floor(
        self, env: BuildEnvironment, side: Bound, words: str, card: list[tuple[str, str]]
    ) -> nodes.Node:
        place = bound.address(env, self.missing(env)[0])
        number = number_from(env, words, card, place, "bound")
        return make("span", f"{side.value} ", number, class_="instead")

    def look(self, env: BuildEnvironment) -> str:
        """A number of ours, one that somebody states, or one that others measured."""
        if not self.is_stated or self.record == "trace":
            return "measured"
        return "others" if any(term.printed(env) for term in self.terms) else "fact"

    def of_others(self, env: BuildEnvironment) -> list[tuple[others.Row, Quantity]]:
        """What it is by each row that others published of the one number that is missing."""
        gap, *more = self.missing(env) or [None]
        if gap is None or more or gap.is_of_device:
            return []
        joined = []
        for row, value in others.of(env, gap.source, gap.query):
            found = Quantity.exact(1.0)
            for term in self.terms:
                part = value if term is gap else term.value(env, term.home(env))
                found = found / part if term.divides else found * part
            joined.append((row, found))
        return joined

    def from_others(
        self, env: BuildEnvironment, rows: list[tuple[others.Row, Quantity]]
    ) -> nodes.Node:
        """Each with its machine and year in sight: paper and phones have no hover."""
        said = [
            make(
                "span",
                f"{row.mark} ",
                number_from(
                    env,
                    quantity.written(value, self.unit),
                    others.lines(row),
                    ("gpus", row.anchor),
                    "others",
                ),
                make("small", f" {row.machine}, {row.year}"),
                class_="instead others",
            )
            for row, value in rows
        ]
        apart = [part for one in said for part in (make("span", "; ", class_="apart"), one)]
        return make("span", *apart[1:])


def absent(record: str) -> nodes.Node:
    hint = f"The record '{record}' has not been taken: python -m manylanes measure takes it"
    return make("span", ABSENT, class_="absent", title=hint)


class MeasuredRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return [Expression.read(self.text).node(self.env)], []
        except PROBLEMS as problem:
            return refuse(self, problem)


class Directive(SphinxDirective):
    """What is wrong with one is the build's error: page, line, its name, what is close to it."""

    def run(self) -> list[nodes.Node]:
        try:
            return self.shown()
        except PROBLEMS as problem:
            raise self.error(f"{' '.join([self.name, *self.arguments])}: {problem}") from problem

    def shown(self) -> list[nodes.Node]:
        raise NotImplementedError

    def inline(self, text: str) -> list[nodes.Node]:
        """Words that may be MyST."""
        return self.parse_inline(text, lineno=self.lineno)[0]

    def parsed(self, lines: StringList | None = None) -> list[nodes.Node]:
        """The body, or these lines of it."""
        holder = nodes.Element()
        body = self.content if lines is None else lines
        self.state.nested_parse(body, self.content_offset, holder)
        return list(holder.children)


def refuse(
    role: SphinxRole, problem: Exception
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """The build error: page, line, what is wrong and what is close to it."""
    message = role.inliner.reporter.error(f"{role.name}: {problem}", line=role.lineno)
    return [nodes.literal(role.rawtext, role.text)], [message]


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_records", [], "env")
    app.add_role("measured", MeasuredRole())
