"""Run the cells of a submission in a worker. A cell that ends the worker is left out next time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from autograder.core.messages.verdict import Finding
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.process import Process, read_finding
from autograder.runner.sandbox.sandbox import Sandbox
from autograder.runner.sandbox.sandbox_errors import OutOfResources, StudentCodeStopped
from autograder.runner.submissions.normalize import EXTRA, GradedCell, Submission

# After this many extra cells have ended the worker, the other extra cells are skipped.
EXTRA_STOPS = 2


class Runner(Process):
    """Answer requests about one submission after running every cell that can be run."""

    def __init__(
        self,
        submission: Submission,
        limits: Limits,
        *,
        unsafe: bool = False,
        account: SubmissionUsage | None = None,
    ) -> None:
        super().__init__("worker", limits, unsafe=unsafe, account=account)
        self._submission = submission
        self._filled: Sandbox | None = None  # the process in which the cells have run
        self._stopped: dict[int, str] = {}
        # For each task, the last error in the cell of its answer, and the errors of statements that
        # were skipped.
        self.errors: dict[str, Finding] = {}
        self.skipped_errors: dict[str, tuple[Finding, ...]] = {}

    def _ready(self) -> Sandbox:
        sandbox = super()._ready()
        while sandbox is not self._filled and not self._run_cells(sandbox):
            self.close()
            sandbox = super()._ready()
        self._filled = sandbox
        return sandbox

    def _run_cells(self, sandbox: Sandbox) -> bool:
        """Run the cells. Return False if one ended the process; that cell is left out next time."""
        sandbox.ask({"op": "student", "name": self._submission.student})
        enough = list(self._stopped.values()).count(EXTRA) >= EXTRA_STOPS
        for number, (name, piece) in enumerate(self._submission.code()):
            if number in self._stopped or (piece.role == EXTRA and enough):
                continue
            task = piece.task if piece.role == "given" else ""
            # An error names the line of its own cell, not of the answer of the task.
            own = f"{name} {number}" if task else name
            required_names, unit = self._required_names(piece)
            request = {"op": "cell", "source": piece.source, "name": own, "given": task}
            try:
                reply, _ = sandbox.ask({**request, "required_names": required_names, "unit": unit})
            except OutOfResources:
                raise  # not the fault of this cell alone
            except StudentCodeStopped as stop:
                self._stopped[number] = piece.role
                if piece.task:
                    self.errors[piece.task] = Finding("stopped", False, str(stop))
                return False
            if piece.role == "answer":
                self._read_failures(piece.task, reply)
        return True

    def _required_names(self, piece: GradedCell) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names that a cell must bind, and the names that all answers together bind."""
        required_names = self._submission.required_names
        names = tuple(chain.from_iterable(required_names.values()))
        if piece.role == EXTRA:
            return (), names
        if piece.role == "answer" and piece.task in self._submission.answered:
            return required_names[piece.task], names
        return (), ()  # an extra cell may replace a stub, even after a failed statement

    def _read_failures(self, task: str, reply: dict[str, Any]) -> None:
        """Read the failures in the cell of an answer from untrusted data."""
        failed = reply.get("failed")
        findings = [read_finding(each) for each in failed[:4]] if isinstance(failed, list) else []
        if findings:
            # If the task has no answer because of the error, its status is "not run".
            kind = "stub" if findings[-1].property == "stub" else "stopped"
            self.errors[task] = replace(findings[-1], property=kind)
        self.skipped_errors[task] = tuple(findings[:-1] if reply.get("ended") else findings)
