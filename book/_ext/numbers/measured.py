"""The role `measured`: evaluate an expression over records and show the value with its origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from manylanes import Bound
from manylanes.records import Quantity

from ..html.element import element, make
from . import bound, data, others, quantity, sockets
from .card import origin_lines
from .directive import PROBLEMS, report_error
from .origin import make_number
from .term import Term, terms

ABSENT = "not measured yet"
UNTIMED = "not timed"
# Scripts that show the reader's own measurement beside a number of the record `gpu`.
SERIES = ("kit/number.js", "kit/own.js", "kit/series.js")


@dataclass(frozen=True)
class Expression:
    """A parsed expression such as `cpu: gemm[n=2048].rate / fact: h200.f32_tflops | %`."""

    query: str
    terms: tuple[Term, ...]
    unit: str | None

    @classmethod
    def read(cls, text: str) -> Expression:
        """Parse an expression, or raise ValueError.

        `query` does not contain the record if all terms are from the same one.
        """
        query, bar, unit = (part.strip() for part in text.partition("|"))
        parts = terms(query)
        if not parts or (bar and (not unit or " " in unit)):
            raise ValueError(
                f"cannot parse the expression '{text}'; "
                "write `cpu: gemm[n=2048].rate`, or add `| GFLOP/s` for a unit"
            )
        if {term.source for term in parts} == {parts[0].source} - data.STATED.keys():
            query = query.partition(":")[2].strip()
        return cls(query, parts, unit or None)

    @property
    def record(self) -> str:
        """The source of the first term: the name of a record, `fact`, `published` or `trace`."""
        return self.terms[0].source

    @property
    def is_stated(self) -> bool:
        """Whether the expression contains only stated numbers and no measurement."""
        return all(term.is_stated for term in self.terms)

    def missing(self, env: BuildEnvironment) -> list[Term]:
        """Return the terms whose cases their own records do not contain yet.

        Raise ValueError if the expression combines the cores of one CPU with the socket of another
        CPU. All code that uses the value calls this method first.
        """
        sockets.check_sockets(env, self.terms)
        return [term for term in self.terms if term.is_missing(env)]

    def value(self, env: BuildEnvironment) -> Any:
        """Return the value of the expression, or None if one of its terms is not measured yet.

        Raise ValueError if the lower end of a divisor is zero, or if a roof is invalid.
        """
        if self.missing(env):
            return None
        roof_suites = self.roof_suites(env)
        first, *rest = self.terms
        result = first.value(env, roof_suites.get(first.source))
        for term in rest:
            value = term.value(env, roof_suites.get(term.source))
            if term.divides and value.low == 0:
                raise ValueError(f"cannot divide by {term.query}: it is zero")
            result = result / value if term.divides else result * value
        return result

    def roof_suites(self, env: BuildEnvironment) -> dict[str, str | None]:
        """Return, for each record, the suite whose run provides the roofs in the expression.

        The suite is None if all terms of a record are properties of its device. Also record that
        the current page depends on the results files.
        """
        queries_of: dict[str, list[str]] = {}
        for term in self.terms:
            if term.source not in data.STATED:
                queries_of.setdefault(term.source, []).extend(
                    [term.query] * (not term.is_of_device)
                )
        roof_suites: dict[str, str | None] = {}
        for name, queries in queries_of.items():
            record = data.record(env, name)
            assert record is not None, "checked by `missing`"
            text = " * ".join(queries)
            roof_suites[name] = record.source_suite(text) if text else None
            rows = record.find(text, roof_suites[name]) if text else ()
            data.depend_on(
                env, name, {row.source_suite for row in rows} or {record.roof_results.suite}
            )
        return roof_suites

    def length(self, env: BuildEnvironment) -> Any:
        """Return the quantity of a bar: ours, or else the newest published one, or else None."""
        rows = self.published_values(env)
        return rows[-1][1] if rows else self.value(env)

    def kind(self, env: BuildEnvironment) -> str:
        """Return the style of a bar: `others` for a published value, else the first source."""
        return "others" if self.published_values(env) else self.record

    def node(self, env: BuildEnvironment) -> nodes.Node:
        """Return the number; scripts add the reader's own value to a number of the record `gpu`."""
        number = self.render(env)
        if {term.source for term in self.terms} != {"gpu"}:
            return number
        return make("span", number, data_own=self.query, scripts=SERIES)

    def render(self, env: BuildEnvironment) -> nodes.Node:
        """Return the measured number with its origin.

        If the number is not measured yet, return the first of these that exists: published numbers,
        "not timed" or a bound from counts and limits, and "not measured yet".
        """
        if missing := self.missing(env):
            node = self.substitute(env, missing[0])
            node["gap"] = missing[0].query
            return node
        answer = self.value(env)
        first, roof_suites = self.terms[0], self.roof_suites(env)
        place = first.address(env, roof_suites.get(first.source))
        words = quantity.format_median(answer, self.unit, self.is_stated and self.record != "trace")
        lines, more = origin_lines(env, answer, self.query, self.terms, self.unit, roof_suites)
        number = make_number(env, words, lines, place, self.style(env), more)
        number["jax"] = self.jax_versions(env)
        return number

    def jax_versions(self, env: BuildEnvironment) -> dict[str, str]:
        """Return the version of JAX with which each machine was measured, by name of the device."""
        taken = [term.load_record(env) for term in self.terms if not term.is_stated]
        return {str(it.device["name"]): it.versions["jax"] for it in taken}

    def substitute(self, env: BuildEnvironment, missing: Term) -> element:
        if rows := self.published_values(env):
            return self.published_node(env, rows)
        if self.terms == (missing,) and (count := bound.dominant_launches(env, missing)):
            return self.untimed_node(env, bound.launch_lines(env, missing, count))
        estimate = bound.bound_of_terms(env, self.terms)
        if estimate is None:
            return absent_node(env, missing)
        value, side = estimate
        words = quantity.format_median(value, self.unit)
        if bound.is_mostly_dispatch(env, missing):
            lines = bound.bound_lines(env, self.terms, f"{side.value} {words}")
            return self.untimed_node(env, lines)
        return self.bound_node(env, side, words, bound.bound_lines(env, self.terms, side.value))

    def untimed_node(self, env: BuildEnvironment, card: list[tuple[str, str]]) -> element:
        """Return the words "not timed", with a card that states a bound or a number of launches."""
        place = bound.limits_address(env, self.missing(env)[0])
        return make("span", make_number(env, UNTIMED, card, place, "bound"), class_="qualified")

    def bound_node(
        self, env: BuildEnvironment, side: Bound, words: str, card: list[tuple[str, str]]
    ) -> element:
        place = bound.limits_address(env, self.missing(env)[0])
        number = make_number(env, words, card, place, "bound")
        return make("span", f"{side.value} ", number, class_="qualified")

    def style(self, env: BuildEnvironment) -> str:
        """Return the style of a number: `measured` or traced, `fact`, or `others` (published)."""
        if not self.is_stated or self.record == "trace":
            return "measured"
        return "others" if any(term.published_row(env) for term in self.terms) else "fact"

    def published_values(self, env: BuildEnvironment) -> list[tuple[others.Row, Quantity]]:
        """Return a value of the expression for each published measurement of the missing term.

        The oldest measurement comes first. The result is empty unless exactly one term is missing.
        Record that the current page uses these measurements.
        """
        missing, *more = self.missing(env) or [None]
        if missing is None or more or missing.is_of_device:
            return []
        joined = []
        for row, value in others.rows_of_case(env, missing.source, missing.query):
            result = Quantity.exact(1.0)
            for term in self.terms:
                part = value if term is missing else term.value(env, term.roof_suite(env))
                result = result / part if term.divides else result * part
            joined.append((row, result))
        return joined

    def published_node(
        self, env: BuildEnvironment, rows: list[tuple[others.Row, Quantity]]
    ) -> element:
        """Return published values with machine and year, which a card would not show in print."""
        spans = [
            make(
                "span",
                f"{row.label} ",
                make_number(
                    env,
                    quantity.format_median(value, self.unit),
                    others.lines(row),
                    ("gpus", row.anchor),
                    "others",
                ),
                make("small", f" {row.machine}, {row.year}"),
                class_="qualified others",
            )
            for row, value in rows
        ]
        apart = [part for one in spans for part in (make("span", "; ", class_="apart"), one)]
        return make("span", *apart[1:])


def absent_node(env: BuildEnvironment, missing: Term) -> element:
    if data.record(env, missing.source) is None:
        problem = f"There is no record '{missing.source}' yet."
    else:
        problem = f"The record '{missing.source}' does not contain {missing.query} yet."
    hint = f"{problem} To measure it, run python -m manylanes measure"
    return make("span", ABSENT, class_="absent", title=hint)


class MeasuredRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            return [Expression.read(self.text).node(self.env)], []
        except PROBLEMS as problem:
            return report_error(self, problem)


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_records", [], "env")
    app.add_role("measured", MeasuredRole())
