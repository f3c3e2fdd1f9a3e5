"""Rules for the answers of a task on the inputs of many classes or parameters of many students."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from autograder.authoring.proof import Violation
from autograder.authoring.trial import Trial
from autograder.core.course.plan import variant
from autograder.core.course.task_file import Place
from autograder.core.grading.check import Mistake
from autograder.core.grading.judgement import first_failure

STUDENTS = 50  # number of invented students with whose parameters a tolerance is tested


def tolerance(trial: Trial) -> Iterator[Violation]:
    """If parameters differ between students, no known wrong answer is within the tolerance for any
    of 50 invented students."""
    if trial.task.kind.judged and trial.task.kind.per_student:
        yield from _wrong_answers_that_pass(replace(trial, classes=STUDENTS))


def classes(trial: Trial) -> Iterator[Violation]:
    """On the hidden inputs of each class, the values of all right answers are right, and those of
    each wrong answer are wrong, unless only its cost is wrong (`--classes 1000` tries 1,000
    classes)."""
    if not trial.task.kind.judged:
        return
    personal = trial.task.kind.per_student
    if not personal:
        yield from _failures_of_right_answer(trial, "solution", trial.check.reference)
        for item in trial.task.right:
            name, answer = f"right answer {item.name}", variant(trial.task, item)
            yield from _failures_of_right_answer(trial, name, answer, item.place)
    yield from _wrong_answers_that_pass(trial)


def _wrong_answers_that_pass(trial: Trial) -> Iterator[Violation]:
    per_student = trial.task.kind.per_student
    count_passes = _count_passing_students if per_student else _count_passing_classes
    for item, mistake in zip(trial.task.wrong, trial.check.mistakes, strict=True):
        if count := count_passes(trial, mistake):
            total = trial.classes
            if per_student:
                passes = f"passes with the parameters of {count} of {total} students."
                remedy = (
                    "Declare a smaller tolerance, or draw parameters for which it differs more."
                )
            else:
                passes = f"passes in {count} of {total} classes."
                remedy = "Draw inputs that expose it more often."
            yield Violation(f"The wrong answer {item.name} {passes} {remedy}", *item.place)


def _failures_of_right_answer(
    trial: Trial, name: str, answer: Any, place: Place | tuple[()] = ()
) -> Iterator[Violation]:
    if failures := trial.classes - _count_right_classes(trial, answer):
        remedy = "Do not draw inputs whose right output is ambiguous."
        yield Violation(
            f"The {name} fails in {failures} of {trial.classes} classes. {remedy}", *place
        )


def _count_passing_classes(trial: Trial, mistake: Mistake) -> int:
    """Return the number of classes in which all values of a known wrong answer are right.

    Return 0 if its values are right for the public inputs. Such an answer is wrong because of its
    cost, which this function does not measure.
    """
    public = trial.check.cases()
    if not first_failure(trial.check, public, trial.gather(mistake.answer, public).outputs):
        return 0
    return _count_right_classes(trial, mistake.answer)


def _count_right_classes(trial: Trial, answer: Any) -> int:
    """Return the number of classes in which all values of the answer are right."""
    check, keys = trial.check, [b"class %d" % number for number in range(trial.classes)]
    run = check.kind.runner(check, answer)

    def passes(key: bytes) -> bool:
        # Stop at the first failing case. Cases with sizes that only this class uses come last,
        # because each new size needs a compilation.
        return not any(first_failure(check, [case], [run(case)]) for case in check.cases(key))

    return sum(map(passes, keys))


def _count_passing_students(trial: Trial, mistake: Mistake) -> int:
    """Return the number of students for whose parameters the values of a wrong answer are right."""
    count = 0
    for check in trial.students:
        answer = next(each.answer for each in check.mistakes if each.name == mistake.name)
        output = check.kind.gather(check, answer, check.cases()).outputs[0]
        count += first_failure(check, check.cases(), [output]) is None
    return count
