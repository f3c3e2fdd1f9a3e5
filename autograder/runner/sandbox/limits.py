"""Resource limits of a sandboxed process."""

import os
import resource
from dataclasses import dataclass, field
from typing import Any

from autograder.core.messages.explain_error import CPU_S


@dataclass(frozen=True)
class Limits:
    """Limits on each step (request to a sandboxed process), on a process, and on a submission.

    A step is stopped if it uses more than `cpu_s` of CPU time or is idle for longer than `idle_s`.
    The student is responsible for such a step. A step that is not finished after `wall_s` is an
    internal error, unless it has used more than half of `cpu_s` or started too many processes.
    Limits whose names begin with `all` apply to all steps of a submission together.
    """

    cpu_s: float = CPU_S
    idle_s: float = 20.0
    wall_s: float = 300.0
    all_cpu_s: float = 20.0
    all_idle_s: float = 20.0
    # At most 0.05 s of each step counts as unmeasured, so this limit allows at least 1,000 steps.
    all_unmeasured_s: float = 50.0
    all_wall_s: float = 900.0
    all_json_chars: int = 4 << 20
    all_blob_bytes: float = 256 << 20
    # Limits on the CPU time of programs. The number of their operations is limited, too.
    program_cpu_s: float = 20.0
    all_programs_cpu_s: float = 20.0
    total_cpu_s: int = 180  # per process, enforced by the kernel
    memory_bytes: int = 6 << 30  # address space, of which JAX needs 2 GB to start
    # Each thread counts as a process, and XLA starts several threads for each core.
    processes: int = field(default_factory=lambda: 128 + 16 * (os.cpu_count() or 1))
    file_bytes: int = 64 << 20
    open_files: int = 256


def set_limits(limits: dict[str, Any]) -> None:
    """Set the soft and hard limits of this process, but raise no hard limit that it already has.

    Only a process with the capability CAP_SYS_RESOURCE can raise them again.
    """
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
