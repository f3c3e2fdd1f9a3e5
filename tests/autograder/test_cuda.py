"""Every program for one device that a task asks for can be lowered for CUDA."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest
from reach import one_of_each, row_id

from autograder import Course
from autograder.core.course.plan import load_check
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program

COURSE = Course.find(Path(__file__).resolve().parents[2])
# A program of eight devices has one form for both platforms, which the export checks.
TASKS = [
    task
    for unit in COURSE.units.values()
    for task in unit.tasks
    if task.kind.compiled and not task.kind.multi_device
]


@pytest.mark.parametrize("task", one_of_each(TASKS, attrgetter("unit")), ids=row_id)
def test_solution_for_one_device_lowers_for_cuda(task) -> None:
    plan = load_check(task)
    artifact = export_program(plan.reference, plan.cases()[0].signature).artifact
    assert canonical(artifact, "cuda").startswith(b"module")
