"""The judge's side of the processes that meet programs."""

from dataclasses import replace
from math import inf
from typing import Any

from autograder._verdict import Finding
from autograder.wall._errors import Stopped
from autograder.wall._limits import Limits
from autograder.wall._runner import Reply, read_finding
from autograder.wall._sandbox import Sandbox

_DAY_S = 86_400


class Evaluator:
    """One process for programs; started when first asked, and after a crash again.

    How long a program takes is bounded by what it does, before it runs; so a clock that runs out
    here means that the machine is slow, or we are, and never that the learner failed.
    """

    def __init__(self, limits: Limits, *, unsafe: bool = False) -> None:
        self._limits = replace(limits, cpu_s=inf, idle_s=inf, total_cpu_s=_DAY_S)
        self._unsafe = unsafe
        self._sandbox: Sandbox | None = None

    def start(self) -> None:
        """Begin to start the process, without waiting for it."""
        if self._sandbox is None:
            self._sandbox = Sandbox("evaluator", self._limits, unsafe=self._unsafe)

    def ask(self, request: dict[str, Any], blobs: list[bytes]) -> Reply:
        """An answer, or {"error": a finding}."""
        self.start()
        assert self._sandbox is not None
        try:
            reply, data = self._sandbox.ask(request, blobs)
        except Stopped as stop:
            self.close()
            return {"error": Finding("stopped", False, str(stop))}, []
        if "error" in reply:
            reply["error"] = read_finding(reply["error"])
        return reply, data

    def close(self) -> None:
        """End the process."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None
