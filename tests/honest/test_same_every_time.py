"""Grading a class again gives identical scores, on a busy machine, too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from honest_edits import Book, everything_twice, upside_down

from autograder import Course
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

ROOT = Path(__file__).resolve().parents[2]
COURSE = Course.find(ROOT / "tests/mini/solutions")
# Whether the answer is correct depends on random generators.
LUCK = """
import random
import numpy as np
def best_split(n, parts):
    piles = [n // parts + (i < n % parts) for i in range(parts)]
    return piles if random.random() + np.random.random() > 0.02 else [random.random()]"""


def make_submissions() -> dict[tuple[str, str], Book]:
    """Return correct, partly wrong, random and unusual submissions."""
    books = {}
    for unit in COURSE.units.values():
        blank = release_notebook(source_notebook(COURSE, unit))
        tasks = unit.judged
        right = {task.id: task.solution for task in tasks}
        mixed = right | {tasks[-1].id: tasks[-1].wrong[0].source}
        books[unit.id, "right"] = fill(blank, right)
        books[unit.id, "mixed"] = json.loads(json.dumps(fill(blank, mixed)))
        everything_twice(books[unit.id, "mixed"])
    lucky = right | {"02_best_split": LUCK}
    books[unit.id, "lucky"] = json.loads(json.dumps(fill(blank, lucky)))
    upside_down(books[unit.id, "lucky"])
    return books


def graded(books: dict[tuple[str, str], Book]) -> str:
    """Return all verdicts of the class from judges with an empty cache."""
    judges = {unit.id: Judge(unit, b"h" * 32) for unit in COURSE.units.values()}
    found = {}
    for (unit_id, student), book in books.items():
        cells = parse_notebook(json.dumps(book).encode())
        verdicts = judges[unit_id].judge(
            normalize_submission(COURSE, COURSE.unit(unit_id), student, cells)
        )
        found[f"{unit_id} {student}"] = [verdict.to_json() for verdict in verdicts]
    return json.dumps(found, indent=1)


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keep every core busy with other processes."""
    line = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(line) for _ in range(cores)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


@pytest.mark.proof  # grades the class repeatedly
def test_every_run_gives_the_same_scores(request: pytest.FixtureRequest) -> None:
    """All cores are busy in every second run. Use `--runs 1000` for a long test."""
    books = make_submissions()
    first = graded(books)
    verdicts = [verdict for verdicts in json.loads(first).values() for verdict in verdicts]
    assert {verdict["status"] for verdict in verdicts} == {"passed", "failed"}
    for run in range(1, request.config.getoption("--runs")):
        with busy(run % 2 * (os.cpu_count() or 1)):
            assert graded(books) == first, f"run {run}"
