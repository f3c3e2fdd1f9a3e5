"""All the runs of one command, one after another: alone in the folder, resumed where stopped."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import perf_counter
from typing import TextIO

from manylanes._device.device import device
from manylanes._device.machine import Machine
from manylanes._measure.lock import only_run
from manylanes._measure.origin import versions
from manylanes._measure.plan import Plan, Visit
from manylanes._measure.run import Run
from manylanes._measure.workload import Inputs
from manylanes._record.disk import cannot_write
from manylanes._record.join import difference
from manylanes._record.query import RecordError
from manylanes._record.record import Record
from manylanes._record.sheet import Sheet
from manylanes._sample import Clock


@dataclass(frozen=True)
class Series:
    """One sheet in `folder` for each of the `plans`; what does not fit into `seconds` is left."""

    plans: Sequence[Plan]
    folder: Path
    command: str
    fresh: bool = False
    seconds: float = inf
    clock: Clock = perf_counter
    machine: Machine = field(default_factory=Machine)
    stream: TextIO = field(default_factory=lambda: sys.stderr)

    def __call__(self) -> Record:
        """The whole record, the older sheets of the folder included."""
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise cannot_write(self.folder, error) from error
        with only_run(self.folder):
            runs = self._runs()
            # In so much time no suite is sure to be taken again.
            taken = [run.plan.suite for run in runs] if self.seconds == inf else []
            self._refuse_strangers(taken)
            self._warn_if_busy()
            for run in runs:
                run.begin()
            self._take(runs)
            self._say_what_is_left(runs)
        try:
            return Record.load(self.folder)
        except RecordError as error:
            raise RecordError(f"What was measured is kept in {self.folder}. But: {error}") from None

    def _take(self, runs: Sequence[Run]) -> None:
        """Where time is short, first every case of all, once. A suite may take an equal share of
        what those before it left."""
        end = self.clock() + self.seconds
        for rounds in (inf,) if self.seconds == inf else (1, inf):
            left = [run for run in runs if run.partial.exists()]
            if rounds == 1:  # a stopped command has made it for some
                left = [run for run in left if run.left(1)]
            for after, run in enumerate(left):
                now = self.clock()
                if now >= end:
                    return
                self._say(f"{run.plan.suite}: {len(run.plan.cases)} cases")
                run(now + (end - now) / (len(left) - after), rounds)

    def _say_what_is_left(self, runs: Sequence[Run]) -> None:
        left = {run.plan.suite: run.left() for run in runs if run.partial.exists()}
        if left:
            told = [f"{suite}: {_counted(visits)}" for suite, visits in left.items()]
            self._say(
                f"The time is up. Left are {'; '.join(told)}. "
                "The same command goes on from here; how long that takes, nobody knows before."
            )

    def _runs(self) -> list[Run]:
        """What is still to be taken: everything, or what a stopped command has left."""
        suites = tuple(plan.suite for plan in self.plans)
        load, inputs = self.machine.load(), Inputs()
        runs = [
            Run(
                plan, self.folder, self.command, suites, load,
                self.clock, self.machine, self.stream, inputs,
            )
            for plan in self.plans
        ]  # fmt: skip
        if self.fresh:
            for run in runs:
                run.partial.unlink(missing_ok=True)
        left = [run for run in runs if run.partial.exists()]
        if 0 < len(left) < len(runs):
            self._say(f"Going on with {len(left)} of {len(runs)} suites; the others are done.")
        return left or runs

    def _refuse_strangers(self, taken_now: Sequence[str]) -> None:
        """Before anything is measured: what stays in the folder must be of this machine, and of
        other cases."""
        places: dict[str, str] = {}
        for plan in self.plans:
            for suite, case in plan.cases:
                _refuse_two_places(case.label, places.setdefault(case.label, suite), suite)
        here = {"device": device(machine=self.machine).as_dict(), "versions": versions()}
        for file in sorted(self.folder.glob("*.json")):
            if file.stem in taken_now:
                continue
            sheet = Sheet.load(file)
            for row in sheet.cases:
                _refuse_two_places(row.label, places.get(row.label, file.stem), file.stem)
            for name, now in here.items():
                found = difference(getattr(sheet, name), now)
                if found is not None:
                    field, then, is_now = found
                    raise RecordError(
                        f"{file} is of another machine or of other versions ({name}.{field}: "
                        f"{then!r} there, {is_now!r} here), and what is taken now would not join "
                        "it. Choose another folder with --out, or take every suite again."
                    )

    def _warn_if_busy(self) -> None:
        load, cores = self.machine.load(), self.machine.cores()
        if load is not None and cores is not None and load > cores / 2:
            self._say(
                f"The machine is busy (load {load:.1f} on {cores} cores): what is measured now "
                "is slower than it would be, and the record will say so. Prefer a quiet hour."
            )

    def _say(self, text: str) -> None:
        print(text, file=self.stream, flush=True)


def _refuse_two_places(label: str, suite: str, other: str) -> None:
    if suite != other:
        raise RecordError(
            f"{label} is a case of {suite} and of {other}, and a record holds it once: give it "
            "another name in one of the two, or take them into two folders with --out."
        )


def _counted(left: Sequence[Visit]) -> str:
    new = sum(visit.round == 0 for visit in left)
    return f"{new} cases" if new else f"{len(left)} visits"
