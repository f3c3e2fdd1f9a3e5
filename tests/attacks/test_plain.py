"""What is run by hand, for a quarter of an hour, can begin."""

from __future__ import annotations

from attack_corpus import corpus
from attack_place import ROOT
from plain_course import UNITS, source_book
from plain_nbgrader import LEFT_OUT

from autograder import Course


def test_every_task_that_plain_nbgrader_is_given_has_its_asserts() -> None:
    course = Course.find(ROOT / "tests/mini")
    for unit in UNITS:
        assert len(source_book(course, unit)["cells"]) == 1 + 4 * len(course.unit(unit).judged)


def test_what_is_left_out_is_there() -> None:
    assert {word for attack in corpus() for word in (attack.name, attack.kind)} >= LEFT_OUT.keys()
