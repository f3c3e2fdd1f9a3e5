"""What everybody got for a unit, whoever handed in: what is exported."""

from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.roster import Roster, Student, in_gradebook
from autograder.gradebook.rows.standings import standing
from autograder.task.course import Course, Unit

GRADED, NO_SCORE, NOT_HANDED_IN = "graded", "no score yet", "not handed in"


@dataclass(frozen=True)
class Result:
    """One student, one unit. `points` is nothing where there is no score: that is not a nought."""

    state: str
    points: float | None = None
    tasks: dict[str, float] | None = None
    penalty: float = 0.0


def everybody(folder: Path, roster: Roster) -> list[Student]:
    """The roster, whoever the gradebook knows besides, and whoever handed in."""
    found = {student.id: student for student in roster.students}
    for student in in_gradebook(folder / "gradebook.db"):
        found.setdefault(student.id, student)
    for path in sorted(folder.glob("submitted/*")):
        if path.is_dir():
            found.setdefault(path.name, Student(path.name))
    return list(found.values())


def results(course: Course, unit: Unit, folder: Path, students: list[Student]) -> list[Result]:
    """As the gradebook has it now, in the order of the students."""
    there = standing(folder / "gradebook.db", unit.id)
    found = []
    for student in students:
        grades = there.grades.get(student.id, {})
        counted = [grades.get(task.id) for task in unit.tasks if task.points]
        handed_in = Folders(course.path.parent, folder, student.id, unit.id).submitted.is_dir()
        if not grades:
            found.append(Result(NO_SCORE if handed_in else NOT_HANDED_IN))
        elif any(grade is None or grade.auto is grade.manual is None for grade in counted):
            found.append(Result(NO_SCORE))
        else:
            shown = there.shown(student.id)
            found.append(
                Result(GRADED, max(0.0, shown.score), dict(shown.scores), shown.late_penalty)
            )
    return found
