"""The run: every visit of the plan, each into the journal, and at the end one record."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TextIO

import jax

from manylanes._device.device import Device, device
from manylanes._device.machine import Machine
from manylanes._doubt import Excuse, Roof, question
from manylanes._measure.journal import Entry, Journal
from manylanes._measure.origin import commit, now, versions
from manylanes._measure.plan import Plan, Visit
from manylanes._measure.progress import Progress
from manylanes._measure.workload import INPUTS, PRECISION, Inputs, Workload
from manylanes._record.disk import DiskError
from manylanes._record.query import RecordError
from manylanes._record.record import Measurement, Record
from manylanes._time import Clock


@dataclass(frozen=True)
class Run:
    """One run of `plan` into the record `out`."""

    plan: Plan
    out: Path
    command: str
    fresh: bool = False
    clock: Clock = perf_counter
    machine: Machine = field(default_factory=Machine)
    stream: TextIO = field(default_factory=lambda: sys.stderr)

    def __call__(self) -> Record:
        if self.out.is_dir():
            raise DiskError(f"{self.out} is a folder: give --out the name of a file.")
        here = device(self.machine)
        partial = self.out.with_name(self.out.name + ".partial")
        if self.fresh:
            partial.unlink(missing_ok=True)
        code = commit(self.machine)
        head = {
            "suite": self.plan.fingerprint,
            # The clock wanders; the rest of the device does not.
            "device": {**here.as_dict(), "clock_hz": None},
            "versions": versions(),
            "commit": code,
        }
        self._warn_if_busy()
        with Journal(partial, head) as journal:
            self._visit_all(journal)
        record = self._record(journal.entries, here, code)
        record.save(self.out)
        journal.remove()
        return record

    def _warn_if_busy(self) -> None:
        load, cores = self.machine.load(), self.machine.cores()
        if load is not None and cores is not None and load > cores / 2:
            print(
                f"The machine is busy (load {load:.1f} on {cores} cores): what is measured now "
                "is slower than it would be. Prefer a quiet hour for a record that is kept.",
                file=self.stream,
            )

    def _visit_all(self, journal: Journal) -> None:
        done = {entry.key for entry in journal.entries}
        progress = Progress(self.plan, len(done), self.stream, self.clock)
        jax.block_until_ready(jax.jit(lambda x: x + 1)(1.0))  # the compiler's own first start
        inputs, ready = Inputs(), dict[str, Workload]()
        for visit in self.plan.visits():
            if visit.key in done:
                continue
            progress.step(visit)
            journal.add(self._made(visit, ready, inputs))
        progress.end()

    def _made(self, visit: Visit, ready: dict[str, Workload], inputs: Inputs) -> Entry:
        label = visit.case.label
        try:
            if label not in ready:
                ready[label] = Workload.of(visit.case, inputs, self.clock)
            samples, ruled_out = ready[label].sample(self.plan.samples, self.clock)
        except (MemoryError, jax.errors.JaxRuntimeError) as error:
            reason = str(error).partition("\n")[0] or "out of memory"
            raise RecordError(
                f"{label} does not run here: {reason}. What was measured so far is kept; "
                f"choose suites without it (--suite), it stands in {visit.suite}."
            ) from error
        # Clocks tick in nanoseconds; any digits below come from the subtraction.
        took = round(ready[label].program.compile_s, 9)
        return Entry(visit.round, label, took, [round(s, 9) for s in samples], sorted(ruled_out))

    def _record(self, entries: list[Entry], here: Device, commit: str | None) -> Record:
        by_case: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
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
                samples_s=tuple(s for entry in by_case[case.label] for s in entry.samples_s),
            )
            for suite, case in self.plan.cases
        ]
        record = Record(
            id=self.out.stem,
            taken=now(),
            command=self.command,
            commit=commit,
            device=here.as_dict(),
            versions=versions(),
            precision=PRECISION,
            inputs=INPUTS,
            measurements=tuple(rows),
        )
        held = {case.label: case.held or case.bytes for _, case in self.plan.cases}
        return questioned(record, by_case, held)


def questioned(record: Record, by_case: dict[str, list[Entry]], held: dict[str, int]) -> Record:
    """The record with its own roofs held over every case."""
    roof = Roof.of(record)
    largest = max((record.device["caches"] or {}).values(), default=None)
    rows = []
    for row in record.measurements:
        ruled_out = {Excuse(name) for name in by_case[row.label][0].ruled_out}
        if largest is not None and held[row.label] > 2 * largest:
            ruled_out.add(Excuse.IN_CACHE)
        median = row.quantity("time").median
        doubts = question(median, row.work, row.bytes, roof, ruled_out)
        rows.append(replace(row, doubts=tuple(map(str, doubts))))
    return replace(record, measurements=tuple(rows))
