"""`explorable`: an interactive figure, a web component of `_static/explorables/`.

The measurements that the figure shows are part of the page.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx

from manylanes.records import Limits, Measurement, Record, RecordError, find_case, hardware_limit

from ..html.element import make
from ..numbers.bound import limits_of
from ..numbers.directive import Directive
from ..numbers.others_file import Row
from ..numbers.store import unknown

# The scripts that every component needs, in the order of their dependencies.
KIT = tuple(
    f"kit/{name}.js" for name in ("number", "typed", "guesses", "drawing", "own", "explorable")
)
MIN_POINTS = 2  # a single published measurement is not drawn
ROOF_CASES = {"roof", "overhead"}
MATRIX_UNIT_ROOFS = {"tf32", "bf16"}  # roofs of matrix units do not apply to float32 programs


class Explorable(Directive):
    """The directive `explorable`, whose body is shown to readers without JavaScript.

    The option `suites` lists names of cases, such as `gemm`, and not of suites.
    """

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = {
        "suites": directives.unchanged_required,
        "bound": directives.unchanged_required,
        "shares": directives.flag,
    }

    def render(self) -> list[nodes.Node]:
        name = self.arguments[0]
        static = Path(self.env.srcdir) / "_static"
        there = sorted(path.stem for path in (static / "explorables").glob("*.js"))
        if name not in there:
            raise unknown("explorable", name, there, "_static/explorables")
        records = self.records(self.options.get("suites", "").split())
        # A literal '<' could end the script element.
        inlined = json.dumps(records, separators=(",", ":")).replace("<", "\\u003c")
        script = nodes.raw("", f'<script type="application/json">{inlined}</script>', format="html")
        fallback = make("div", *self.parsed(), class_="explorable-still")
        scripts = [*KIT, f"explorables/{name}.js"]
        for path in scripts:  # a page is also rebuilt when only a script has changed
            self.env.note_dependency(str(static / path))
        return [make(name, script, fallback, class_="explorable", scripts=scripts)]

    def records(self, suites: list[str]) -> list[dict[str, Any]]:
        """Return the data of at most one record for each kind of machine.

        Published measurements follow if no GPU record contains the cases.
        """
        taken = [record for record in self.store.records().values() if record is not None]
        there = sorted({row.case for record in taken for row in record.measurements})
        for suite in suites:
            if taken and suite not in there and not is_case_name(suite):
                raise unknown("case", suite, there, "the records")
        # For each kind of machine, draw the first record with the most displayed cases.
        displayed = set(suites) - ROOF_CASES or set(suites)
        drawn: dict[str, tuple[int, Record]] = {}
        for record in taken:
            files = {row.source_suite for row in record.measurements if row.case in suites}
            self.store.depend_on(record.id, files or {record.roof_results.suite})
            kind, cases = record.device["kind"], {row.case for row in record.measurements}
            share = len(cases & displayed)
            if (share or not displayed) and share > drawn.get(kind, (-1, record))[0]:
                drawn[kind] = share, record
        machine = self.options.get("bound")
        limits = limits_of(self.store, machine) if machine else None
        shares = "shares" in self.options
        briefs = [
            self.record_data(kind, it, suites, limits, shares) for kind, (_, it) in drawn.items()
        ]
        # Look up published measurements even if the figure draws our own record. The lookup marks
        # the measurements as used, and the build warns about unused measurements.
        theirs = self.published_data(suites)
        return briefs if "gpu" in drawn else briefs + theirs

    def record_data(
        self, kind: str, record: Record, suites: list[str], limits: Limits | None, shares: bool
    ) -> dict[str, Any]:
        """Return the data of a record that a figure draws: the device, cache sizes and points.

        A point contains the parameters, the counts and the median time of a case. With `limits`, it
        also contains the values of `lower_bound`. With `shares`, it also contains `share`, unless a
        roof of the record is invalid. Roofs of matrix units and invalid roofs are omitted. If a
        roof is invalid, the roofs of the data sheet are added.
        """
        faulty = self.store.roof_faults(record.id)
        units = {f"roof[kind={unit}]" for unit in MATRIX_UNIT_ROOFS}
        points = [
            {
                **row.params,
                "case": row.case,
                "work": row.work,
                "bytes": row.bytes,
                "time": row.quantity("time").median,
                **lower_bound(row.label, limits),
                **(share(record, row) if shares and not faulty else {}),
            }
            for row in record.measurements
            if row.case in suites and row.label not in units | faulty.keys()
        ]
        name, caches = record.device["name"], record.device.get("caches") or {}
        if "roof" in suites and faulty and (stated := limits_of(self.store, record.id)):
            points += stated_roofs(stated)
            name = f"{name}, roofs from the data sheet"
        return {"id": kind, "device": name, "caches": caches, "points": points}

    def published_data(self, suites: list[str]) -> list[dict[str, Any]]:
        """Return published measurements of the named cases, from the GPU with the most of them.

        The list has one entry, or none if there are fewer than `MIN_POINTS` measurements. All
        measurements of these cases are marked as used, whether they are drawn or not.
        """
        machines: dict[str, list[dict[str, Any]]] = {}
        for row in self.store.published_rows():
            if row.kind == "gpu" and (point := as_point(row, suites)):
                machines.setdefault(f"{row.machine}, {row.year}, nearest cases", []).append(point)
                self.store.note_use(row)
        device, points = max(machines.items(), key=lambda item: len(item[1]), default=("", []))
        if len(points) < MIN_POINTS:
            return []
        return [{"id": "others", "device": device, "caches": {}, "points": points}]


def as_point(row: Row, suites: list[str]) -> dict[str, Any] | None:
    """Return a published measurement as a point of its case, or else of the nearest case.

    Return None for a roof, for dispatch overhead, and if the case is not in `suites`.
    """
    named = row.case or row.nearest
    if not named or (ours := find_case(named)).name not in {*suites} - ROOF_CASES:
        return None
    times = {"time": 1.0, "step": ours.params.get("steps"), "rate": ours.work}
    median, of = row.result.median, times.get(row.measure, ours.bytes)
    time = median * of if row.measure in ("time", "step") else of / median
    counts = {"case": ours.name, "work": ours.work, "bytes": ours.bytes}
    return {**ours.params, **counts, "time": time}


def stated_roofs(limits: Limits) -> list[dict[str, Any]]:
    """Return the compute and memory roofs of a data sheet, each as a point with a time of 1 s."""
    stated = {"case": "roof", "time": 1.0}
    return [
        {**stated, "kind": "compute", "work": limits.rates["f32"], "bytes": 0},
        {**stated, "kind": "memory", "work": 0, "bytes": limits.bandwidth},
    ]


def share(record: Record, row: Measurement) -> dict[str, float]:
    """Return `share`, the rate relative to the compute roof of the same run, or {} for a roof."""
    if row.case in ROOF_CASES:
        return {}
    return {"share": record.query(f"{row.label}.rate / roof[kind=compute].rate").median}


def lower_bound(label: str, limits: Limits | None) -> dict[str, float]:
    """Return `least`, a lower bound in seconds without launches, and the number of `launches`.

    Return {} if there is no bound. In the figure, the reader chooses how long a launch takes.
    """
    limit = limits and hardware_limit(f"{label}.time", replace(limits, call_s=0.0))
    return {"least": limit[0].median, "launches": find_case(label).launches} if limit else {}


def is_case_name(name: str) -> bool:
    """Return whether a suite defines cases with this name."""
    try:
        find_case(name)
    except RecordError as error:
        return "has no case" not in str(error)  # an ambiguous name belongs to several cases
    return True


def setup(app: Sphinx) -> None:
    app.add_directive("explorable", Explorable)
