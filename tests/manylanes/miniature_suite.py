"""A miniature suite for tests, and a machine without a repository."""

from io import StringIO
from pathlib import Path

from instrument import ticking

from manylanes._device.machine import Machine
from manylanes._measure import Plan, Run
from manylanes._measure.case import Case, f32

ROOFS = (
    Case("roof", {"kind": "compute"}, lambda a, b: a @ b, (f32(8, 8), f32(8, 8)), 1024, 768),
    Case("roof", {"kind": "memory"}, lambda x, y: x - y, (f32(64), f32(64)), 64, 768, "last input"),
    Case("overhead", {}, lambda x: x + x, (f32(),), 1, 8, "nothing"),
)
TINY = (
    Case("dot", {"n": 4}, lambda a, b: a @ b, (f32(4), f32(4)), 8, 36),
    Case("dot", {"n": 8}, lambda a, b: a @ b, (f32(8), f32(8)), 16, 68),
)
MINIATURE = Plan({"roofs": ROOFS, "tiny": TINY}, rounds=3, samples=2)


class Nowhere(Machine):
    """A machine without repository, programs or load, so that other processes change no test."""

    def load(self) -> None:
        return None

    def run(self, *command: str) -> None:
        return None


def miniature(folder: Path, **changes: object) -> Run:
    options: dict[str, object] = {
        "plan": MINIATURE,
        "folder": folder,
        "suites": ("tiny",),
        "command": "python -m manylanes measure",
        "clock": ticking(),
        "machine": Nowhere(),
        "stream": StringIO(),
    }
    return Run(**{**options, **changes})  # type: ignore[arg-type]
