"""Access to the files, programs and libraries of the machine; tests use a fake machine."""

from __future__ import annotations

import ctypes
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Machine:
    """A machine with its files below `root`; methods return None for what they cannot read."""

    root: Path = Path("/")

    def read(self, path: str) -> str | None:
        """Return the text of a file, without white space at both ends."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return None

    def glob(self, pattern: str) -> list[str]:
        """Return the paths that match a pattern, relative to `root`."""
        return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern))

    def run(self, *command: str) -> str | None:
        """Return the output of a program, or None if it fails, takes 10 s or prints nothing."""
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return result.stdout.strip() or None

    def load_library(self, name: str) -> Any:
        """Return a shared library."""
        try:
            return ctypes.CDLL(name)
        except OSError:
            return None

    def count_cores(self) -> int | None:
        """Return the number of cores in the affinity of this process; CPU quotas are ignored."""
        affinity = self.affinity()
        return os.cpu_count() if affinity is None else len(affinity)

    def affinity(self) -> tuple[int, ...] | None:
        """Return the numbers of the cores that this process may use."""
        if hasattr(os, "sched_getaffinity"):
            return tuple(sorted(os.sched_getaffinity(0)))
        return None

    def environment_variable(self, name: str) -> str | None:
        """Return the value of an environment variable."""
        return os.environ.get(name)

    def load(self) -> float | None:
        """Return the load average of the last minute."""
        return os.getloadavg()[0] if hasattr(os, "getloadavg") else None

    def simd_extensions(self) -> tuple[str, ...] | None:
        """Return the SIMD extensions that NumPy detected, for systems without /proc."""
        import numpy as np

        config = np.show_config(mode="dicts") or {}
        extensions = config.get("SIMD Extensions", {})
        return (*extensions.get("baseline", []), *extensions.get("found", [])) or None
