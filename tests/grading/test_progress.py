"""Progress outlives the kernel, and `list` shows the next task."""

from __future__ import annotations

import json

import nbformat
import pytest
from notebook_cells import notebook_shell, run_all

from autograder import Course
from autograder.cli.main import main
from autograder.notebook.release import fill, start_unit, to_bytes

FIRST = "01_first"
DOUBLE, SPLIT = "01_double", "02_move_points"
Said = pytest.CaptureFixture[str]


def run(course: Course, monkeypatch: pytest.MonkeyPatch, **answers: str) -> str:
    """Add answers to the learner's notebook and run it in a new kernel."""
    path = start_unit(course, course.unit(FIRST)).path
    made = fill(nbformat.reads(path.read_text(), 4), answers)
    path.write_bytes(to_bytes(made))
    monkeypatch.chdir(path.parent)
    with notebook_shell() as shell:
        return run_all(shell, made)[1]


def solution(course: Course, task: str) -> str:
    return course.unit(FIRST).task(task).solution


def test_progress_is_kept_in_a_new_kernel(
    own_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    said = run(own_course, monkeypatch, **{DOUBLE: solution(own_course, DOUBLE)})
    assert "1 of 3 tasks passed. Next: 02_move_points" in said
    path = own_course.notebook_path(own_course.unit(FIRST))
    begun = nbformat.reads(path.read_text(), 4)
    cells = [cell for cell in begun["cells"] if cell["cell_type"] == "code"]
    with notebook_shell() as shell:  # only the first and the last cell, without an answer
        said = run_all(shell, {"cells": [cells[0], cells[-1]]})[1]
    assert said.count("1 of 3 tasks passed.") == 2
    assert f"{DOUBLE:<24} passed earlier, not checked since the kernel started" in said
    assert f"{SPLIT:<24} not checked since the kernel started" in said
    assert main(["list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == "01_first  8 points, 1 of 3 tasks passed"
    assert listed[-1].startswith(f"Next: {SPLIT} (")
    assert listed[-1].endswith(f"), in {path}; chapter 01.")
    assert main(["list", "01"]) == 0
    marked = [line for line in capsys.readouterr().out.splitlines() if "(passed)" in line]
    assert [line.split()[0] for line in marked] == [DOUBLE]


def test_failed_check_removes_the_progress(
    own_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    run(own_course, monkeypatch, **{DOUBLE: solution(own_course, DOUBLE)})
    run(own_course, monkeypatch, **{DOUBLE: "def double(x):\n    return x"})
    assert main(["list"]) == 0
    assert "passed" not in capsys.readouterr().out


def test_restarted_task_keeps_other_answers(
    own_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    answers = {DOUBLE: solution(own_course, DOUBLE), SPLIT: solution(own_course, SPLIT)}
    run(own_course, monkeypatch, **answers)
    path = own_course.notebook_path(own_course.unit(FIRST))
    before = path.read_bytes()
    assert main(["start", "1/double"]) == 0
    kept = path.with_name("01_first.before-1.ipynb")
    said = capsys.readouterr().out
    assert (
        f"{DOUBLE} is reset to its released version; your previous notebook is {kept.name}" in said
    )
    assert kept.read_bytes() == before
    text = path.read_text()
    stub = own_course.unit(FIRST).task(DOUBLE).stub
    assert json.dumps(stub.splitlines()[-1])[1:-1] in text
    assert json.dumps(answers[SPLIT].splitlines()[-1])[1:-1] in text
    assert main(["list"]) == 0
    assert "01_first  8 points, 1 of 3 tasks passed" in capsys.readouterr().out
    assert main(["start", "1/double"]) == 0
    assert "up to date" in capsys.readouterr().out
    assert not path.with_name("01_first.before-2.ipynb").exists()


@pytest.mark.parametrize("said", [b"", b"[]", b'{"passed": 7}', b"[" * 90000, b"\xff"])
def test_invalid_progress_file_is_ignored(own_course: Course, said: bytes) -> None:
    path = start_unit(own_course, own_course.unit(FIRST)).path
    path.with_name("progress.json").write_bytes(said)
    assert main(["list"]) == 0
