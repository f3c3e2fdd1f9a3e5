"""Check tasks that were changed after grading, before a class is graded again."""

from collections.abc import Callable

from autograder.authoring.proof import check_rule
from autograder.authoring.task_rules import right, solution, wrong
from autograder.authoring.trial import Trial
from autograder.classroom.grade.grade_unit import Grading
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError


def refuse_broken_tasks(grading: Grading) -> None:
    """Raise CourseError if a task changed after it was graded and now breaks its rules.

    Only three rules of `autograder prove` are checked: the solution and the right answers must
    pass, and the wrong answers must fail. Unchanged tasks are not checked, because checking a task
    takes seconds.
    """
    root = grading.course.path.parent
    for task in filter(_changed_since(grading), grading.unit.judged):
        trial = Trial(task)
        proofs = [check_rule(p, trial, task.path, root) for p in (solution, wrong, right)]
        if broken := [str(proof) for group in proofs for proof in group if proof.broken]:
            problem = f"{task.id} changed since it was graded, and now breaks its rules."
            advice = f"Nothing was graded. Run: autograder prove {task.unit}/{task.id}"
            raise CourseError("\n".join([problem, *broken]), advice)


def _changed_since(grading: Grading) -> Callable[[Task], bool]:
    results = (
        grading.ledger.latest_result(student, unit)
        for student, unit in grading.ledger.students_and_units
        if unit == grading.unit.id
    )
    old = {item for result in results if result for item in result.provenance.tasks.items()}
    names = {task for task, _ in old}
    return lambda task: task.id in names and (task.id, task.digest) not in old
