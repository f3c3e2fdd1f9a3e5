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
TERM = re.compile(r"(\w+)(?:\[([^\]]*)\])?\.(?:time|rate|bandwidth|compile)")
ABSENT = "not measured yet"
PROBLEMS = (ValueError, RecordError, data.UnknownNameError)


@dataclass(frozen=True)
class Expression:
    """`cpu: gemm[n=2048].rate | GFLOP/s`, taken apart."""

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

    def value(self, env: BuildEnvironment) -> Any:
        """The quantity, or None where the record is not taken yet."""
        found = data.record(env, self.record)
        return None if found is None else found.query(self.query)

    def node(self, env: BuildEnvironment) -> nodes.Node:
        """The number with its origin, or the words that it is not measured yet."""
        found = data.record(env, self.record)
        if found is None:
            return absent(self.record)
        answer = found.query(self.query)
        return number_from(
            quantity.written(answer, self.unit),
            origin_lines(found, answer, self),
            page="records",
            anchor=anchor(found.id, behind(found, self.query)[0]),
            key=f"origin-{env.new_serialno('origin')}",
            kind="measured",
        )


def absent(record: str) -> nodes.Node:
    hint = f"The record '{record}' has not been taken: python -m manylanes measure takes it"
    return make("span", ABSENT, class_="absent", title=hint)


def origin_lines(record: Record, answer: Any, asked: Expression) -> list[tuple[str, str]]:
    rows = behind(record, asked.query)
    samples = " and ".join(str(len(row.samples_s)) for row in rows)
    commit = f", commit {short(record.commit)}" if record.commit else ""
    return [
        ("Measured:", asked.query),
        ("on", str(record.device["name"])),
        (f"median of {samples} samples:", f"from {quantity.spread(answer, asked.unit)}"),
        ("taken", f"{record.taken[:10]} with `{record.command}`{commit}"),
    ]


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
