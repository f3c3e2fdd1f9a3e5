"""A killed grader loses no finished result and leaves no process behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from classroom import SECOND, Class, grade_here, hand_in, notebook_bytes, run
from stored_results import right_answers, store_results

from autograder import Course
from autograder.cli.instructor_grading import SHARED
from autograder.nbgrader.read_grades import UnitGrades, read_grades

STEP = 16  # graders are killed at write 1, 17, 33, ...
# Calls with external side effects.
WRITES = {"fsync", "truncate", "unlink", "chmod", "mkdir", "commit", "execute"}


def grade_until_killed(solutions: Path, folder: Path, secret: str, last: int) -> None:
    """Grade the class, and kill this process at the write with the number `last`."""
    os.environ["AUTOGRADER_SECRET"] = secret
    numbers = count(1)

    def kill(frame: FrameType, event: str, function: Any) -> None:
        writes = event == "c_call" and (function.__name__ in WRITES or function is os.replace)
        if writes and next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(kill)
    grade_here(Course(solutions), folder)


def state(folder: Path) -> tuple[UnitGrades, dict[Path, bytes]]:
    """Return all grades and the files that the grader writes."""
    paths = [path for top in ("autograded", "feedback") for path in (folder / top).rglob("*")]
    files = {path: path.read_bytes() for path in paths if path.is_file()}
    return read_grades(folder / "gradebook.db", SECOND), files


@pytest.mark.proof  # grades a class many times
def test_killed_runs_end_in_the_same_state(klass: Class, tmp_path: Path) -> None:
    """The results of a new student and of a second attempt are in the ledger."""
    right = right_answers(klass.course.unit(SECOND))
    store_results(klass.course, klass.folder, {"bob": right, "eve": right})
    before = shutil.copytree(klass.folder, tmp_path / "before")
    grade_here(klass.course, klass.folder)
    complete = state(klass.folder)
    context = get_context("forkserver")
    context.set_forkserver_preload(SHARED)
    secret, exits = os.environ["AUTOGRADER_SECRET"], list[int | None]()
    for last in count(1, STEP):
        shutil.rmtree(klass.folder)
        shutil.copytree(before, klass.folder)
        words = (klass.course.path, klass.folder, secret, last)
        grader = context.Process(target=grade_until_killed, args=words)
        grader.start()
        grader.join()
        exits.append(grader.exitcode)
        grade_here(klass.course, klass.folder)
        assert state(klass.folder) == complete, last
        assert not klass.found().differences + klass.found().unfinished, last
        if grader.exitcode == 0:
            break
    assert exits == [-signal.SIGKILL] * (len(exits) - 1) + [0]
    assert len(exits) > 10


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
