"""Read a trace of JAX's profiler: the kernels of one call on a GPU and their times."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

CALL = "PjRtCApiLoadedExecutable::Execute"  # name of the event that the host records for a call
PRODUCTS = ("gemm", "conv")


@dataclass(frozen=True)
class Kernel:
    name: str
    start: float  # microseconds
    duration: float  # microseconds

    @property
    def is_product(self) -> bool:
        return any(word in self.name for word in PRODUCTS)


def kernels(path: Path) -> list[Kernel]:
    """Return the kernels of the last call in a trace, in order of their starts.

    All calls in the trace must launch the same number of kernels. Raise ValueError if there is no
    call or no kernel, or if the number of kernels is not a multiple of the number of calls.
    """
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    named = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
    whole = [e for e in events if e.get("ph") == "X"]
    calls = sum(e["name"] == CALL for e in whole)
    result = sorted(
        (Kernel(e["name"], e["ts"], e["dur"]) for e in whole if "GPU" in named[e["pid"]]),
        key=lambda kernel: kernel.start,
    )
    if not calls or not result or len(result) % calls:
        raise ValueError(f"{path.name}: {len(result)} kernels are not a multiple of {calls} calls")
    return result[-(len(result) // calls) :]


def busy_time(events: list[Kernel]) -> float:
    """Return the time, in microseconds, during which a kernel ran. Kernels are sorted by start."""
    total, end = 0.0, 0.0
    for kernel in events:
        total += max(kernel.start + kernel.duration - max(end, kernel.start), 0.0)
        end = max(end, kernel.start + kernel.duration)
    return total


def total_span(events: list[Kernel]) -> float:
    """Return the microseconds from the first start to the end of the kernel that starts last."""
    return events[-1].start + events[-1].duration - events[0].start
