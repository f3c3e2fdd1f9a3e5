"""A killed grader loses no finished result and leaves no process behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import ROOT, SECOND, hand_in, notebook_bytes, run

from autograder import Course
from autograder.nbgrader.read_grades import read_grades

KILLING = ROOT / "tests/grading/random_kills.py"


@pytest.mark.proof  # a kill at every call
def test_killed_runs_end_in_the_same_state() -> None:
    line = [sys.executable, str(KILLING), "--kills", "20", "--seed", "7"]
    result = subprocess.run(line, capture_output=True, text=True, check=False, timeout=900)
    assert result.returncode == 0, result.stderr[-4000:]
    assert re.fullmatch(
        r"20 kills in \d+ classes; each ended like an undisturbed one\n", result.stdout
    )


@pytest.mark.proof  # grades a class three times
def test_next_run_continues_after_a_kill(course: Course, tmp_path: Path, secret: Path) -> None:
    right = {task.id: task.solution for task in course.unit(SECOND).tasks}
    folder = tmp_path / "class"
    for student in ("ada", "bob", "cyd"):
        hand_in(folder, student, notebook_bytes(course, SECOND, right))
    words = ["grade", "--class", str(folder), "--jobs", "1"]
    program = Path(sys.executable).parent / "autograder"
    home, mark = course.path.parent, f"MANY_LANES_TEST={tmp_path}"
    environment = {**os.environ, **dict([mark.split("=")])}
    grader = subprocess.Popen(
        [program, *words], cwd=home, env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        ledger = folder / "ledger.jsonl"
        _wait(lambda: ledger.is_file() and ledger.read_bytes().count(b"\n") >= 2)
        assert len(_descendant_processes(mark)) > 1, "the judge is running"
    finally:
        grader.kill()
        grader.wait()
    _wait(lambda: not _descendant_processes(mark))
    again = run("autograder", *words, cwd=home, code=0)
    assert 1 <= again.stdout.count("as before") < 3, again.stdout
    grades = read_grades(folder / "gradebook.db", SECOND).grades
    points = {student: sum(g.score for g in cells.values()) for student, cells in grades.items()}
    assert points == {"ada": 5, "bob": 5, "cyd": 5}
    run("autograder", "verify", "--class", folder, cwd=home, code=0)


def _descendant_processes(mark: str) -> list[str]:
    """Return the processes that the command and its children started."""
    processes = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                processes.append(entry.name)
        except OSError:
            continue  # it has ended or belongs to another user
    return processes


def _wait(until: Callable[[], bool]) -> None:
    for _ in range(1200):
        if until():
            return
        time.sleep(0.1)
    raise AssertionError("the condition was not met in time")
