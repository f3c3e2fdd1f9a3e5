"""A submission's cells in a worker, started again after whatever ends it, without what ended it."""

from dataclasses import replace
from typing import Any

from autograder._verdict import Finding
from autograder.wall._errors import Stopped
from autograder.wall._intake import EXTRA, Submission
from autograder.wall._limits import Limits
from autograder.wall._sandbox import Sandbox

Reply = tuple[dict[str, Any], list[bytes]]
# Answers are few; a notebook of endless scratch cells must not cost a day.
EXTRA_STOPS = 3
_LENGTH = 2000
# The properties that a worker may give a finding; see autograder._trouble.
_CLAIMS = ("raised", "refused", "structure", "dtype", "type", "arity", "stub", "undefined")


class Runner:
    """Answers requests about one submission; no request's end costs the next its answer."""

    def __init__(self, submission: Submission, limits: Limits, *, unsafe: bool = False) -> None:
        self._submission = submission
        self._limits, self._unsafe = limits, unsafe
        self._sandbox: Sandbox | None = None
        self._stopped: dict[int, str] = {}
        self.errors: dict[str, Finding] = {}  # what a task's own answer cell raised

    def start(self) -> None:
        """Begin to start the process, without waiting for it."""
        if self._sandbox is None:
            self._sandbox = Sandbox("worker", self._limits, unsafe=self._unsafe)
            self._fresh = True

    def ask(self, request: dict[str, Any], blobs: list[bytes] | None = None) -> Reply:
        """An answer, or {"error": a finding}."""
        sandbox = self._running()
        try:
            reply, data = sandbox.ask(request, blobs)
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

    def _running(self) -> Sandbox:
        """A process in which every cell has run that can be run."""
        self.start()
        while self._fresh and not self._run_cells():
            self.close()
            self.start()
        assert self._sandbox is not None
        return self._sandbox

    def _run_cells(self) -> bool:
        assert self._sandbox is not None
        self._sandbox.ask({"op": "student", "name": self._submission.student})
        for number, (name, piece) in enumerate(self._submission.code()):
            if number in self._stopped or (piece.role == EXTRA and self._enough()):
                continue
            request = {"op": "cell", "source": piece.source, "name": name}
            try:
                error = self._sandbox.ask(request)[0].get("error")
            except Stopped as stop:
                self._stopped[number] = piece.role
                if piece.task:
                    self.errors[piece.task] = Finding("stopped", False, str(stop))
                return False
            if error and piece.role == "answer":
                found = read_finding(error)
                # A cell that ended early made no answer, whatever it was that ended it.
                kind = found.property if found.property == "stub" else "stopped"
                self.errors[piece.task] = replace(found, property=kind)
        self._fresh = False
        return True

    def _enough(self) -> bool:
        return list(self._stopped.values()).count(EXTRA) >= EXTRA_STOPS


def read_finding(data: Any) -> Finding:
    """A failed finding out of untrusted data: texts of bounded length, never a pass."""
    fields = data if isinstance(data, dict) else {}

    def text(name: str) -> str:
        value = fields.get(name, "")
        return value[:_LENGTH] if isinstance(value, str) else ""

    message = text("message") or "Your code stopped without saying why."
    # Why a process ended is ours to say; a student's could only claim it.
    kind = text("property") if fields.get("property") in _CLAIMS else "raised"
    return Finding(kind, False, message, text("asked"), text("got"))
