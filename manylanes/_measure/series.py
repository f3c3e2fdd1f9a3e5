"""All runs of one command, one after another; an interrupted command can continue."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TextIO

from manylanes._device.device import read_device
from manylanes._device.machine import Machine
from manylanes._measure.lock import lock_folder
from manylanes._measure.plan import Plan, Visit
from manylanes._measure.provenance import versions
from manylanes._measure.run import Run
from manylanes._measure.workload import Inputs
from manylanes._record.disk import explain_disk_error
from manylanes._record.join import find_difference
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.results import SuiteResults
from manylanes._sample import Clock, Program


@dataclass(frozen=True)
class Series:
    """Runs that write one results file in `folder` for each plan, within `seconds`."""

    plans: Sequence[Plan]
    folder: Path
    command: str
    fresh: bool = False
    seconds: float = inf
    clock: Clock = perf_counter
    machine: Machine = field(default_factory=Machine)
    stream: TextIO = field(default_factory=lambda: sys.stderr)

    def measure(self) -> Record:
        """Measure all plans and return the record, including older results in the folder.

        If the time limit is reached, print what is left. The same command then continues.
        """
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise explain_disk_error(self.folder, error) from error
        with lock_folder(self.folder):
            runs = self._runs()
            # Without a time limit, each run replaces the older results of its suite. With a limit,
            # some runs may not start, so the older results of all suites are checked.
            replaced = [run.plan.suite for run in runs] if self.seconds == inf else []
            self._require_compatible(replaced)
            self._warn_if_busy()
            for run in runs:
                run.begin()
            self._measure_runs(runs)
            self._print_remaining(runs)
        try:
            return Record.load(self.folder)
        except RecordError as error:
            raise RecordError(
                f"The measurements are kept in {self.folder}. However: {error}"
            ) from None

    def _measure_runs(self, runs: Sequence[Run]) -> None:
        """Measure all runs; with a time limit, first measure one round of each run.

        In further rounds, each suite may use an equal share of the time that remains.
        """
        end = self.clock() + self.seconds
        for rounds in (inf,) if self.seconds == inf else (1, inf):
            unfinished = [run for run in runs if run.journal_path.exists()]
            if rounds == 1:  # an earlier, interrupted command may have finished the first round
                unfinished = [run for run in unfinished if run.remaining_visits(1)]
            for i, run in enumerate(unfinished):
                now = self.clock()
                if now >= end:
                    return
                self._print(f"{run.plan.suite}: {len(run.plan.cases)} cases")
                shares = 1 if rounds == 1 else len(unfinished) - i
                run.measure(now + (end - now) / shares, rounds)

    def _print_remaining(self, runs: Sequence[Run]) -> None:
        remaining = {
            run.plan.suite: run.remaining_visits() for run in runs if run.journal_path.exists()
        }
        if remaining:
            counts = [f"{suite}: {_count_visits(visits)}" for suite, visits in remaining.items()]
            self._print(
                f"The time is up. Not measured: {'; '.join(counts)}. Run the same command to "
                "continue; the remaining time is unknown."
            )

    def _runs(self) -> list[Run]:
        """Return the unfinished runs of an interrupted command, or all runs if there are none.

        With `fresh`, delete the journals of an interrupted command first.
        """
        suites = tuple(plan.suite for plan in self.plans)
        load, inputs, programs = self.machine.load(), Inputs(), dict[str, Program]()
        runs = [
            Run(
                plan, self.folder, self.command, suites, load,
                self.clock, self.machine, self.stream, inputs, programs,
            )
            for plan in self.plans
        ]  # fmt: skip
        if self.fresh:
            for run in runs:
                run.journal_path.unlink(missing_ok=True)
        unfinished = [run for run in runs if run.journal_path.exists()]
        if 0 < len(unfinished) < len(runs):
            self._print(
                f"Continuing with {len(unfinished)} of {len(runs)} suites; the others are done."
            )
        return unfinished or runs

    def _require_compatible(self, replaced: Sequence[str]) -> None:
        """Raise RecordError if results that stay in the folder cannot be joined with new ones.

        Device, versions and cases are compared; roofs cannot be compared before they are measured.
        """
        suites: dict[str, str] = {}
        for plan in self.plans:
            for suite, case in plan.cases:
                _require_same_suite(case.label, suites.setdefault(case.label, suite), suite)
        here = {"device": read_device(self.machine).as_dict(), "versions": versions()}
        for file in sorted(self.folder.glob("*.json")):
            if file.stem in replaced:
                continue
            results = SuiteResults.load(file)
            for row in results.cases:
                _require_same_suite(row.label, suites.get(row.label, file.stem), file.stem)
            for name, now in here.items():
                difference = find_difference(getattr(results, name), now)
                if difference is not None:
                    field, then, is_now = difference
                    raise RecordError(
                        f"{file} was measured on another machine or with other versions "
                        f"({name}.{field}: {then!r} there, {is_now!r} here), so new results cannot "
                        "be joined with it. Choose another folder with --out, or measure all "
                        "suites again."
                    )

    def _warn_if_busy(self) -> None:
        load, cores = self.machine.load(), self.machine.count_cores()
        if load is not None and cores is not None and load > cores / 2:
            self._print(
                f"Warning: the machine is busy (load {load:.1f} on {cores} cores). Measurements "
                "will be too slow, and the record will be marked as noisy. Prefer an idle machine."
            )

    def _print(self, text: str) -> None:
        print(text, file=self.stream, flush=True)


def _require_same_suite(label: str, suite: str, other: str) -> None:
    if suite != other:
        raise RecordError(
            f"{label} is a case of both {suite} and {other}, but a record contains each case once. "
            "Rename it in one of them, or measure them into two folders with --out."
        )


def _count_visits(visits: Sequence[Visit]) -> str:
    new = sum(visit.round == 0 for visit in visits)
    return f"{new} cases" if new else f"{len(visits)} visits"
