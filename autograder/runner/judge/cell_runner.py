"""Run the cells of a submission in a worker process.

If a cell ends the process, all other cells run again in a new process. If a later request ends the
process, these cells run again before the next request.
"""

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
from autograder.runner.submissions.submission import EXTRA, GradedCell, Submission

# When this many of the student's own cells have ended the worker, skip all of the student's own
# cells.
EXTRA_STOPS = 2


class Runner(Process):
    """A worker process that runs the cells of a submission and then answers requests about it."""

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
        # For each task, the last error in its cells, and the errors of skipped statements.
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
        """Run the cells. Return False if a cell ended the process. The next run skips this cell.

        Raise OutOfResources if the cells together exceed a limit.
        """
        sandbox.ask({"op": "student", "name": self._submission.student})
        enough = list(self._stopped.values()).count(EXTRA) >= EXTRA_STOPS
        for number, (name, piece) in enumerate(self._submission.code()):
            if number in self._stopped or (piece.role == EXTRA and enough):
                continue
            task = piece.task if piece.role == "given" else ""
            # A task's `given` cell and its answer have different file names, so that errors quote
            # the right line.
            own = f"{name} {number}" if task else name
            required_names, unit = self._required_names(piece)
            request = {"op": "cell", "source": piece.source, "name": own, "given": task}
            try:
                reply, _ = sandbox.ask({**request, "required_names": required_names, "unit": unit})
            except OutOfResources:
                raise  # all cells share the limit, so skipping this cell would not help
            except StudentCodeStopped as stop:
                self._stopped[number] = piece.role
                if piece.task:
                    self.errors[piece.task] = Finding("stopped", False, str(stop))
                return False
            if piece.role == "answer":
                self._read_failures(piece.task, reply)
        return True

    def _required_names(self, piece: GradedCell) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names that a cell must bind, and the names that the answers of all tasks bind.

        The first list is empty for an additional cell of the student. Both lists are empty for an
        answer cell that is an unchanged stub, and for `given` cells.
        """
        required_names = self._submission.required_names
        names = tuple(chain.from_iterable(required_names.values()))
        if piece.role == EXTRA:
            return (), names
        if piece.role == "answer" and piece.task in self._submission.answered:
            return required_names[piece.task], names
        return (), ()  # the student's own cells may rebind a stub, even after an error

    def _read_failures(self, task: str, reply: dict[str, Any]) -> None:
        """Store the errors of an answer cell, which are untrusted data from the worker."""
        failed = reply.get("failed")
        findings = [read_finding(each) for each in failed[:4]] if isinstance(failed, list) else []
        if findings:
            # If the stub itself raised the error, the task has no answer yet.
            kind = "stub" if findings[-1].property == "stub" else "stopped"
            self.errors[task] = replace(findings[-1], property=kind)
        self.skipped_errors[task] = tuple(findings[:-1] if reply.get("ended") else findings)
