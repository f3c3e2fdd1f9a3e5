"""Read the results of all students for a unit, and find the students and units of a class."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from autograder.classroom.gradebook_students import read_students
from autograder.classroom.names import normalize_name
from autograder.classroom.roster import Roster, Student
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.read_grades import graded_units, read_grades

_ADVICE = "Correct the name, or add the student to students.csv."
GRADED, NOT_HANDED_IN = "graded", "not handed in"
NO_SCORE = "no score yet"  # the gradebook has no score from the grader for some task
TO_READ = "to be read"  # a person must grade an answer, or check points for an earlier file


@dataclass(frozen=True)
class UnitGrade:
    """A student's grade for one unit.

    `points` is None if some tasks have no score yet. `tasks` maps the tasks that have a score to
    their points, and is None if the gradebook has no grade of the student.
    """

    state: str
    points: float | None = None
    tasks: dict[str, float] | None = None
    penalty: float = 0.0


def all_students(folder: Path, roster: Roster) -> list[Student]:
    """Return the roster's students, then others in the gradebook, then others in submitted/."""
    students = {student.id: student for student in roster.students}
    for student in read_students(folder / "gradebook.db"):
        students.setdefault(student.id, student)
    for path in sorted(folder.glob("submitted/*")):
        if path.is_dir():
            students.setdefault(path.name, Student(path.name))
    return list(students.values())


def used_units(course: Course, folder: Path) -> list[Unit]:
    """Return the units, in the order of the course, with a policy, a submission or a grade."""
    used = {*Policy.of_class(folder, course.units).units, *graded_units(folder / "gradebook.db")}
    used |= {path.name for path in folder.glob("submitted/*/*")}
    return [unit for unit in course.units.values() if unit.id in used]


def refuse_unknown_students(policy: Policy, students: list[Student]) -> None:
    """Raise CourseError if the policy extends the time of a student who is not in the class."""
    ids = {student.id for student in students}
    names = {word: s.id for s in students for word in (*s.names, s.email.casefold(), s.id) if word}
    for name in sorted({student for student, _ in policy.extensions} - ids):
        forms = (name, name.casefold(), normalize_name(name))
        similar = [names[word] for form in forms for word in get_close_matches(form, names, 3, 0.6)]
        advice = f"Did you mean {' or '.join(dict.fromkeys(similar))}?" if similar else _ADVICE
        problem = f"More time is given to {name!r}, who is not in this class."
        raise CourseError(problem, advice, policy.path, policy.line(name))


def read_results(
    course: Course, unit: Unit, folder: Path, students: list[Student]
) -> list[UnitGrade]:
    """Return each student's grade for a unit, in the order of `students`."""
    unit_grades = read_grades(folder / "gradebook.db", unit.id)
    results = []
    for student in students:
        grades = unit_grades.grades.get(student.id, {})
        handed_in = Folders(course.path.parent, folder, student.id, unit.id).submitted.is_dir()
        if not grades:
            results.append(UnitGrade(NO_SCORE if handed_in else NOT_HANDED_IN))
            continue
        data = unit_grades.feedback_data(student.id)
        changed = unit_grades.to_grade_again(student.id)
        ungraded = {
            task.id: task.kind.judged and task.id not in changed
            for task in unit.tasks
            if task.id in changed
            or (task.points and ((grade := grades.get(task.id)) is None or grade.waits))
        }
        tasks = {task: score for task, score in data.scores.items() if task not in ungraded}
        if ungraded:
            results.append(UnitGrade(NO_SCORE if any(ungraded.values()) else TO_READ, tasks=tasks))
        else:
            results.append(UnitGrade(GRADED, max(0.0, data.score), tasks, data.late_penalty))
    return results
