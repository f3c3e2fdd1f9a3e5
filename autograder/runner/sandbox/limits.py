"""Resource limits of a sandboxed process."""

import os
import resource
from dataclasses import dataclass, field
from typing import Any

from autograder.core.messages.explain_error import CPU_S


@dataclass(frozen=True)
class Limits:
    """Limits of the steps of a sandbox, and of all steps of a submission.

    The student is responsible for a step that uses `cpu_s` of CPU time or is idle for `idle_s`. It
    is an internal error if a step is ready to run, but gets too little CPU time within `wall_s`.
    Limits that begin with `all` apply to all steps of a submission together, however they end.
    """

    cpu_s: float = CPU_S
    idle_s: float = 20.0
    wall_s: float = 300.0
    all_cpu_s: float = 20.0
    all_idle_s: float = 20.0
    # At most 0.05 s in each of 1,000 steps; a usual notebook has sixty.
    all_unmeasured_s: float = 50.0
    all_wall_s: float = 900.0
    all_json_chars: int = 4 << 20
    all_blob_bytes: float = 256 << 20
    # CPU limits of programs, whose operations are also limited.
    program_cpu_s: float = 20.0
    all_programs_cpu_s: float = 20.0
    total_cpu_s: int = 180  # per process, enforced by the kernel
    memory_bytes: int = 6 << 30  # address space, of which JAX needs 2 GB to start
    # Threads count as well, and XLA starts several per core.
    processes: int = field(default_factory=lambda: 128 + 16 * (os.cpu_count() or 1))
    file_bytes: int = 64 << 20
    open_files: int = 256


def set_limits(limits: dict[str, Any]) -> None:
    """Set hard limits for this process, which nothing that it runs can raise."""
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: limits["total_cpu_s"],
        resource.RLIMIT_AS: limits["memory_bytes"],
        resource.RLIMIT_FSIZE: limits["file_bytes"],
        resource.RLIMIT_NOFILE: limits["open_files"],
    }
    if "processes" in limits:
        bounds[resource.RLIMIT_NPROC] = limits["processes"]
    for name, value in bounds.items():
        hard = resource.getrlimit(name)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (bound, bound))
