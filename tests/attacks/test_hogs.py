"""Grade a class with hogs: the others keep their scores, and no hog causes a grader failure."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from attack_place import QUICK, Place
from hogs import HOGS, make_notebook

from autograder import Status
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

UNIT = "01_first"
# Production limits, scaled down. No test asserts a waiting time.
LIMITS = replace(
    QUICK,
    cpu_s=1.5,
    idle_s=20,
    all_cpu_s=5,
    all_idle_s=2,
    program_cpu_s=4,
    all_programs_cpu_s=6,
    all_json_chars=1 << 20,
)


@pytest.fixture(scope="module")
def judge(place: Place) -> Judge:
    return Judge(place.course.unit(UNIT), place.secret, LIMITS)


def points(place: Place, judge: Judge, hog: str) -> tuple[float, list[Status]]:
    """Return the points and statuses of one submission."""
    cells = parse_notebook(json.dumps(make_notebook(place.course, judge.unit, hog)).encode())
    verdicts = judge.judge(normalize_submission(place.course, judge.unit, hog or "honest", cells))
    return sum(verdict.points for verdict in verdicts), [v.status for v in verdicts]


@pytest.mark.proof  # every hog, and an honest submission after each
def test_hogs_do_not_affect_honest_students(place: Place, judge: Judge) -> None:
    for hog in HOGS:
        gained, statuses = points(place, judge, hog)
        assert Status.BROKEN not in statuses, (hog, statuses)
        assert gained < judge.unit.points, hog
        assert points(place, judge, "")[0] == judge.unit.points, f"the submission after {hog}"
