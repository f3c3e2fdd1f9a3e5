"""Progress is stored for later kernels, and `list` shows the next task."""

from __future__ import annotations

import json

import nbformat
import pytest
from classroom import output
from notebook_cells import notebook_shell, run_all

from autograder import Course
from autograder.cli.main import main
from autograder.notebook.release import fill, start_unit, to_bytes

FIRST = "01_first"
DOUBLE, SPLIT = "01_double", "02_move_points"


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
    own_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = run(own_course, monkeypatch, **{DOUBLE: solution(own_course, DOUBLE)})
    assert "1 of 3 tasks passed. Next: 02_move_points" in printed
    path = own_course.notebook_path(own_course.unit(FIRST))
    begun = nbformat.reads(path.read_text(), 4)
    cells = [cell for cell in begun["cells"] if cell["cell_type"] == "code"]
    with notebook_shell() as shell:  # only the first and the last cell, without an answer
        printed = run_all(shell, {"cells": [cells[0], cells[-1]]})[1]
    assert printed.count("1 of 3 tasks passed.") == 2
    assert f"{DOUBLE:<24} passed earlier, not checked since the kernel started" in printed
    assert f"{SPLIT:<24} not checked since the kernel started" in printed
    listed = output("list").out.splitlines()
    assert listed[0] == "01_first  8 points, 1 of 3 tasks passed"
    assert listed[-1].startswith(f"Next: {SPLIT} (")
    assert listed[-1].endswith(f"), in {path}; chapter 01.")
    marked = [line for line in output("list", "01").out.splitlines() if "(passed)" in line]
    assert [line.split()[0] for line in marked] == [DOUBLE]


def test_failed_check_removes_the_progress(
    own_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(own_course, monkeypatch, **{DOUBLE: solution(own_course, DOUBLE)})
    run(own_course, monkeypatch, **{DOUBLE: "def double(x):\n    return x"})
    assert "passed" not in output("list").out


def test_restarted_task_keeps_other_answers(
    own_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {DOUBLE: solution(own_course, DOUBLE), SPLIT: solution(own_course, SPLIT)}
    run(own_course, monkeypatch, **answers)
    path = own_course.notebook_path(own_course.unit(FIRST))
    before = path.read_bytes()
    copy = path.with_name("01_first.before-1.ipynb")
    message = f"{DOUBLE} is reset to its released version; your previous notebook is {copy.name}"
    assert message in output("start", "1/double").out
    assert copy.read_bytes() == before
    text = path.read_text()
    stub = own_course.unit(FIRST).task(DOUBLE).stub
    assert json.dumps(stub.splitlines()[-1])[1:-1] in text
    assert json.dumps(answers[SPLIT].splitlines()[-1])[1:-1] in text
    assert "01_first  8 points, 1 of 3 tasks passed" in output("list").out
    assert "up to date" in output("start", "1/double").out
    assert not path.with_name("01_first.before-2.ipynb").exists()


def test_invalid_progress_file_is_ignored(own_course: Course) -> None:
    path = start_unit(own_course, own_course.unit(FIRST)).path
    for data in (b"", b"[]", b'{"passed": 7}', b"[" * 90000, b"\xff"):
        path.with_name("progress.json").write_bytes(data)
        assert main(["list"]) == 0, data[:20]
