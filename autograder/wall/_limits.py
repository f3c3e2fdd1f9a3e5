"""What a sandboxed process may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of one sandbox. Processor time is the learner's, waiting time is ours.

    A step that burns `cpu_s` of processor time is the learner's loop, on an idle machine and on
    a busy one alike. A step that sleeps for `idle_s` is the learner's too: nobody will wake it.
    A step that wants to run and is not given the processor for `wall_s` is our failure.
    """

    cpu_s: float = 20.0
    idle_s: float = 20.0
    wall_s: float = 300.0
    total_cpu_s: int = 240
    memory_bytes: int = 6 << 30  # address space: JAX needs 2 GB of it before it does anything
    processes: int = 96  # threads count too
    file_bytes: int = 64 << 20
    open_files: int = 256
