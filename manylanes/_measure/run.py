"""Measure the cases of a plan, store each visit in a journal, and write one results file."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TextIO

import jax

from manylanes._device.device import Device, read_device
from manylanes._device.machine import Machine
from manylanes._measure.case import describe_error
from manylanes._measure.journal import Entry, Journal, journal_path
from manylanes._measure.machine_state import StateBefore
from manylanes._measure.plan import Plan, Visit
from manylanes._measure.progress import Progress
from manylanes._measure.provenance import last_commit, utc_now, versions
from manylanes._measure.workload import INPUTS, PRECISION, Inputs, Workload
from manylanes._record.conditions import Conditions
from manylanes._record.measurement import Measurement
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.results import ROOFS, SuiteResults
from manylanes._roof import Roof, explain_excess
from manylanes._sample import Clock, Program

# A case is no longer visited when its long samples (of at least LONG_CALL_S) add up to this time.
MAX_LONG_S = 5.0
_REFUSALS = MemoryError, jax.errors.JaxRuntimeError  # raised if the device cannot run a case


@dataclass(frozen=True)
class Run:
    """One run of `plan`, which writes the results of its suite into `folder`.

    `suites` are all suites of the command, and `load` is the system load before the first run.
    """

    plan: Plan
    folder: Path
    command: str
    suites: tuple[str, ...]
    load: float | None = None
    clock: Clock = perf_counter
    machine: Machine = field(default_factory=Machine)
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    inputs: Inputs = field(default_factory=Inputs)
    # Compiled cases by label, for reuse: all runs measure the roofs, and further rounds repeat all
    # cases.
    programs: dict[str, Program] = field(default_factory=dict)

    @property
    def journal_path(self) -> Path:
        """The path of the journal, which exists while the run is unfinished."""
        return journal_path(self.folder, self.plan.suite)

    def begin(self) -> None:
        """Create the journal, which marks the run as unfinished."""
        with self._journal():
            pass

    def measure(self, until: float = inf, rounds: float = inf) -> SuiteResults:
        """Measure the first `rounds` rounds, or until the time `until`, and save the results.

        The roofs and the first case are measured in any case. The journal of an unfinished run
        stays, so that the run can continue. Of the inputs, only those of the roofs are kept.
        """
        here = read_device(self.machine)
        with self._journal() as journal:
            before = StateBefore.read(self.load, here, self.clock)
            finished = self._visit_all(journal, here.kind, until, rounds)
            conditions = before.conditions(self.machine, self.clock)
        self.inputs.keep(self.plan.suites[ROOFS])
        results = self._results(journal, here, conditions)
        results.save(self.folder)
        if finished:
            journal.remove()
        return results

    def remaining_visits(self, rounds: float = inf) -> list[Visit]:
        """Return the visits of the first `rounds` rounds that are not in the journal.

        If there is no journal, create one.
        """
        with self._journal() as journal:
            done = {entry.key for entry in journal.entries}
        visits = self.plan.visits()
        return [visit for visit in visits if visit.round < rounds and visit.key not in done]

    def _journal(self) -> Journal:
        head = {
            "suites": list(self.suites),
            "plan": self.plan.fingerprint,
            # The clock rate varies; the other fields of a device do not.
            "device": {**read_device(self.machine).as_dict(), "clock_hz": None},
            "versions": versions(),
            "commit": last_commit(self.machine),
        }
        return Journal(self.journal_path, head)

    def _visit_all(self, journal: Journal, kind: str, until: float, rounds: float) -> bool:
        """Make the remaining visits; return False if a limit stops the run before the last one."""
        done = {entry.key for entry in journal.entries}
        progress = Progress(self.plan, len(done), self.stream, self.clock, until)
        # Visit at least the roofs and the first case; otherwise, there would be no results.
        minimum = min(len(self.plan.suites[ROOFS]) + 1, len(self.plan.cases))
        jax.block_until_ready(jax.jit(lambda x: x + 1)(1.0))  # start the compiler
        workloads, refused = dict[str, Workload](), dict[str, str]()
        finished = True
        for number, visit in enumerate(self.plan.visits()):
            if visit.key in done:
                continue
            if number >= minimum and (visit.round >= rounds or self.clock() >= until):
                finished = False
                break
            progress.step(visit)
            label = visit.case.label
            if label in refused or sum(journal.long_samples(label)) > MAX_LONG_S:
                continue
            try:
                entry = self._visit(visit, kind, workloads, journal)
            except _REFUSALS as error:
                refused[label] = _refusal_reason(visit, error)
            else:
                journal.add(entry)
        progress.end()
        self._print_refused(refused, journal)
        return finished

    def _print_refused(self, refused: dict[str, str], journal: Journal) -> None:
        """Print the cases that the device refused to run, each with the reason."""
        for label, reason in refused.items():
            count = sum(entry.label == label for entry in journal.entries)
            partial = f"{label} ran in only {count} of {self.plan.rounds} rounds"
            text = partial if count else f"left out: {label} does not run here"
            print(f"{text}: {reason}", file=self.stream, flush=True)

    def _visit(
        self, visit: Visit, kind: str, workloads: dict[str, Workload], journal: Journal
    ) -> Entry:
        label = visit.case.label
        try:
            if label not in workloads:
                workloads[label] = Workload.prepare(
                    visit.case, self.inputs, self.clock, self.programs.get(label)
                )
                self.programs[label] = workloads[label].program
                workloads[label].calls = journal.calls(label)
                workloads[label].in_flight_calls = journal.in_flight_calls(label)
            workload = workloads[label]
            samples, ruled_out = workload.sample(self.plan.samples, self.clock)
        except _REFUSALS:
            raise
        except Exception as error:  # a user's program may raise anything
            raise RecordError(
                f"The case {label} of {visit.suite} does not run: {describe_error(error)}. "
                "Correct its program. The measurements so far are kept."
            ) from error
        # Clocks resolve nanoseconds; further digits are rounding errors of the subtraction.
        compile_s = round(workload.program.compile_s or 0.0, 9)
        samples = [round(s, 9) for s in samples]
        entry = Entry(visit.round, label, compile_s, workload.calls, samples, sorted(ruled_out))
        if kind != "gpu":  # calls in flight are measured on GPUs only
            return entry
        in_flight = workload.sample_in_flight(self.plan.samples, min(samples), self.clock)
        return replace(
            entry,
            in_flight_calls=workload.in_flight_calls,
            in_flight_s=[round(s, 9) for s in in_flight],
        )

    def _results(self, journal: Journal, here: Device, conditions: Conditions) -> SuiteResults:
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
                in_flight_calls=by_case[case.label][0].in_flight_calls,
                in_flight_rounds_s=tuple(
                    tuple(entry.in_flight_s) for entry in by_case[case.label] if entry.in_flight_s
                ),
            )
            for suite, case in self.plan.cases
            if case.label in by_case
        ]
        results = SuiteResults(
            suite=self.plan.suite,
            taken=utc_now(),
            command=self.command,
            commit=journal.head["commit"],  # the current commit may be a later one
            device=here.as_dict(),
            versions=versions(),
            precision=PRECISION,
            inputs=INPUTS,
            conditions=conditions,
            measurements=tuple(rows),
        )
        array_bytes = {case.label: case.array_bytes or case.bytes for _, case in self.plan.cases}
        return add_doubts(results, by_case, array_bytes)


def _refusal_reason(visit: Visit, error: Exception) -> str:
    """Return why the device refused to run a case; raise RecordError if the case is a roof."""
    reason = str(error).partition("\n")[0] or "out of memory"
    if visit.suite == ROOFS:
        raise RecordError(
            f"{visit.case.label} does not run here: {reason}. Every suite needs the roofs. "
            "The measurements so far are kept."
        ) from error
    return reason


def add_doubts(
    results: SuiteResults, by_case: dict[str, list[Entry]], array_bytes: dict[str, int]
) -> SuiteResults:
    """Return the results, with explanations for measurements that exceed the roofs of the run."""
    roof = Roof.from_record(Record.join(Path(), [results]))
    largest_cache = max((results.device["caches"] or {}).values(), default=None)
    rows = []
    for row in results.measurements:
        ruled_out = set(by_case[row.label][0].ruled_out)
        if largest_cache is not None and array_bytes[row.label] > 2 * largest_cache:
            ruled_out.add("data in cache")
        doubts = explain_excess(
            min(row.fastest_s, *row.samples_s), row.work, row.bytes, roof, ruled_out
        )
        rows.append(replace(row, doubts=doubts))
    return replace(results, measurements=tuple(rows))
