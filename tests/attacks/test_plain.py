"""Check the inputs of plain_nbgrader.py, which is run by hand."""

from __future__ import annotations

from attack_corpus import corpus
from attack_place import ROOT
from plain_course import UNITS, source_book
from plain_nbgrader import LEFT_OUT

from autograder import Course


def test_each_task_for_plain_nbgrader_has_asserts() -> None:
    course = Course.find(ROOT / "tests/mini")
    for unit in UNITS:
        assert len(source_book(course, unit)["cells"]) == 1 + 4 * len(course.unit(unit).judged)


def test_left_out_attacks_exist() -> None:
    assert {word for attack in corpus() for word in (attack.name, attack.kind)} >= LEFT_OUT.keys()
