"""Measure a GPU and the CPU of the same machine: two processes, two records, one time limit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from manylanes._measure.journal import journal_path
from manylanes._measure.plan import Plan
from manylanes._measure.series import Series
from manylanes._measure.suites import Suites
from manylanes._record.query import RecordError
from manylanes._record.record import Record

# Fraction of the time limit that is reserved for the CPU.
CPU_SHARE = 0.2


@dataclass(frozen=True)
class Host:
    """Measures a GPU with the series `gpu`, and then `suites` on the CPU of the same machine."""

    gpu: Series
    suites: Sequence[str]
    quick: bool = False

    @property
    def folder(self) -> Path:
        """The folder of the CPU's record, next to the GPU's folder: `gpu-host` next to `gpu`."""
        folder = self.gpu.folder if self.gpu.folder.name else self.gpu.folder.resolve()
        return folder.with_name(f"{folder.name}-host")

    def measure(self) -> Record:
        """Measure the GPU, then the CPU, and return the GPU's record.

        If only one of the two devices is unfinished, measure only this device, unless `gpu.fresh`
        is set.
        """
        gpu, start = self.gpu, self.gpu.clock()
        gpu_done = _is_done(gpu.folder, [plan.suite for plan in gpu.plans])
        cpu_done = _is_done(self.folder, self.suites)
        measure_both = gpu.fresh or (gpu_done and cpu_done)
        if cpu_done and not measure_both:
            return gpu.measure()
        if gpu_done and not measure_both:
            self._print("Continuing with the CPU; the GPU's suites are done.")
            record = Record.load(gpu.folder)
        else:
            record = replace(gpu, seconds=gpu.seconds * (1 - CPU_SHARE)).measure()
        seconds = gpu.seconds - (gpu.clock() - start)
        if seconds > 0:
            self._measure_cpu(seconds / 60)
        else:
            self._print("No time was left for the CPU. Run the same command to continue.")
        return record

    def _measure_cpu(self, minutes: float) -> None:
        self._print(f"Measuring the CPU of this machine into {self.folder}.")
        words = ["measure", "--out", str(self.folder), "--minutes", f"{minutes:.3g}"]
        words += [word for suite in self.suites for word in ("--suite", suite)]
        words += ["--quick"] * self.quick + ["--fresh"] * self.gpu.fresh
        if run_on_cpu(words):
            raise RecordError(
                f"The CPU was not measured into {self.folder}; the reason is above. The GPU's "
                f"results are in {self.gpu.folder}. Run the same command to continue."
            )

    def _print(self, text: str) -> None:
        print(text, file=self.gpu.stream, flush=True)


def select_compared(suites: Suites, selected: Iterable[str]) -> list[str]:
    """Return the selected suites that the book compares between a CPU and a GPU.

    The book compares the suites in the order for GPUs, except suites without a case for a CPU.
    """
    chosen = set(selected)
    return [
        suite
        for suite in suites.order("gpu")
        if suite in chosen and not Plan.make(suites, suite, quick=True, kind="cpu").is_empty
    ]


def run_on_cpu(words: Sequence[str]) -> int:
    """Run a `manylanes` command in a process in which JAX sees no GPU; return its exit status."""
    line = [sys.executable, "-m", "manylanes", *words]
    return subprocess.run(line, env={**os.environ, "JAX_PLATFORMS": "cpu"}, check=False).returncode


def _is_done(folder: Path, suites: Iterable[str]) -> bool:
    """Return True if every suite has results and no suite has a journal."""
    return all(
        (folder / f"{suite}.json").exists() and not journal_path(folder, suite).exists()
        for suite in suites
    )
