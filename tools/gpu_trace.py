"""Trace two training steps on this GPU, kernel by kernel, with the JAX profiler (chapter 9).

Run `python tools/gpu_trace.py FOLDER` on a machine with CUDA, which takes about a minute. The
traces of the book are in `book/data/traces`, one file for each device.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

import jax

from manylanes._measure.workload import Inputs, Workload
from manylanes.records import find_case

STEPS = {"tiny_256": "step[net=tiny,batch=256]", "cnn_64": "step[net=cnn,batch=64]"}
CALLS = 4  # number of calls that are awaited one by one; then as many are queued


def trace_steps(label: str, folder: Path) -> Path:
    """Trace calls of the case `label`; return the file that the profiler wrote below `folder`.

    Three calls before the trace compile the program and warm up the GPU.
    """
    workload = Workload.prepare(find_case(label), Inputs(), time.perf_counter)
    workload.run(3)
    options = jax.profiler.ProfileOptions()
    options.python_tracer_level, options.host_tracer_level = 0, 1
    with jax.profiler.trace(str(folder), profiler_options=options):
        workload.run(CALLS)
        jax.block_until_ready(workload.run(CALLS, wait=lambda result: result))
    (trace,) = folder.rglob("*.trace.json.gz")
    return trace


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, label in STEPS.items():
        with tempfile.TemporaryDirectory() as temporary:
            shutil.copy(trace_steps(label, Path(temporary)), folder / f"{name}.trace.json.gz")
