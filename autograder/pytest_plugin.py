"""`pytest -c /dev/null --submission=FILE`: judge a notebook, with one test item for each task.

Every pytest run in this environment loads this plugin. Without `--submission`, the plugin only adds
its options and imports no large package.

With `-c /dev/null`, pytest does not read a configuration file that was submitted with the notebook.
Such a file could turn off the sandbox, or run code before this plugin is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from autograder.core.messages.verdict import Verdict


class TaskNotPassed(Exception):
    """An answer has not passed. The message of this exception is for the student."""


class GraderFailed(Exception):
    """A task could not be judged. The reason may not be the student's fault."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--submission` and `--unsafe-no-sandbox`."""
    group = parser.getgroup("autograder")
    judge = "judge this notebook, one item per task (repeatable); use it with -c /dev/null"
    group.addoption("--submission", action="append", default=[], metavar="FILE", help=judge)
    help = "run its code without a sandbox: only for notebooks that you trust"
    group.addoption("--unsafe-no-sandbox", action="store_true", help=help)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """With --submission, run no conftest.py, and reject a configuration file beside a notebook.

    A configuration file below the notebook's folder is rejected, too.
    """
    options = early_config.known_args_namespace
    if options.submission:
        options.noconftest = True
    for name in options.submission:
        config, folder = early_config.inipath, Path(name).parent.resolve()
        if config and config.resolve().is_relative_to(folder):
            raise pytest.UsageError(
                f"{config} is in the folder of a submission and may come from a student. "
                f"Run: pytest -c /dev/null --submission={name}"
            )


def pytest_configure(config: pytest.Config) -> None:
    """With --submission, collect only the named notebooks; raise UsageError if one is missing."""
    paths = _submissions(config)
    for path in paths:
        if not path.is_file():
            raise pytest.UsageError(f"There is no file {path}.")
    if paths:
        config.args[:] = [str(path) for path in paths]


def _submissions(config: pytest.Config) -> list[Path]:
    # Symbolic links are not resolved, so that the judge can reject them.
    return [Path(os.path.abspath(name)) for name in config.getoption("submission")]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return a collector for a named notebook, or None for any other file."""
    if file_path in _submissions(parent.config):
        return SubmissionFile.from_parent(parent, path=file_path)
    return None


class SubmissionFile(pytest.File):
    """A submitted notebook, which is judged when the first of its test items is set up."""

    _verdicts: dict[str, Verdict] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test item for each judged task; raise UsageError if the unit is not clear."""
        from autograder.core.course.course import Course
        from autograder.core.messages.errors import CourseError
        from autograder.runner import Unreadable, identify, read_notebook

        try:
            cells = read_notebook(self.path)
        except Unreadable:  # the judge reports why
            cells = []
        self.course = Course.find(self.path.parent, ".")
        try:
            self.unit, self.student = identify(self.course, self.path, cells)
        except CourseError as error:
            raise pytest.UsageError(str(error)) from None
        for task in self.unit.judged:
            yield TaskItem.from_parent(self, name=task.id)

    def verdict(self, task: str) -> Verdict:
        """Return the verdict on one task. The first call judges the notebook."""
        if self._verdicts is None:
            from autograder.runner import judge_submission, read_secret

            result = judge_submission(
                self.course,
                self.unit,
                self.student,
                self.path,
                secret=read_secret(self.course.secret),
                unsafe=self.config.getoption("unsafe_no_sandbox"),
            )
            self._verdicts = {verdict.task: verdict for verdict in result.verdicts}
        return self._verdicts[task]


class TaskItem(pytest.Item):
    """The test item for one task of a submitted notebook."""

    parent: SubmissionFile

    def setup(self) -> None:
        """Get the task's verdict, for which the first item of a notebook judges it.

        Raise GraderFailed if there is no score. pytest then reports an error, not a failed test.
        """
        from autograder.core.messages.verdict import Status
        from autograder.runner import NeedsReview

        try:
            self.judged = self.parent.verdict(self.name)
        except NeedsReview as error:
            raise GraderFailed(f"No score; a person must decide: {error}") from None
        if self.judged.status is Status.BROKEN:
            raise GraderFailed(self.judged.text())

    def runtest(self) -> None:
        """Record student and points. Raise TaskNotPassed, unless the task has passed."""
        from autograder.core.messages.verdict import Status

        self.user_properties += [
            ("student", self.parent.student),
            ("points", self.judged.points),
        ]
        if self.judged.status is not Status.PASSED:
            raise TaskNotPassed(self.judged.text())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the message of an exception of this plugin, without a traceback."""
        if isinstance(excinfo.value, TaskNotPassed | GraderFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the notebook's path and the names of unit and task."""
        return self.path, None, f"{self.parent.unit.id}: {self.name}"
