"""Read a trace of JAX's profiler: the kernels of one call on a GPU, and how long they took."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

CALL = "PjRtCApiLoadedExecutable::Execute"  # what the host does once for each call
PRODUCTS = ("gemm", "conv")


@dataclass(frozen=True)
class Kernel:
    name: str
    start: float  # in microseconds, as all times of a trace
    took: float

    @property
    def is_product(self) -> bool:
        return any(word in self.name for word in PRODUCTS)


def kernels(path: Path) -> list[Kernel]:
    """Those of the last call: the first ones still start what later ones find ready."""
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    named = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
    whole = [e for e in events if e.get("ph") == "X"]
    calls = sum(e["name"] == CALL for e in whole)
    found = sorted(
        (Kernel(e["name"], e["ts"], e["dur"]) for e in whole if "GPU" in named[e["pid"]]),
        key=lambda kernel: kernel.start,
    )
    if not calls or not found or len(found) % calls:
        raise ValueError(f"{path.name}: {len(found)} kernels in {calls} calls are no whole calls")
    return found[-(len(found) // calls) :]


def busy(found: list[Kernel]) -> float:
    """How long at least one of them ran."""
    total, end = 0.0, 0.0
    for kernel in found:
        total += max(kernel.start + kernel.took - max(end, kernel.start), 0.0)
        end = max(end, kernel.start + kernel.took)
    return total


def span(found: list[Kernel]) -> float:
    """Return the time from the start of the first kernel to the end of the last one."""
    return found[-1].start + found[-1].took - found[0].start
