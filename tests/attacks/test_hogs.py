"""A class with one of each hog in it: the others have their scores, and no hog is our failure."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from attack_place import QUICK, Place
from hogs import HOGS, book_of

from autograder import Status
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

UNIT = "01_first"
# As in production, in smaller numbers: how long anybody waits is asserted nowhere.
LIMITS = replace(
    QUICK,
    cpu_s=1.5,
    idle_s=20,
    all_cpu_s=5,
    all_idle_s=2,
    program_cpu_s=4,
    all_programs_cpu_s=6,
    all_letters=1 << 20,
)


@pytest.fixture(scope="module")
def judge(place: Place) -> Judge:
    return Judge(place.course.unit(UNIT), place.secret, LIMITS)


def points(place: Place, judge: Judge, hog: str) -> tuple[float, list[Status]]:
    """What one submission gets."""
    cells = parse_notebook(json.dumps(book_of(place.course, judge.unit, hog)).encode())
    verdicts = judge.judge(normalize_submission(place.course, judge.unit, hog or "honest", cells))
    return sum(verdict.points for verdict in verdicts), [v.status for v in verdicts]


@pytest.mark.proof  # each hog at once, beside honest ones
def test_a_class_of_hogs_and_honest(place: Place, judge: Judge) -> None:
    for hog in HOGS:
        gained, statuses = points(place, judge, hog)
        assert Status.BROKEN not in statuses, (hog, statuses)
        assert gained < judge.unit.points, hog
        assert points(place, judge, "")[0] == judge.unit.points, f"the one after {hog}"
