"""Commands with valid and invalid arguments: the message, the next step and the exit code."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from classroom import output, run, zipped
from reach import one_of_each

from autograder import Course
from autograder.authoring import watch
from autograder.cli.main import main
from autograder.core import atomic
from autograder.notebook.release import fill, to_bytes

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(own_course: Course, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change into the folder of the course."""
    root = own_course.path.parent
    monkeypatch.chdir(root)
    return root


def test_list_and_hint_print_tasks_and_hints(here: Path) -> None:
    assert output("list").out.splitlines() == [
        "01_first  8 points",
        "02_second  5 points",
        "03_third  6 points",
    ]
    line = "  02_move_points           4  Move every point: one product ★"
    assert line in output("list", "01").out
    assert output("hint", "01/double").out == "Hint 1 of 2: An array times a number is an array.\n"
    assert output("hint", "1/1", "1").out == "Hint 1 of 2: An array times a number is an array.\n"
    assert output("hint", "01").out.startswith("autograder hint 01/01  2 hints  ")
    assert "autograder hint 00/01\nUnits: 01_first, 02_second" in output("hint").out
    assert output("hint", "01/double", "9", code=2).err == "01_double has hints 1 to 2.\n"


NEEDS_A_TASK = "is a unit, but this command needs a task.\nUsage: UNIT/TASK, for example: 01/01."
CLASS_COMMANDS = ("formgrader", "grade", "verify", "export", "restore", "insight")
NO_FOLDER = "{here}/nowhere does not exist or is not a folder.\nPass"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["list", "01_frist"], "No unit is called '01_frist'.\nDid you mean 01_first"),
        (["list", "abc"], "No unit is called 'abc'.\nKnown names: 01_first, 02_second, 03_third."),
        (["hint", "01/doubel"], "No task is called 'doubel'.\nDid you mean 01_double"),
        (["hint", "01/"], f"'01/' {NEEDS_A_TASK}"),
        (["read", "01"], f"'01' {NEEDS_A_TASK}"),
        (["read", "02/1"], "graded automatically.\nTasks to grade by hand: 04_explain.\n"),
        (["check", "nowhere.ipynb"], "There is no file nowhere.ipynb."),
        (["check", "notes.ipynb"], "The file is not a notebook (not JSON)."),
        (["check", "other.ipynb"], "Cannot tell which unit other.ipynb belongs to."),
        (["grade", "01_first"], "No submissions found for 01_first.\nExpected: "),
        *(([command, "--class", "nowhere"], NO_FOLDER) for command in CLASS_COMMANDS),
        (["export"], "{here} has no grades yet.\nGrade first: autograder grade\n"),
        (["export", "01"], "for 01_first yet.\nGrade first: autograder grade 01_first\n"),
        (["verify"], "There is no ledger in {here}"),
        (
            ["explain", "ada", "double"],
            "{here} has no results yet.\nGrade first: autograder grade\n",
        ),
        (["collect", "nowhere.zip"], "There is no file nowhere.zip.\nPass the path of an archive."),
        (["collect", "empty"], "No student's notebook found in empty.\n"),
        (["collect", "notes.ipynb"], "notes.ipynb cannot be read as a zip archive"),
        (["return", "01", "--to", "back"], "has no grades for 01_first.\nGrade it first"),
        (["return", "01", "--to", "back.zip"], "back.zip is an archive, but no collected archive"),
        (["return", "01", "notes.zip", "--to", "notes.zip"], "notes.zip is a collected archive"),
        (["export", "--fill", "grades.csv"], "--fill needs exactly one unit."),
        (["export", "01", "--fill", "nowhere.csv"], "nowhere.csv"),
        (["export", "01", "--fill", "notes.ipynb"], "is neither a Canvas or Blackboard gradebook"),
        (["new", "course"], "FOLDER"),
        (["new", "course", "solutions"], "solutions is not empty and has no course.toml."),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_invalid_arguments_are_reported(here: Path, words: list[str], message: str) -> None:
    (here / "empty").mkdir()
    (here / "notes.ipynb").write_text("not JSON")
    (here / "other.ipynb").write_text('{"cells": []}')
    (here / "notes.zip").write_bytes(zipped({}))
    before = sorted(here.rglob("*"))
    error = output(*words, code=2).err
    assert message.replace("{here}", str(here)) in error
    assert "Traceback" not in error
    assert sorted(here.rglob("*")) == before, "no file is created"


@pytest.mark.parametrize("jobs", ["0", "-1", "two"])
def test_number_of_jobs_must_be_positive(
    here: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["grade", "--jobs", jobs])
    assert f"expected a whole number of at least 1, got '{jobs}'" in capsys.readouterr().err


def test_one_job_is_accepted(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--jobs", "1"]) == 2
    assert "No submissions found" in capsys.readouterr().err


def test_unsupported_system_is_reported(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python reports macOS here."""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "need Linux" in output("check", "any.ipynb", code=4).err


def test_full_disk_leaves_the_file_unchanged(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["release", "01"]) == 0
    notebook = here / "exercises/01_first/01_first.ipynb"
    before = notebook.read_bytes()
    task = here / "solutions/01_first/01_double.py"
    task.write_text(task.read_text().replace("Twice as much", "Double it"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic.os, "fsync", full)
    message = output("release", "01", code=3).err
    assert "the disk is full; free some space" in message
    assert "01_first.ipynb" in message
    assert notebook.read_bytes() == before
    assert not [path for path in here.rglob(".*ipynb*") if path.is_file()]


def test_missing_package_is_reported_with_its_install_command(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "nbgrader"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "autograder.notebook.release.stubs", raising=False)
    monkeypatch.setitem(sys.modules, "nbgrader", None)
    message = output("release", code=3).err
    assert "The Python package nbgrader is missing." in message
    assert "pip install 'many-lanes[grade]'" in message


def test_check_judges_a_notebook(here: Path, blank: dict[str, Any], unit: Any) -> None:
    right = {task.id: task.solution for task in unit.tasks}
    path = here / "01_first.ipynb"
    path.write_bytes(to_bytes(fill(blank, right)))
    assert output("check", str(path)).out.endswith("01_first: 8 of 8 points\n")
    path.write_bytes(to_bytes(fill(blank, right | {"01_double": "double = lambda x: x * x"})))
    message = output("check", str(path), code=1).out
    assert "This is a known mistake, squared" in message
    assert message.endswith("01_first: 6 of 8 points\n")


def test_notebook_without_a_unit_needs_the_option_or_another_name(here: Path) -> None:
    book = here / "other.ipynb"
    book.write_text('{"cells": []}')
    assert output("check", book, "--unit", "1", code=1).out.endswith("01_first: 0 of 8 points\n")
    advice = run(*JUDGE, f"--submission={book}", cwd=here, code=2).stdout
    name, *_ = re.findall("Rename it after its unit, for example (\\S+);", advice)
    book = book.rename(here / name)
    assert "3 failed" in run(*JUDGE, f"--submission={book}", cwd=here, code=1).stdout


def test_notebook_outside_a_course_belongs_to_the_current_course(
    here: Path, blank: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The course of the installed package may have a unit of the same name with other points."""
    task = here / "solutions/01_first/01_double.py"
    task.write_text(task.read_text().replace("# points: 2", "# points: 7"))
    book = tmp_path_factory.mktemp("loose") / "01_first.ipynb"
    book.write_bytes(to_bytes(blank))
    assert output("check", book, code=1).out.endswith("01_first: 0 of 13 points\n")
    message = run(*JUDGE, "--collect-only", f"--submission={book}", cwd=here, code=0)
    assert "<TaskItem 01_double>" in message.stdout


def test_watch_checks_each_save_and_prints_changes(
    here: Path, blank: dict[str, Any], unit: Any, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {task.id: task.solution for task in unit.tasks}
    wrong = to_bytes(fill(blank, right | {"01_double": "double = lambda x: x * x"}))
    path = here / "01_first.ipynb"
    path.write_bytes(wrong)
    saved = iter([b"half a notebook", to_bytes(fill(blank, right))])
    outputs: list[Any] = []

    def wait(_seconds: float) -> None:
        """Save the notebook instead of waiting."""
        outputs.append(capsys.readouterr())
        path.write_bytes(next(saved, None) or interrupt())
        os.utime(path, ns=(len(outputs), len(outputs)))  # two saves may have the same time stamp

    def interrupt() -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "watch_file", partial(watch.watch_file, wait=wait))
    assert main(["check", str(path), "--watch"]) == 0
    first, half, repaired = outputs
    assert "This is a known mistake, squared" in first.out
    assert "01_first: 6 of 8 points\n" in first.out
    assert "not JSON" in half.err
    assert repaired.out.startswith("01_double: passed")
    assert "02_" not in repaired.out
    assert "01_first: 8 of 8 points\n" in repaired.out


JUDGE = ("pytest", "-c", os.devnull)


def test_sandbox_failure_is_reported_as_a_pytest_error(here: Path, tmp_path: Path) -> None:
    fake_bin = tmp_path / "bin"
    fake_bin.mkdir()
    (fake_bin / "bwrap").write_text("#!/bin/sh\necho no namespaces >&2\nexit 1\n")
    (fake_bin / "bwrap").chmod(0o755)
    book = here / "01_first.ipynb"
    book.write_text(json.dumps({"cells": []}))
    for folder in (here, here / "tests"):  # neither file may run, because a student could add one
        folder.mkdir(exist_ok=True)
        (folder / "conftest.py").write_text("raise RuntimeError('this ran')")
    message = run(*JUDGE, f"--submission={book}", cwd=here, PATH=f"{fake_bin}:{os.environ['PATH']}")
    assert "3 errors" in message.stdout, message.stdout
    assert "no namespaces" in message.stdout
    assert not re.search(r"\d failed", message.stdout)
    missing = run(*JUDGE, "--submission=nowhere.ipynb", cwd=here, code=4)
    assert "There is no file" in missing.stderr


PYTEST_CONFIGURATION = {
    "pytest.ini": "[pytest]\naddopts = {}\n",
    "tox.ini": "[pytest]\naddopts = {}\n",
    "setup.cfg": "[tool:pytest]\naddopts = {}\n",
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "{}"\n',
}


@pytest.mark.parametrize("name", one_of_each(PYTEST_CONFIGURATION))
def test_pytest_ignores_the_configuration_of_a_submission(here: Path, name: str) -> None:
    folder = here / "submitted/ada"
    folder.mkdir(parents=True)
    book, ran = folder / "01_first.ipynb", folder / "ran"
    code = f"open({str(ran)!r}, 'w')"
    cells = [{"cell_type": "code", "metadata": {}, "source": f"# task: 01_double\n{code}"}]
    book.write_text(json.dumps({"cells": cells}))
    (folder / name).write_text(PYTEST_CONFIGURATION[name].format("--unsafe-no-sandbox"))
    message = run("pytest", "--submission", book, cwd=here, code=4)
    assert f"{name} is in the folder of a submission" in message.stderr
    if name == "pytest.ini":
        options = "--unsafe-no-sandbox -p planted"
        (folder / "planted.py").write_text(code)
        (folder / name).write_text(PYTEST_CONFIGURATION[name].format(options))
        message = run(*JUDGE, f"--submission={book}", cwd=folder, PYTHONPATH=str(folder))
        assert "3 failed" in message.stdout, message.stdout + message.stderr
    assert not ran.exists()
