"""The role `measured`: an expression over a record, written as a number that knows its origin."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from manylanes import Measurement, Record, RecordError

from . import data, quantity
from .element import make
from .origin import number_from

EXPRESSION = re.compile(r"\s*(?P<record>\w+)\s*:\s*(?P<query>[^|]+?)\s*(?:\|\s*(?P<unit>\S+)\s*)?")
# Where another machine's record begins: `gpu: gemm[n=2048].rate / cpu: gemm[n=2048].rate`.
ACROSS = re.compile(r"\s*([/*])\s*(\w+)\s*:\s*")
TERM = re.compile(r"(\w+)(?:\[([^\]]*)\])?\.(?:time|rate|bandwidth|compile)")
ABSENT = "not measured yet"
PROBLEMS = (ValueError, RecordError, data.UnknownNameError)


@dataclass(frozen=True)
class Expression:
    """`cpu: gemm[n=2048].rate | GFLOP/s`, taken apart.

    The query may go on in another record: `matvec[n=8192].rate / cpu: matvec[n=8192].rate`.
    """

    record: str
    query: str
    unit: str | None

    @classmethod
    def read(cls, text: str) -> Expression:
        match = EXPRESSION.fullmatch(text)
        if match is None:
            raise ValueError(
                f"'{text}' is not a record expression; "
                "write `cpu: gemm[n=2048].rate`, or add `| GFLOP/s` for a unit"
            )
        return cls(match["record"], match["query"], match["unit"])

    @property
    def parts(self) -> list[tuple[str, str, str]]:
        """The queries in order, each as (operator, record, query); the first multiplies one."""
        first, *others = ACROSS.split(self.query)
        return [("*", self.record, first), *zip(*[iter(others)] * 3, strict=True)]

    def missing(self, env: BuildEnvironment) -> str | None:
        """The first record that is not taken yet."""
        names = (name for _, name, _ in self.parts)
        return next((name for name in names if data.record(env, name) is None), None)

    def value(self, env: BuildEnvironment) -> Any:
        """The quantity, or None where a record is not taken yet."""
        if self.missing(env) is not None:
            return None
        result = None
        for operator, name, query in self.parts:
            found = data.record(env, name).query(query)
            if result is None:
                result = found
            else:
                result = result * found if operator == "*" else result / found
        return result

    def node(self, env: BuildEnvironment) -> nodes.Node:
        """The number with its origin, or the words that it is not measured yet."""
        missing = self.missing(env)
        if missing is not None:
            return absent(missing)
        answer = self.value(env)
        records = {name: data.record(env, name) for _, name, _ in self.parts}
        rows = [(name, behind(records[name], query)) for _, name, query in self.parts]
        return number_from(
            quantity.written(answer, self.unit),
            origin_lines(list(records.values()), rows, answer, self),
            page="records",
            anchor=anchor(self.record, rows[0][1][0]),
            key=f"origin-{env.new_serialno('origin')}",
            kind="measured",
        )


def absent(record: str) -> nodes.Node:
    hint = f"The record '{record}' has not been taken: python -m manylanes measure takes it"
    return make("span", ABSENT, class_="absent", title=hint)


def origin_lines(
    records: list[Record],
    rows: list[tuple[str, list[Measurement]]],
    answer: Any,
    asked: Expression,
) -> list[tuple[str, str]]:
    samples = " and ".join(str(len(row.samples_s)) for _, found in rows for row in found)
    measured = asked.query if len(records) == 1 else f"{asked.record}: {asked.query}"
    lines = [
        ("Measured:", measured),
        ("on", " and ".join(str(record.device["name"]) for record in records)),
        (f"median of {samples} samples:", f"from {quantity.spread(answer, asked.unit)}"),
    ]
    for record in records:
        commit = f", commit {short(record.commit)}" if record.commit else ""
        lines.append(("taken", f"{record.taken[:10]} with `{record.command}`{commit}"))
    return lines


def short(commit: str) -> str:
    """Ten digits of the hash; words after it ("with changes") stay."""
    digits, *rest = commit.split(" ", 1)
    return " ".join([digits[:10], *rest])


def behind(record: Record, query: str) -> list[Measurement]:
    """The measurements that a query (one that has an answer) is computed from."""
    rows = []
    for case, params in TERM.findall(query):
        wanted = [part.strip() for part in params.split(",") if part.strip()]
        rows += [
            row
            for row in record.measurements
            if row.case == case
            and set(wanted) <= {f"{key}={value}" for key, value in row.params.items()}
        ]
    return rows


def anchor(record: str, row: Measurement) -> str:
    """The id of a measurement's row on the records page."""
    return str(nodes.make_id(f"{record}-{row.label}"))


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
