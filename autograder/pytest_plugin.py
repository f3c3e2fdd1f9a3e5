"""`pytest -c /dev/null --submission=FILE`: judge a notebook, with one test item for each task.

Every pytest run on this machine loads this plugin. Without the option it changes nothing and
imports nothing heavy.

`-c /dev/null` keeps pytest from reading a configuration file that was submitted with the notebook.
Such a file can turn off the sandbox, and its `-p` runs code before this plugin is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from autograder.core.messages.verdict import Verdict


class LearnerFailed(Exception):
    """A task's answer is not there yet; the text is what the student reads."""


class WeFailed(Exception):
    """Nothing could be judged: an error of ours, not the student's failure."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("autograder")
    judge = "judge this notebook, one item per task (repeatable); use it with -c /dev/null"
    group.addoption("--submission", action="append", default=[], metavar="FILE", help=judge)
    help = "run its code without a sandbox: only for notebooks that you trust"
    group.addoption("--unsafe-no-sandbox", action="store_true", help=help)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """With --submission, run no conftest.py and reject a configuration file beside a notebook."""
    options = early_config.known_args_namespace
    if options.submission:
        options.noconftest = True
    for name in options.submission:
        config, folder = early_config.inipath, Path(name).parent.resolve()
        if config and config.resolve().is_relative_to(folder):
            raise pytest.UsageError(
                f"{config} lies beside a submission and may come from a student. "
                f"Run: pytest -c /dev/null --submission={name}"
            )


def pytest_configure(config: pytest.Config) -> None:
    """With --submission, the notebooks are all there is to collect."""
    paths = _submissions(config)
    for path in paths:
        if not path.is_file():
            raise pytest.UsageError(f"There is no file {path}.")
    if paths:
        config.args[:] = [str(path) for path in paths]


def _submissions(config: pytest.Config) -> list[Path]:
    # Not resolved: a link is for the judge to refuse, not for us to follow.
    return [Path(os.path.abspath(name)) for name in config.getoption("submission")]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Only the named notebooks."""
    if file_path in _submissions(parent.config):
        return SubmissionFile.from_parent(parent, path=file_path)
    return None


class SubmissionFile(pytest.File):
    """One notebook; judged once, when its first task is set up."""

    _verdicts: dict[str, Verdict] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each task that is judged automatically."""
        from autograder.core.course.course import Course
        from autograder.core.messages.errors import CourseError
        from autograder.runner import Unreadable, identify, read_notebook

        try:
            cells = read_notebook(self.path)
        except Unreadable:  # the judge reports why
            cells = []
        self.course = Course.find(self.path.parent)
        try:
            self.unit, self.student = identify(self.course, self.path, cells)
        except CourseError as error:
            raise pytest.UsageError(str(error)) from None
        for task in self.unit.judged:
            yield TaskItem.from_parent(self, name=task.id)

    def verdict(self, task: str) -> Verdict:
        """Raise the verdict on one task."""
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
    """One task."""

    parent: SubmissionFile

    def setup(self) -> None:
        """Judge; what fails here is an error of ours."""
        from autograder.core.messages.verdict import Status
        from autograder.runner import NeedsReview

        try:
            self.judged = self.parent.verdict(self.name)
        except NeedsReview as error:
            raise WeFailed(f"No score, a person is asked: {error}") from None
        if self.judged.status is Status.BROKEN:
            raise WeFailed(self.judged.text())

    def runtest(self) -> None:
        """Fail with the words that the student reads."""
        from autograder.core.messages.verdict import Status

        self.user_properties += [
            ("student", self.parent.student),
            ("points", self.judged.points),
        ]
        if self.judged.status is not Status.PASSED:
            raise LearnerFailed(self.judged.text())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Our text alone, no stack of ours."""
        if isinstance(excinfo.value, LearnerFailed | WeFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the notebook and the task."""
        return self.path, None, f"{self.parent.unit.id}: {self.name}"
