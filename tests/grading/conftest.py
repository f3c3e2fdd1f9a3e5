"""Fixtures: a copy of the miniature course and its sample class, graded once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from classroom import (
    ANSWERS,
    FIRST,
    RUBRIC,
    SECOND,
    Class,
    SampleClass,
    Submit,
    copy_course,
    essay,
    grade_here,
    output,
    rewrite,
    run,
)
from platforms import Collect, collect_archive
from stored_results import right_answers, store_results, wrong_answers

from autograder import Course, Unit
from autograder.classroom.grade.job import forget
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import Submission, normalize_submission, parse_notebook
from autograder.runner.jobs import local
from autograder.runner.jobs.local import InProcess


@pytest.fixture(scope="session", autouse=True)
def secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Use a separate secret for the tests, and never read the user's secret."""
    path = tmp_path_factory.mktemp("secret") / "secret"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(path))
        yield path


class OneProcess(InProcess):
    """Replaces `LocalExecutor`, whose processes take seconds to start."""

    def __init__(self, workers: int | None = None, shared: Sequence[str] = ()) -> None:
        pass

    def start(self) -> None:
        pass

    def close(self) -> None:
        forget()  # a new process would have empty caches


@pytest.fixture(scope="session", autouse=True)
def one_process() -> Iterator[None]:
    """Let commands judge in this process. The sample class is graded by other processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "LocalExecutor", OneProcess)
        yield


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return copy_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def own_course(tmp_path: Path) -> Course:
    """Return a copy of the course that a test may change."""
    return copy_course(tmp_path)


@pytest.fixture(scope="session")
def unit(course: Course) -> Unit:
    return course.unit(FIRST)


@pytest.fixture(scope="session")
def blank(course: Course, unit: Unit) -> dict[str, Any]:
    """Return the student's notebook as released."""
    return release_notebook(source_notebook(course, unit))


@pytest.fixture
def collect_files(course: Course, tmp_path: Path) -> Collect:
    """Return a function that collects the files of one archive into `tmp_path`."""
    return partial(collect_archive, course, tmp_path)


@pytest.fixture(scope="session")
def submit(course: Course) -> Submit:
    """Return a function that normalizes `{"01_double": source}` or a notebook (`book=`)."""

    def make(
        answers: dict[str, str] | None = None,
        book: dict[str, Any] | None = None,
        name: str = FIRST,
        student: str = "ada",
    ) -> Submission:
        chosen = course.unit(name)
        released = release_notebook(source_notebook(course, chosen)) if book is None else book
        text = json.dumps(fill(released, answers or {}))
        return normalize_submission(course, chosen, student, parse_notebook(text.encode()))

    return make


@pytest.fixture(scope="session")
def graded(course: Course) -> SampleClass:
    root = course.path.parent
    folder = root / "_build/class"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        output("sample-class", FIRST)
    shutil.rmtree(folder / "submitted/looping")  # it is slow, and tests/attacks has endless loops
    result = run("autograder", "grade", "--class", folder, cwd=root)
    return SampleClass(course, folder, result)


@pytest.fixture(scope="session")
def graded_class(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Grade once: ada is correct, bob is wrong, cyd has no answers. The secret is in `key`."""
    root = tmp_path_factory.mktemp("settled")
    unit = course.unit(SECOND)
    right = {task.id: task.solution for task in unit.tasks}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(root / "key/secret"))
        students = {"ada": right, "bob": wrong_answers(unit), "cyd": {}}
        store_results(course, root / "class", students)
        grade_here(course, root / "class")
    return root


@pytest.fixture
def klass(
    course: Course, graded_class: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Class:
    shutil.copytree(graded_class, tmp_path / "own")
    config = tmp_path / "own/class/nbgrader_config.py"
    config.write_text(config.read_text().replace(str(graded_class), str(tmp_path / "own")))
    monkeypatch.setenv("AUTOGRADER_SECRET", str(tmp_path / "own/key/secret"))
    monkeypatch.chdir(course.path.parent)
    return Class(course, tmp_path / "own/class")


@pytest.fixture(scope="session")
def essay_class(graded_class: Path, tmp_path_factory: pytest.TempPathFactory) -> Class:
    """Grade once. The essay is worth three points, and cyd has not answered it."""
    root = tmp_path_factory.mktemp("essays")
    course = copy_course(root)
    rewrite(course, "# points: 0", RUBRIC)
    shutil.copytree(graded_class, root / "own")
    folder = root / "own/class"
    (folder / "nbgrader_config.py").unlink()  # it contains the path of another course
    (folder / "gradebook.db").unlink()
    made = Class(course, folder)
    right = right_answers(course.unit(SECOND))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(root / "own/key/secret"))
        patch.chdir(root)
        students = {student: right | essay(text) for student, text in ANSWERS.items()}
        store_results(course, folder, students)
        assert made.command("grade", SECOND) == 0
    return made


@pytest.fixture
def essays(essay_class: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Class:
    before = essay_class.course.path.parent
    shutil.copytree(before, tmp_path, dirs_exist_ok=True)
    config = tmp_path / "own/class/nbgrader_config.py"
    config.write_text(config.read_text().replace(str(before), str(tmp_path)))
    monkeypatch.setenv("AUTOGRADER_SECRET", str(tmp_path / "own/key/secret"))
    monkeypatch.chdir(tmp_path)
    return Class(Course(tmp_path / "solutions"), tmp_path / "own/class")
