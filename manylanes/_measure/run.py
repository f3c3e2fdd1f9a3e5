"""A run: every visit of the plan, each into the journal, and at the end one sheet."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TextIO

import jax

from manylanes._device.device import Device, device
from manylanes._device.machine import Machine
from manylanes._doubt import Excuse, Roof, question
from manylanes._measure.case import raised
from manylanes._measure.circumstances import Before
from manylanes._measure.journal import Entry, Journal
from manylanes._measure.origin import commit, now, versions
from manylanes._measure.plan import Plan, Visit
from manylanes._measure.progress import Progress
from manylanes._measure.workload import INPUTS, PRECISION, Inputs, Workload
from manylanes._record.conditions import Conditions
from manylanes._record.measurement import Measurement
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.sheet import ROOFS, Sheet
from manylanes._sample import Clock

# A long case whose samples have taken so long together is visited no more.
ENOUGH_S = 5.0


@dataclass(frozen=True)
class Run:
    """One run of `plan` into the sheet of its suite in `folder`. `suites` are those of the same
    command, `load` that of the machine before its first one began."""

    plan: Plan
    folder: Path
    command: str
    suites: tuple[str, ...]
    load: float | None = None
    clock: Clock = perf_counter
    machine: Machine = field(default_factory=Machine)
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    inputs: Inputs = field(default_factory=Inputs)

    @property
    def partial(self) -> Path:
        return self.folder / f"{self.plan.suite}.json.partial"

    def begin(self) -> None:
        """The journal with its head: what is still to be taken when a run was stopped."""
        with self._journal():
            pass

    def __call__(self, until: float = inf, rounds: float = inf) -> Sheet:
        """Whole, or so many rounds, or what was taken by then: the journal stays, to go on with."""
        here = device(machine=self.machine)
        with self._journal() as journal:
            before = Before.of(self.load, here, self.clock)
            whole = self._visit_all(journal, until, rounds)
            conditions = before.after(self.machine, self.clock)
        self.inputs.keep(self.plan.suites[ROOFS])
        sheet = self._sheet(journal, here, conditions)
        sheet.save(self.folder)
        if whole:
            journal.remove()
        return sheet

    def left(self, rounds: float = inf) -> list[Visit]:
        """What a stopped run still has to visit in so many rounds."""
        with self._journal() as journal:
            done = {entry.key for entry in journal.entries}
        return [one for one in self.plan.visits() if one.round < rounds and one.key not in done]

    def _journal(self) -> Journal:
        head = {
            "suites": list(self.suites),
            "plan": self.plan.fingerprint,
            # The clock wanders; the rest of the device does not.
            "device": {**device(machine=self.machine).as_dict(), "clock_hz": None},
            "versions": versions(),
            "commit": commit(self.machine),
        }
        return Journal(self.partial, head)

    def _visit_all(self, journal: Journal, until: float, rounds: float) -> bool:
        done = {entry.key for entry in journal.entries}
        progress = Progress(self.plan, len(done), self.stream, self.clock, until)
        # The first case, and what it is held against.
        at_least = min(len(self.plan.suites[ROOFS]) + 1, len(self.plan.cases))
        jax.block_until_ready(jax.jit(lambda x: x + 1)(1.0))  # the compiler's own first start
        ready, refused = dict[str, Workload](), dict[str, str]()
        whole = True
        for number, visit in enumerate(self.plan.visits()):
            if visit.key in done:
                continue
            if number >= at_least and (visit.round >= rounds or self.clock() >= until):
                whole = False
                break
            progress.step(visit)
            label = visit.case.label
            if label in refused or sum(journal.long(label)) > ENOUGH_S:
                continue
            try:
                entry = self._made(visit, ready, journal)
            except (MemoryError, jax.errors.JaxRuntimeError) as error:
                refused[label] = str(error).partition("\n")[0] or "out of memory"
                if visit.suite == ROOFS:
                    raise RecordError(
                        f"{label} does not run here: {refused[label]}. Every suite is held "
                        "against it. What was measured so far is kept."
                    ) from error
            except Exception as error:  # whatever a program of theirs raises
                raise RecordError(
                    f"The case {label} of {visit.suite} does not run: {raised(error)}. "
                    "Mend its program. What was measured so far is kept."
                ) from error
            else:
                journal.add(entry)
        progress.end()
        for label, reason in refused.items():
            rounds = sum(entry.label == label for entry in journal.entries)
            some = f"{label} ran in {rounds} of {self.plan.rounds} rounds only"
            said = some if rounds else f"left out: {label} does not run here"
            print(f"{said}: {reason}", file=self.stream, flush=True)
        return whole

    def _made(self, visit: Visit, ready: dict[str, Workload], journal: Journal) -> Entry:
        label = visit.case.label
        if label not in ready:
            ready[label] = Workload.of(visit.case, self.inputs, self.clock)
            ready[label].calls = journal.calls(label)
        samples, ruled_out = ready[label].sample(self.plan.samples, self.clock)
        calls = ready[label].calls
        # Clocks tick in nanoseconds; any digits below come from the subtraction.
        took = round(ready[label].program.compile_s or 0.0, 9)
        samples = [round(s, 9) for s in samples]
        return Entry(visit.round, label, took, calls, samples, sorted(ruled_out))

    def _sheet(self, journal: Journal, here: Device, conditions: Conditions) -> Sheet:
        by_case: dict[str, list[Entry]] = defaultdict(list)
        for entry in journal.entries:
            by_case[entry.label].append(entry)
        rows = [
            Measurement(
                suite=suite,
                case=case.name,
                params=case.params,
                work=case.work,
                bytes=case.bytes,
                donated=case.donated,
                compile_s=by_case[case.label][0].compile_s,
                calls=by_case[case.label][0].calls,
                rounds_s=tuple(tuple(entry.samples_s) for entry in by_case[case.label]),
            )
            for suite, case in self.plan.cases
            if case.label in by_case
        ]
        sheet = Sheet(
            suite=self.plan.suite,
            taken=now(),
            command=self.command,
            commit=journal.head["commit"],  # that of now may be a later one
            device=here.as_dict(),
            versions=versions(),
            precision=PRECISION,
            inputs=INPUTS,
            conditions=conditions,
            measurements=tuple(rows),
        )
        held = {case.label: case.held or case.bytes for _, case in self.plan.cases}
        return questioned(sheet, by_case, held)


def questioned(sheet: Sheet, by_case: dict[str, list[Entry]], held: dict[str, int]) -> Sheet:
    """The sheet with its own roofs held over every case."""
    roof = Roof.of(Record.of(Path(), [sheet]))
    largest = max((sheet.device["caches"] or {}).values(), default=None)
    rows = []
    for row in sheet.measurements:
        ruled_out = {Excuse(name) for name in by_case[row.label][0].ruled_out}
        if largest is not None and held[row.label] > 2 * largest:
            ruled_out.add(Excuse.IN_CACHE)
        doubts = question(min(row.samples_s), row.work, row.bytes, roof, ruled_out)
        rows.append(replace(row, doubts=tuple(map(str, doubts))))
    return replace(sheet, measurements=tuple(rows))
