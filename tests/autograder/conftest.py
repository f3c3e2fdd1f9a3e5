"""Fixtures: the miniature course as the current folder, with a new session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder import Course, Task
from autograder.authoring.skeletons import write_task
from autograder.core.course.plan import load_check
from autograder.core.course.task_file import answers_path
from autograder.core.grading.check import Check
from autograder.core.inputs.student_parameters import name_student
from autograder.notebook.learner.session import SESSION

MINI = Path(__file__).parent.parent / "mini"
FRAME = """\
# ---
# title: Made up
# kind: {kind}
# points: 2
# minutes: 1
# ---

{given}# %% answer
{answer}

# %% check
{check}
"""


@pytest.fixture
def course() -> Course:
    return Course.find(MINI)


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Change into the miniature course and start a new session."""
    monkeypatch.chdir(MINI)
    for name in ("NBGRADER_STUDENT", "JUPYTERHUB_USER"):
        monkeypatch.delenv(name, raising=False)
    SESSION.begin(None)
    name_student("")
    yield
    SESSION.begin(None)
    name_student("")


@pytest.fixture
def make_task(tmp_path: Path) -> Callable[..., Task]:
    """Return a function that makes a task from its solution, a check cell and other cells."""

    def make(
        answer: str, check: str, kind: str = "program", more: str = "", given: str = ""
    ) -> Task:
        folder = tmp_path / "solutions" / "01_made"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "01_made.py"
        head, _, body = answer.partition(":\n")
        marked = f"{head}:\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
        if kind == "value":
            marked = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
        answers_path(path).unlink(missing_ok=True)
        write_task(path, FRAME.format(kind=kind, answer=marked, check=check, given=given) + more)
        return Task.read(path)

    return make


@pytest.fixture
def make_plan(make_task: Callable[..., Task]) -> Callable[..., Check]:
    def make(answer: str, check: str, kind: str = "program", more: str = "") -> Check:
        return load_check(make_task(answer, check, kind, more))

    return make
