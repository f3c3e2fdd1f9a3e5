"""A grader that is killed loses nothing that it has finished, and leaves no process behind."""

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

KILLING = ROOT / "tests/grading/killing.py"


@pytest.mark.proof  # a kill at every call
def test_kills_at_any_call_change_nothing() -> None:
    line = [sys.executable, str(KILLING), "--kills", "20", "--seed", "7"]
    said = subprocess.run(line, capture_output=True, text=True, check=False, timeout=900)
    assert said.returncode == 0, said.stderr[-4000:]
    assert re.fullmatch(
        r"20 kills in \d+ classes; each ended like an undisturbed one\n", said.stdout
    )


@pytest.mark.proof  # grades a class three times
def test_a_killed_command_is_taken_up(course: Course, tmp_path: Path, secret: Path) -> None:
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
        assert len(_marked(mark)) > 1, "there is a judge at work"
    finally:
        grader.kill()
        grader.wait()
    _wait(lambda: not _marked(mark))
    again = run("autograder", *words, cwd=home)
    assert again.returncode == 0, again.stderr
    assert 1 <= again.stdout.count("as before") < 3, again.stdout
    grades = read_grades(folder / "gradebook.db", SECOND).grades
    points = {student: sum(g.score for g in cells.values()) for student, cells in grades.items()}
    assert points == {"ada": 5, "bob": 5, "cyd": 5}
    assert run("autograder", "verify", "--class", folder, cwd=home).returncode == 0


def _marked(mark: str) -> list[str]:
    """Processes that were started by the command, and by those in turn."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(entry.name)
        except OSError:
            continue  # it has ended, or is somebody else's
    return found


def _wait(until: Callable[[], bool]) -> None:
    for _ in range(1200):
        if until():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come to that")
