"""How the instrument reads files, programs and libraries of a machine; tests put another here."""

from __future__ import annotations

import ctypes
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Machine:
    """Answers None where there is no answer: no /proc, no such program, no such library."""

    root: Path = Path("/")

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return None

    def folders(self, pattern: str) -> list[str]:
        return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern))

    def run(self, *command: str) -> str | None:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip() or None

    def library(self, name: str) -> Any:
        try:
            return ctypes.CDLL(name)
        except OSError:
            return None

    def cores(self) -> int | None:
        """Those this process may use, which in a container are fewer than there are."""
        affinity = self.affinity()
        return os.cpu_count() if affinity is None else len(affinity)

    def affinity(self) -> tuple[int, ...] | None:
        """The cores that this process may use, by number."""
        if hasattr(os, "sched_getaffinity"):
            return tuple(sorted(os.sched_getaffinity(0)))
        return None

    def variable(self, name: str) -> str | None:
        return os.environ.get(name)

    def load(self) -> float | None:
        """Programs that wanted to run during the last minute."""
        return os.getloadavg()[0] if hasattr(os, "getloadavg") else None

    def simd(self) -> tuple[str, ...] | None:
        """What NumPy found when it chose its own loops: a word from systems without /proc."""
        import numpy as np

        shown = np.show_config(mode="dicts")
        found = (shown or {}).get("SIMD Extensions", {})
        return tuple(found.get("baseline", [])) + tuple(found.get("found", [])) or None
