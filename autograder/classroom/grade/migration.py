"""Show which grades move when tasks were added or removed, before anything is written."""

from collections.abc import Callable
from pathlib import Path

from autograder.core.course.course import Course, Unit
from autograder.core.lock import only_writer
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.migrate import TaskChanges, find_changes, migrate
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.nbgrader.register import register
from autograder.results.backup import keep_backup

Ask = Callable[[str], bool]


def migrate_class(course: Course, unit: Unit, folder: Path, agree: Ask) -> bool:
    """Return True if anything was moved. `agree` is called with the planned changes."""
    gradebook = folder / "gradebook.db"
    if not gradebook.is_file():
        raise CourseError(f"There is no gradebook in {folder}.", "Grade the class first.")
    with only_writer(folder, "autograder migrate"), report_database_errors(gradebook):
        found, there = find_changes(course, unit, gradebook), read_grades(gradebook, unit.id)
        if not found and not found.points:
            agree(f"{unit.id}: the gradebook has its tasks as they are.")
            return False
        if not agree("\n".join([*found.lines(), *_losses(found, there)])):
            return False
        keep_backup(folder)
        if found:
            migrate(course, unit, gradebook, found)
        register(course, unit, gradebook)
    return True


def _losses(found: TaskChanges, there: UnitGrades) -> list[str]:
    lines = []
    for student, grades in sorted(there.grades.items()):
        lost = {task: grades[task].score for task in found.removed if task in grades}
        if any(lost.values()):
            parts = ", ".join(f"{points:g} of {task}" for task, points in lost.items() if points)
            lines.append(f"{plain(student)} loses {parts}")
        for task, (_, most) in found.points.items():
            old = {new: old for old, new in found.renamed.items()}.get(task, task)
            given = grades[old].manual if old in grades else None
            if given is not None and given > most:
                lines.append(f"{plain(student)} has {given:g} by hand for {task}: look at it")
    return lines
