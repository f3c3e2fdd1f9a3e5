"""Measure the energy of each roof benchmark and of an idle GPU with the GPU's energy counter.

Run `python tools/joules.py FILE` on a machine with CUDA, in an environment with `nvidia-ml-py`. The
measurement takes less than a minute. The counter covers the whole GPU, including its memory, clocks
and idle lanes. Chapter 19 reads the files in `book/data/joules`.
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

# The energy counter is updated about ten times a second. Clock rates settle within the warm-up.
SECONDS, WARM_S = 2.0, 1.0
QUEUE_LENGTH = 20  # calls dispatched before one wait, so that the GPU is never idle


def measure_window(call: Callable[[], int], nvml: Any, gpu: Any, clock: Clock) -> dict[str, float]:
    """Run `call`, which returns its number of calls, for WARM_S and then for SECONDS.

    Return the calls, seconds and joules of the second window, and the extremes of power (watts) and
    clock rate (MHz).
    """
    start = clock()
    while clock() - start < WARM_S:
        call()
    calls, watts, clocks = 0, [], []
    before, start = nvml.nvmlDeviceGetTotalEnergyConsumption(gpu), clock()
    while clock() - start < SECONDS:
        calls += call()
        watts.append(nvml.nvmlDeviceGetPowerUsage(gpu) / 1e3)
        clocks.append(nvml.nvmlDeviceGetClockInfo(gpu, nvml.NVML_CLOCK_SM))
    seconds = clock() - start
    joules = (nvml.nvmlDeviceGetTotalEnergyConsumption(gpu) - before) / 1e3
    return {
        "calls": calls,
        "seconds": seconds,
        "joules": joules,
        "watts_min": min(watts),
        "watts_max": max(watts),
        "sm_mhz_min": min(clocks),
        "sm_mhz_max": max(clocks),
    }


def sleep_briefly() -> int:
    """Sleep instead of running a program, to measure an idle GPU; return 1, as for one call."""
    time.sleep(0.05)
    return 1


def make_queued_call(workload: Workload) -> Callable[[], int]:
    """Return a function that dispatches QUEUE_LENGTH calls, waits once and returns this number."""

    def call() -> int:
        jax.block_until_ready(workload.run(QUEUE_LENGTH, wait=lambda result: result))
        return QUEUE_LENGTH

    return call


def measure_roofs(nvml: Any, clock: Clock = time.perf_counter) -> dict[str, Any]:
    """Measure the first GPU, idle and at all roofs. Return the content of the results file."""
    nvml.nvmlInit()
    gpu = nvml.nvmlDeviceGetHandleByIndex(0)
    inputs = Inputs()
    rows = [
        {"label": "idle", "work": 0, "bytes": 0, **measure_window(sleep_briefly, nvml, gpu, clock)}
    ]
    for _, case in Plan.make(book_suites(), "roofs", quick=False, kind=device().kind).cases:
        call = make_queued_call(Workload.prepare(case, inputs, clock))
        head = {"label": case.label, "work": case.work, "bytes": case.bytes}
        rows.append({**head, **measure_window(call, nvml, gpu, clock)})
    return {
        "gpu": nvml.nvmlDeviceGetName(gpu),
        "driver": nvml.nvmlSystemGetDriverVersion(),
        "limit_w": nvml.nvmlDeviceGetEnforcedPowerLimit(gpu) / 1e3,
        "jax": jax.__version__,
        "rows": rows,
    }


if __name__ == "__main__":
    import pynvml

    Path(sys.argv[1]).write_text(json.dumps(measure_roofs(pynvml), indent=1) + "\n")
