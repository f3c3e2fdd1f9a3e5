"""Names that a given cell redefines are restored while an earlier task is judged."""

from __future__ import annotations

from typing import Any

from autograder.core.course.overwritten_names import Overwritten


def test_earlier_task_sees_names_from_before_later_given_cells() -> None:
    space: dict[str, Any] = {"helper": 0}
    names = Overwritten(space)
    for number, task in enumerate(("02_b", "04_d"), 1):
        with names.record_changes(task):
            space["helper"] = number
    for task, seen in (("01_a", 0), ("02_b", 1), ("03_c", 1), ("04_d", 2)):
        with names.undo_later_changes(task):
            assert space["helper"] == seen
        assert space["helper"] == 2


def test_later_definition_of_the_student_stays() -> None:
    space: dict[str, Any] = {"helper": 0}
    names = Overwritten(space)
    with names.record_changes("02_b"):
        space["helper"] = 1
    space["helper"] = 2
    with names.undo_later_changes("01_a"):
        assert space["helper"] == 2
        space["helper"] = 3
    assert space["helper"] == 3
