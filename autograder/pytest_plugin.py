"""`pytest --submission FILE`: each task of a notebook an item, with the judge's own verdicts.

Loaded by every pytest run on this machine, so nothing heavy is imported before the option is
seen, and without it nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from autograder._verdict import Verdict


class LearnerFailed(Exception):
    """A task's answer is not there yet; the text is what the student reads."""


class WeFailed(Exception):
    """Nothing could be judged: an error of ours, not the student's failure."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    group = parser.getgroup("autograder")
    group.addoption("--submission", metavar="FILE", help="judge this notebook, a task an item")
    help = "run its code without a sandbox: only for notebooks that you trust"
    group.addoption("--unsafe-no-sandbox", action="store_true", help=help)


def pytest_configure(config: pytest.Config) -> None:
    """With --submission, the notebook is all there is to collect."""
    submission = config.getoption("submission")
    if not submission:
        return
    path = Path(submission).resolve()
    if not path.exists():
        raise pytest.UsageError(f"There is no file {submission}.")
    config.args[:] = [str(path)]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Only the named notebook."""
    submission = parent.config.getoption("submission")
    if submission and file_path == Path(submission).resolve():
        return SubmissionFile.from_parent(parent, path=file_path)
    return None


class SubmissionFile(pytest.File):
    """One notebook; judged once, when its first task is set up."""

    _verdicts: dict[str, Verdict] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each task that a machine judges."""
        from autograder._course import Course
        from autograder._errors import CourseError
        from autograder.wall import Unreadable, identify, read_notebook

        self.cells: list[dict[str, Any]] = []
        self.refused = ""
        try:
            self.cells = read_notebook(self.path)
        except Unreadable as error:
            self.refused = str(error)
        self.course = Course.find(self.path.parent)
        try:
            self.unit, self.student = identify(self.course, self.path, self.cells)
        except CourseError as error:
            raise pytest.UsageError(str(error)) from None
        for task in self.unit.tasks:
            if task.kind != "prose":
                yield TaskItem.from_parent(self, name=task.id)

    def verdict(self, task: str) -> Verdict:
        """The verdict on one task."""
        if self._verdicts is None:
            self._verdicts = {verdict.task: verdict for verdict in self._judge()}
        return self._verdicts[task]

    def _judge(self) -> list[Verdict]:
        from autograder.wall import Judge, heal, read_secret

        unsafe = self.config.getoption("unsafe_no_sandbox")
        judge = Judge(self.course, self.unit, read_secret(), unsafe=unsafe)
        if self.refused:
            return judge.unreadable(self.refused)
        return judge.judge(heal(self.course, self.unit, self.student, self.cells))


class TaskItem(pytest.Item):
    """One task."""

    parent: SubmissionFile

    def setup(self) -> None:
        """Judge; what fails here is an error of ours."""
        from autograder._verdict import Status

        self.judged = self.parent.verdict(self.name)
        if self.judged.status is Status.BROKEN:
            raise WeFailed(self.judged.text())

    def runtest(self) -> None:
        """Fail with the words that the student reads."""
        from autograder._verdict import Status

        self.user_properties.append(("points", self.judged.points))
        if self.judged.status is not Status.PASSED:
            raise LearnerFailed(self.judged.text())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Our text alone, no stack of ours."""
        if isinstance(excinfo.value, LearnerFailed | WeFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The notebook and the task."""
        return self.path, None, f"{self.parent.unit.id}: {self.name}"
