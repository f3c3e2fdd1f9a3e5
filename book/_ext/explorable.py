"""`explorable`: a web component of `_static/explorables/`, its measurements inside the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from manylanes import Limits, Record, RecordError, case, limit

from . import data
from .bound import limits_of
from .element import make
from .measured import PROBLEMS

# What every explorable stands on, each file on those before it.
KIT = ("kit/number.js", "kit/typed.js", "kit/drawing.js", "kit/own.js", "kit/explorable.js")


class Explorable(SphinxDirective):
    """The body is what a reader without JavaScript sees."""

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = {
        "suites": directives.unchanged_required,
        "bound": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        static = Path(self.env.srcdir) / "_static"
        try:
            there = sorted(path.stem for path in (static / "explorables").glob("*.js"))
            if name not in there:
                raise data.unknown("explorable", name, there, "_static/explorables")
            records = self.records(self.options.get("suites", "").split())
        except PROBLEMS as problem:
            raise self.error(f"explorable {name}: {problem}") from problem
        holder = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, holder)
        # '<' would end the script element early.
        inlined = json.dumps(records, separators=(",", ":")).replace("<", "\\u003c")
        script = nodes.raw("", f'<script type="application/json">{inlined}</script>', format="html")
        still = make("div", *holder.children, class_="explorable-still")
        scripts = [*KIT, f"explorables/{name}.js"]
        for path in scripts:  # else nothing is out of date when only a script has changed
            self.env.note_dependency(str(static / path))
        return [make(name, script, still, class_="explorable", scripts=scripts)]

    def records(self, suites: list[str]) -> list[dict[str, Any]]:
        found = [data.record(self.env, name) for name in self.config.lanes_records]
        taken = [record for record in found if record is not None]
        there = sorted({row.case for record in taken for row in record.measurements})
        for suite in suites:
            if taken and suite not in there and not is_planned(suite):
                raise data.unknown("case", suite, there, "the records")
        # Of each kind of machine the first that measured most of it: two marks, not three.
        drawn: dict[str, tuple[int, Record]] = {}
        for record in taken:
            shown = {row.sheet for row in record.measurements if row.case in suites}
            data.read(self.env, record.id, shown or {record.roofs_from.suite})
            kind, known = record.device["kind"], {row.case for row in record.measurements}
            most, _ = drawn.get(kind, (0, record))
            if (share := len(known.intersection(suites))) > most:
                drawn[kind] = share, record
        machine = self.options.get("bound")
        limits = limits_of(self.env, machine) if machine else None
        return [brief(kind, record, suites, limits) for kind, (_, record) in drawn.items()]


def brief(
    kind: str, record: Record, suites: list[str], limits: Limits | None = None
) -> dict[str, Any]:
    """What an explorable draws: the medians, and the caches. The samples stay in the record.
    `least` is what the machine with these limits cannot beat."""
    points = [
        {
            **row.params,
            "case": row.case,
            "work": row.work,
            "bytes": row.bytes,
            "time": row.quantity("time").median,
            **least(row.label, limits),
        }
        for row in record.measurements
        if row.case in suites
    ]
    device = record.device
    caches = device.get("caches") or {}
    return {"id": kind, "device": device["name"], "caches": caches, "points": points}


def least(label: str, limits: Limits | None) -> dict[str, float]:
    found = limits and limit(f"{label}.time", limits)
    return {"least": found[0].median} if found else {}


def is_planned(name: str) -> bool:
    """Whether a suite has such cases, if no record holds them yet."""
    try:
        case(name)
    except RecordError as error:
        return "has no case" not in str(error)  # one name, many cases
    return True


def setup(app: Sphinx) -> None:
    app.add_directive("explorable", Explorable)
