"""The rule for mutants of a task's solution: the check rejects them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograder.authoring.mutants import Mutant, mutants
from autograder.authoring.proof import Violation
from autograder.authoring.trial import Trial
from autograder.core.course.plan import variant
from autograder.core.course.task import Variant
from autograder.core.grading.judgement import first_failure
from autograder.core.grading.mistakes import program_of
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status
from autograder.notebook.learner.time_limit import TimeLimited

MUTANT_S = 1.0  # limit on the CPU time of one call in seconds, because some mutants never return


def surviving_mutants(trial: Trial) -> Iterator[Violation]:
    """A solution with one small change fails, unless the program stays the same or `choices` lists
    the changed code. Each entry of `choices` is needed (`--mutants` changes numbers, operators,
    names, bounds and order, and omits lines)."""
    task = trial.task
    if not task.kind.judged or task.kind.per_student:  # may be right by chance
        return
    reference = _program_text(trial, trial.check.reference)
    candidates = list(mutants(task.solution))
    passing = [mutant for mutant in candidates if _passes(trial, mutant, reference)]
    for piece in task.choices:
        if not any(mutant.is_limited_to(piece) for mutant in passing):
            yield Violation(f"No mutant of `{piece}` passes. Remove it from `choices`.")
    if undetected := [each for each in passing if not any(map(each.is_limited_to, task.choices))]:
        pairs = (f"`{each.added}` passes instead of `{each.removed}`" for each in undetected)
        remedy = "Draw inputs that expose them, or list the code that may change in `choices`:"
        yield Violation(
            "\n".join([f"{len(undetected)} of {len(candidates)} mutants pass. {remedy}", *pairs])
        )


def _passes(trial: Trial, mutant: Mutant, reference: str | None) -> bool:
    """Return True if a mutant earns full points on the public inputs.

    Return False if its exported program equals `reference`, the program of the solution.
    `reference` is None for plain Python, for which programs are not compared.
    """
    try:
        answer = variant(trial.task, Variant("mutant", "", mutant.source, (trial.task.path, 1)))
    except CourseError:  # the mutant does not run
        return False
    check, candidate = trial.check, TimeLimited(answer, MUTANT_S)
    for case in check.cases():  # most mutants already fail on the first case
        if first_failure(check, [case], trial.gather(candidate, [case]).outputs):
            return False
    if trial.verdict(candidate).status is not Status.PASSED:
        return False
    return reference is None or _program_text(trial, answer) != reference


def _program_text(trial: Trial, answer: Any) -> str | None:
    """Return the text of the answer's exported program, or None for plain Python.

    The program is exported at the shapes of the first case.
    """
    if not trial.check.kind.compiled:
        return None
    text: str = program_of(trial.check, answer, trial.check.cases()[0].signature).text
    return text
