"""A submission's cells in a worker, started again after whatever ends it, without what ended it."""

from dataclasses import replace

from autograder.say.verdict import Finding
from autograder.wall.box.account import Account
from autograder.wall.box.errors import Spent, Stopped
from autograder.wall.box.limits import Limits
from autograder.wall.box.process import Process, read_finding
from autograder.wall.box.sandbox import Sandbox
from autograder.wall.intake.heal import EXTRA, Submission

# Answers are few; a notebook of endless scratch cells must not cost a day.
EXTRA_STOPS = 2


class Runner(Process):
    """Answers requests about one submission, with every cell run that can be run."""

    def __init__(
        self,
        submission: Submission,
        limits: Limits,
        *,
        unsafe: bool = False,
        account: Account | None = None,
    ) -> None:
        super().__init__("worker", limits, unsafe=unsafe, account=account)
        self._submission = submission
        self._filled: Sandbox | None = None  # the one in which the cells have run
        self._stopped: dict[int, str] = {}
        self.errors: dict[str, Finding] = {}  # what a task's own answer cell raised

    def _ready(self) -> Sandbox:
        sandbox = super()._ready()
        while sandbox is not self._filled and not self._run_cells(sandbox):
            self.close()
            sandbox = super()._ready()
        self._filled = sandbox
        return sandbox

    def _run_cells(self, sandbox: Sandbox) -> bool:
        """Whether the process has outlived them; what ended it is left out next time."""
        sandbox.ask({"op": "student", "name": self._submission.student})
        for number, (name, piece) in enumerate(self._submission.code()):
            if number in self._stopped or (piece.role == EXTRA and self._enough()):
                continue
            given = piece.task if piece.role == "given" else ""
            # An error says on which line: of its own cell, not of the answer of its task.
            own = f"{name} {number}" if given else name
            request = {"op": "cell", "source": piece.source, "name": own, "given": given}
            try:
                error = sandbox.ask(request)[0].get("error")
            except Spent:
                raise  # it is not this cell that used it all
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
        return True

    def _enough(self) -> bool:
        return list(self._stopped.values()).count(EXTRA) >= EXTRA_STOPS
