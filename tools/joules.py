"""Joules of each roof on this GPU, and of waiting, by its driver's counter: some seconds of each.

`python tools/joules.py FILE` where CUDA is, in an environment with `nvidia-ml-py`; it fits in a
minute. Counted is all that the card drew: memory, clocks, and lanes that had nothing to do as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax

from manylanes import device
from manylanes._measure import Plan
from manylanes._measure.suites import book_suites
from manylanes._measure.workload import Inputs, Workload
from manylanes._sample import Clock

SECONDS, WARM_S = 2.0, 1.0  # the counter moves about ten times a second; clocks settle sooner
QUEUED = 20  # calls dispatched before one wait, so that the GPU is never idle


def window(call: Callable[[], int], nvml: Any, card: Any, clock: Clock) -> dict[str, float]:
    """Measure calls, energy, power and clock in one window, after a warm-up."""
    start = clock()
    while clock() - start < WARM_S:
        call()
    calls, watts, clocks = 0, [], []
    before, start = nvml.nvmlDeviceGetTotalEnergyConsumption(card), clock()
    while clock() - start < SECONDS:
        calls += call()
        watts.append(nvml.nvmlDeviceGetPowerUsage(card) / 1e3)
        clocks.append(nvml.nvmlDeviceGetClockInfo(card, nvml.NVML_CLOCK_SM))
    seconds = clock() - start
    joules = (nvml.nvmlDeviceGetTotalEnergyConsumption(card) - before) / 1e3
    return {
        "calls": calls,
        "seconds": seconds,
        "joules": joules,
        "watts_min": min(watts),
        "watts_max": max(watts),
        "sm_mhz_min": min(clocks),
        "sm_mhz_max": max(clocks),
    }


def waiting() -> int:
    """Sleep, and count that as one call."""
    time.sleep(0.05)
    return 1


def queue(workload: Workload) -> Callable[[], int]:
    """Return a function that dispatches several calls and waits once."""

    def call() -> int:
        jax.block_until_ready(workload.run(QUEUED, wait=lambda result: result))
        return QUEUED

    return call


def taken(nvml: Any, clock: Clock = time.perf_counter) -> dict[str, Any]:
    """Return the content of the results file."""
    nvml.nvmlInit()
    card = nvml.nvmlDeviceGetHandleByIndex(0)
    inputs = Inputs()
    rows = [{"label": "idle", "work": 0, "bytes": 0, **window(waiting, nvml, card, clock)}]
    for _, case in Plan.make(book_suites(), "roofs", quick=False, kind=device().kind).cases:
        call = queue(Workload.prepare(case, inputs, clock))
        head = {"label": case.label, "work": case.work, "bytes": case.bytes}
        rows.append({**head, **window(call, nvml, card, clock)})
    return {
        "gpu": nvml.nvmlDeviceGetName(card),
        "driver": nvml.nvmlSystemGetDriverVersion(),
        "limit_w": nvml.nvmlDeviceGetEnforcedPowerLimit(card) / 1e3,
        "jax": jax.__version__,
        "rows": rows,
    }


if __name__ == "__main__":
    import pynvml

    Path(sys.argv[1]).write_text(json.dumps(taken(pynvml), indent=1) + "\n")
