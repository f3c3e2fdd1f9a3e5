"""What a sandboxed process may use."""

import os
import resource
from dataclasses import dataclass, field
from typing import Any

from autograder.core.messages.explain_error import CPU_S


@dataclass(frozen=True)
class Limits:
    """Bounds of one sandbox. Processor time is the learner's, waiting time is ours.

    A step that burns `cpu_s` of processor time is the learner's loop, on an idle machine and on
    a busy one alike. A step that sleeps for `idle_s` is the learner's too: nobody will wake it.
    A step that wants to run and is not given the processor for `wall_s` is our failure.
    What begins with `all` holds for the steps of a submission together, whatever ends them.
    """

    cpu_s: float = CPU_S
    idle_s: float = 20.0
    wall_s: float = 300.0
    all_cpu_s: float = 20.0
    all_idle_s: float = 20.0
    all_unseen_s: float = 50.0  # a thousand steps; an honest notebook has sixty
    all_wall_s: float = 900.0
    all_letters: int = 4 << 20
    all_raw: float = 256 << 20
    # The same of its programs, which are bounded by what they do as well.
    program_cpu_s: float = 20.0
    all_programs_cpu_s: float = 20.0
    total_cpu_s: int = 180  # of each process, by the kernel
    memory_bytes: int = 6 << 30  # address space: JAX needs 2 GB of it before it does anything
    # Threads count too, and XLA starts some for each core.
    processes: int = field(default_factory=lambda: 128 + 16 * (os.cpu_count() or 1))
    file_bytes: int = 64 << 20
    open_files: int = 256


def lower(limits: dict[str, Any]) -> None:
    """Hard limits for this process, which nothing that it runs can raise again."""
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
