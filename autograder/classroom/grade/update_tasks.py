"""Check tasks that were changed after grading, and update the gradebook to them."""

import sys
from collections.abc import Mapping

from autograder.authoring.proof import check_rule
from autograder.authoring.task_rules import right, solution, wrong
from autograder.authoring.trial import Trial
from autograder.classroom.grade.grade_unit import Grading
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.migrate import TaskChanges, find_changes, migrate
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.nbgrader.register import changed_tasks_error, register

Updates = Mapping[str, TaskChanges]  # by unit


def refuse_broken_tasks(grading: Grading) -> None:
    """Raise CourseError if a task changed after it was graded and now breaks its rules.

    Only three rules of `autograder prove` are checked: the solution and the right answers must
    pass, and the wrong answers must fail. Unchanged tasks are not checked, because checking a task
    takes seconds.
    """
    results = (
        grading.ledger.latest_result(student, unit)
        for student, unit in grading.ledger.students_and_units
        if unit == grading.unit.id
    )
    graded = {item for result in results if result for item in result.provenance.tasks.items()}
    names = {name for name, _ in graded}
    root = grading.course.path.parent
    for task in grading.unit.judged:
        if task.id not in names or (task.id, task.digest) in graded:
            continue
        trial = Trial(task)
        proofs = [check_rule(p, trial, task.path, root) for p in (solution, wrong, right)]
        if broken := [str(proof) for group in proofs for proof in group if proof.broken]:
            problem = f"{task.id} changed since it was graded, and now breaks its rules."
            advice = f"Nothing was graded. Run: autograder prove {task.unit}/{task.id}"
            raise CourseError("\n".join([problem, *broken]), advice)


def plan_updates(gradings: list[Grading], confirmed: bool) -> Updates:
    """Return the changed tasks of each unit whose tasks differ from those in the gradebook.

    Print the changes and the points that students lose. Unless `confirmed`, ask the user, and
    raise CourseError if the user declines or there is no terminal.
    """
    updates = {}
    for grading in gradings:
        course, unit, gradebook = grading.course, grading.unit, grading.gradebook
        if not gradebook.is_file() or not (changes := find_changes(course, unit, gradebook)):
            continue
        losses = _losses(changes, read_grades(gradebook, unit.id))
        print(f"{unit.id}: the tasks changed after grading:", file=sys.stderr)
        print(*(f"  {line}" for line in [*changes.lines(), *losses]), sep="\n", file=sys.stderr)
        if not (confirmed or _confirm()):
            raise changed_tasks_error(course, unit, grading.folder)
        updates[unit.id] = changes
    return updates


def update_tasks(grading: Grading, changes: TaskChanges) -> None:
    """Apply the changes of a unit's tasks to the gradebook. The caller must have made a backup."""
    migrate(grading.course, grading.unit, grading.gradebook, changes)
    register(grading.course, grading.unit, grading.gradebook)


def _confirm() -> bool:
    """Ask for confirmation on the terminal. Return False if there is no terminal."""
    if not sys.stdin.isatty():
        return False
    question = "Update the gradebook? It is backed up first. [y/N] "
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "y"


def _losses(changes: TaskChanges, unit_grades: UnitGrades) -> list[str]:
    """List the students who lose points, and the manual grades above the new maximum."""
    lines = []
    old_names = {new: old for old, new in changes.renamed.items()}
    for student, grades in sorted(unit_grades.grades.items()):
        removed_points = {task: grades[task].score for task in changes.removed if task in grades}
        if any(removed_points.values()):
            parts = ", ".join(
                f"{points:g} of {task}" for task, points in removed_points.items() if points
            )
            lines.append(f"{plain(student)} loses points: {parts}")
        for task, (_, maximum) in changes.points.items():
            old = old_names.get(task, task)
            manual = grades[old].manual if old in grades else None
            if manual is not None and manual > maximum:
                lines.append(
                    f"{plain(student)}, {task}: the manual grade {manual:g} is above the new "
                    f"maximum {maximum:g}; correct it in formgrader"
                )
    return lines
