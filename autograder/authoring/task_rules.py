"""Rules for the stub, the solution and the known answers; lists of all rules for tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from autograder.authoring.check_rules import bytes_limit, exact, extremes, span
from autograder.authoring.class_rules import classes, tolerance
from autograder.authoring.docstring_examples import find_false_examples
from autograder.authoring.mutant_rules import surviving_mutants
from autograder.authoring.proof import Rule, Violation
from autograder.authoring.trial import KEYS, Trial
from autograder.core.course.plan import answer_space, variant
from autograder.core.course.task_file import answers_path, task_files
from autograder.core.messages.verdict import Status

MAX_WRONG = 12  # maximum number of wrong answers of a task
TODO = re.compile(r"TODO\b:?\s*([^\"]*)")


def todo(trial: Trial) -> Iterator[Violation]:
    """The task's files contain no `TODO`."""
    yield from find_todos(*task_files(trial.task.path))


def find_todos(*paths: Path) -> Iterator[Violation]:
    """Yield a violation for each line that contains `TODO`, with the text that follows `TODO`."""
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := TODO.search(line):
                yield Violation(f"TODO: {match[1].strip() or 'finish this line.'}", path, number)


def stub(trial: Trial) -> Iterator[Violation]:
    """The stub has the status *not run*. The stub of a prose task does not contain the whole
    solution."""
    task = trial.task
    if not task.kind.judged:
        if not [line for line in task.solution.splitlines() if line and line not in task.stub]:
            yield Violation(
                "The stub contains the whole solution. Put markers around the solution."
            )
        return
    status = trial.verdict(task.kind.read_answer(task.names, answer_space(task, task.stub))).status
    if status is not Status.NOT_RUN:
        yield Violation(
            f"The stub has the status *{status.value}*. Move more code between the markers."
        )


def solution(trial: Trial) -> Iterator[Violation]:
    """The solution earns full points on the public inputs and the hidden inputs of two classes."""
    if not trial.task.kind.judged:
        return
    keys = KEYS[:1] if trial.task.kind.per_student else KEYS
    verdict = trial.verdict(trial.check.reference, keys)
    if verdict.status is not Status.PASSED:
        yield Violation(f"The solution does not pass:\n{verdict.text()}")


def wrong(trial: Trial) -> Iterator[Violation]:
    """A task other than prose has one to twelve known wrong answers, and the check recognises each
    one."""
    if not trial.task.kind.judged:
        return
    if not trial.task.wrong:
        path = answers_path(trial.task.path)
        remedy = "Add a `# %% wrong: name` cell with a message."
        yield Violation(f"The task has no wrong answer. {remedy}", path)
    if (count := len(trial.task.wrong)) > MAX_WRONG:
        remedy = "Keep the most likely ones."
        yield Violation(
            f"The task has {count} wrong answers; expected at most {MAX_WRONG}. {remedy}"
        )
    for item, verdict in zip(trial.task.wrong, trial.wrong_verdicts, strict=True):
        if verdict.status is Status.PASSED:
            remedy = "Make it wrong, or draw inputs for which it is wrong."
            yield Violation(f"The wrong answer {item.name} passes. {remedy}", *item.place)
        elif any("stopped with NameError" in finding.message for finding in verdict.failures):
            remedy = "Define all names that it uses, because it runs without the solution."
            yield Violation(
                f"The wrong answer {item.name} raises a NameError. {remedy}", *item.place
            )
        elif item.name not in (names := [finding.mistake for finding in verdict.failures]):
            mistakes = " ".join(filter(None, names)) or "no known mistake"
            remedy = "Make sure that it raises no error."
            if any(names):
                remedy = "Make the two answers differ on the drawn inputs."
            yield Violation(
                f"The wrong answer {item.name} is recognised as {mistakes}. {remedy}", *item.place
            )


def right(trial: Trial) -> Iterator[Violation]:
    """Every alternative right answer (`# %% right: name`) earns full points on the public
    inputs."""
    for item in trial.task.right if trial.task.kind.judged else ():
        verdict = trial.verdict(variant(trial.task, item))
        if verdict.status is not Status.PASSED:
            reason = f"The right answer {item.name} does not pass:\n{verdict.text()}"
            yield Violation(reason, *item.place)


def spec(trial: Trial) -> Iterator[Violation]:
    """The `spec`, which the notebook shows, does not pass the check as an answer."""
    spec = trial.check.spec if trial.task.kind.judged else None
    if spec is not None and trial.verdict(spec).status is Status.PASSED:
        remedy = "Write the spec of a program with NumPy loops, and omit the spec of a function."
        yield Violation(f"The spec, which students can read, passes as an answer. {remedy}")


def examples(trial: Trial) -> Iterator[Violation]:
    """For each example in the stub, such as `>>> f(2)` or `(2, 3) -> 5`, the solution returns the
    result that is shown (after an arrow, up to one unit in the last decimal)."""
    if trial.task.kind.takes_inputs and trial.task.kind.judged:
        yield from find_false_examples(trial.task, answer_space(trial.task, trial.task.solution))


RULES: tuple[Rule[Trial], ...] = (
    *(todo, stub, solution, exact, extremes, bytes_limit),
    *(wrong, span, tolerance, right, spec, examples),
)
# Rules by the option that requests them. Each takes minutes: a thousand classes, or all mutants of
# a unit.
OPTIONAL_RULES: dict[str, Rule[Trial]] = {"classes": classes, "mutants": surviving_mutants}
