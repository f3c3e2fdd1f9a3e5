"""Rules for tasks. Most of them run a task's answers and compare the verdicts with expectations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from autograder.authoring.docstring_examples import find_false_examples
from autograder.authoring.extreme_values import NUMBERS, WHOLE, fill_with_extreme
from autograder.authoring.mutants import Mutant, mutants
from autograder.authoring.proof import Rule, Violation
from autograder.core.course.plan import answer_space, variant
from autograder.core.course.task import Task, Variant
from autograder.core.course.task_file import Place, answers_path, task_files
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import Expected
from autograder.core.grading.judgement import first_failure, judge_outputs
from autograder.core.grading.mistakes import program_of
from autograder.core.grading.reference_answer import expect
from autograder.core.grading.tolerance import eps
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import PUBLIC
from autograder.core.inputs.tree import leaves, map_leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status, Verdict
from autograder.notebook.learner.time_limit import TimeLimited

KEYS = (PUBLIC, b"one class", b"another class")  # the last two stand for the secrets of classes
STUDENTS = 50  # number of invented students with whose parameters a tolerance is tested
_BITS = 20  # binary digits after the point; a value that needs more is considered rounded
MOST_WRONG = 12  # maximum number of wrong answers of a task
MUTANT_S = 1.0  # limit on the CPU time of one call in seconds, because some mutants never return
TODO = re.compile(r"TODO\b:?\s*([^\"]*)")


@dataclass(frozen=True)
class Trial:
    """A task with its cached check.

    The answers are tried on the inputs of `classes` classes. If parameters differ between students,
    they are tried with the parameters of `classes` students instead.
    """

    task: Task
    classes: int = 0

    @cached_property
    def check(self) -> Check:
        """Return the check of the task. Raise CourseError if one of its cells fails."""
        return self.task.plan()

    @cached_property
    def students(self) -> list[Check]:
        """Return the checks of `classes` invented students, each with the student's parameters."""
        return [self.task.plan(f"student {number}") for number in range(self.classes)]

    @cached_property
    def wrong_verdicts(self) -> list[Verdict]:
        """Return the verdict on each known wrong answer for the public inputs, in file order."""
        return [self.verdict(mistake.answer) for mistake in self.check.mistakes]

    def gather(self, answer: Any, cases: Sequence[Case]) -> Evidence:
        """Run an answer in this process, without a sandbox, and return its outputs and costs."""
        return self.check.kind.gather(self.check, answer, cases)

    def verdict(self, answer: Any, keys: tuple[bytes, ...] = (PUBLIC,)) -> Verdict:
        """Return the verdict on an answer for the inputs that are drawn with these keys."""
        cases = [case for key in keys for case in self.check.cases(key)]
        return judge_outputs(self.check, cases, self.gather(answer, cases))


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


def exact(trial: Trial) -> Iterator[Violation]:
    """Outputs of a program that are compared with `==` contain no rounded values, and no whole
    numbers that are too large for their floating-point type."""
    check = trial.check if trial.task.kind.compiled else None
    if check is None or check.law is not None or not check.exact:
        return
    cases = [case for key in KEYS for case in check.cases(key)]
    over = dict(pair for case in cases for pair in _inexact_integers(expect(check, case)))
    cell = trial.task.cell("check")
    if part := next(filter(None, (_rounded_value(expect(check, case)) for case in cases)), 0.0):
        reason = (
            f"The inputs are whole numbers, but the solution returns {part:.8g}, and outputs are "
            "compared with `==`. A right answer that performs the operations in a different order "
            "may round differently. Draw real numbers, such as `x: f32[n] in -1.0..1.0`, round the "
            "answer, or set a tolerance."
        )
        yield Violation(reason, line=cell.line if cell else None)
    for dtype, most in over.items():
        reason = (
            f"The solution returns {_format_number(most)}, and outputs are compared with `==`. "
            f"Above {_format_number(2 / eps(dtype))}, {dtype} cannot represent every whole number, "
            "so a right answer that performs the operations in a different order may differ. Draw "
            "smaller inputs, return int32, or set a tolerance."
        )
        yield Violation(reason, line=cell.line if cell else None)


def _rounded_value(expected: Expected) -> float:
    """Return the first finite floating-point value that is not a multiple of 2**-20, or 0."""
    for (_, values), (_, spec) in zip(
        leaves(expected.values), leaves(expected.arrays), strict=True
    ):
        if eps(spec.dtype):
            scaled = np.asarray(values, np.float64).ravel() * 2.0**_BITS
            for value in scaled[np.isfinite(scaled) & (scaled != np.round(scaled))]:
                return float(value / 2.0**_BITS)
    return 0.0


def _inexact_integers(expected: Expected) -> Iterator[tuple[Any, float]]:
    """Yield (dtype, largest absolute value) for each float array of whole numbers above 2 / eps.

    Above 2 / eps, the floating-point type cannot represent every whole number. An array is omitted
    if its largest absolute value is at most 2 / eps.
    """
    pairs = zip(leaves(expected.values), leaves(expected.arrays), strict=True)
    for (_, values), (_, spec) in pairs:
        most = float(np.max(np.abs(values), initial=0))
        if eps(spec.dtype) and np.all(values == np.round(values)) and most > 2 / eps(spec.dtype):
            yield spec.dtype, most


def _format_number(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ")


def wrong(trial: Trial) -> Iterator[Violation]:
    """A task other than prose has one to twelve known wrong answers, and the check recognises each
    one."""
    if not trial.task.kind.judged:
        return
    if not trial.task.wrong:
        path = answers_path(trial.task.path)
        remedy = "Add a `# %% wrong: name` cell with a message."
        yield Violation(f"The task has no wrong answer. {remedy}", path)
    if (count := len(trial.task.wrong)) > MOST_WRONG:
        remedy = "Keep the most likely ones."
        yield Violation(
            f"The task has {count} wrong answers; expected at most {MOST_WRONG}. {remedy}"
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


def span(trial: Trial) -> Iterator[Violation]:
    """If a task limits `span`, one of its wrong answers returns correct values on the public inputs
    but exceeds that limit."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget is None or budget.span is None:
        return
    failures = [finding for verdict in trial.wrong_verdicts for finding in verdict.failures]
    if not any(finding.property == "span" for finding in failures):
        remedy = "Add the loop that the statement forbids, and draw an input that makes it fail."
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Violation(f"No wrong answer exceeds the limit on `span`. {remedy}", line=line)


def tolerance(trial: Trial) -> Iterator[Violation]:
    """If parameters differ between students, no known wrong answer is within the tolerance for any
    of 50 invented students."""
    if trial.task.kind.judged and trial.task.kind.per_student:
        yield from _wrong_answers_that_pass(replace(trial, classes=STUDENTS))


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
    passed = _count_passing_students if trial.task.kind.per_student else _count_passing_classes
    for item, mistake in zip(trial.task.wrong, trial.check.mistakes, strict=True):
        if count := passed(trial, mistake):
            remedy = "Draw inputs that expose it more often."
            reason = f"The wrong answer {item.name} passes in {count} of {trial.classes} classes. "
            yield Violation(reason + remedy, *item.place)


def _failures_of_right_answer(
    trial: Trial, name: str, answer: Any, place: Place | tuple[()] = ()
) -> Iterator[Violation]:
    if missed := trial.classes - _count_right_classes(trial, answer):
        remedy = "Do not draw inputs whose right output is ambiguous."
        yield Violation(
            f"The {name} fails in {missed} of {trial.classes} classes. {remedy}", *place
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


def surviving_mutants(trial: Trial) -> Iterator[Violation]:
    """A solution with one small change fails, unless the program stays the same or `choices` lists
    the changed code. Each entry of `choices` is needed (`--mutants` changes numbers, operators,
    names, bounds and order, and omits lines)."""
    task = trial.task
    if not task.kind.judged or task.kind.per_student:  # may be right by chance
        return
    ours = _program_text(trial, trial.check.reference)
    made = list(mutants(task.solution))
    passing = [mutant for mutant in made if _passes(trial, mutant, ours)]
    for piece in task.choices:
        if not any(mutant.is_limited_to(piece) for mutant in passing):
            yield Violation(f"No mutant of `{piece}` passes. Remove it from `choices`.")
    if undetected := [each for each in passing if not any(map(each.is_limited_to, task.choices))]:
        pairs = (f"`{each.added}` passes instead of `{each.removed}`" for each in undetected)
        remedy = "Draw inputs that expose them, or list the code that may change in `choices`:"
        yield Violation(
            "\n".join([f"{len(undetected)} of {len(made)} mutants pass. {remedy}", *pairs])
        )


def _passes(trial: Trial, mutant: Mutant, ours: str | None) -> bool:
    """Return True if a mutant earns full points on the public inputs.

    Return False if its exported program equals `ours`, the program of the solution. `ours` is None
    for plain Python, for which programs are not compared.
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
    return ours is None or _program_text(trial, answer) != ours


def _program_text(trial: Trial, answer: Any) -> str | None:
    """Return the text of the answer's exported program, or None for plain Python.

    The program is exported at the shapes of the first case.
    """
    if not trial.check.kind.compiled:
        return None
    text: str = program_of(trial.check, answer, trial.check.cases()[0].signature).text
    return text


def extremes(trial: Trial) -> Iterator[Violation]:
    """A `law`, a property of every right answer, rejects answers that are filled with an extreme
    value of their type, such as the largest value, zero, NaN or infinity."""
    check = trial.check if trial.task.kind.judged else None
    if check is None or check.law is None:
        return
    cases = check.cases()
    right = trial.gather(check.reference, cases).outputs
    for pick in range(len(WHOLE)):
        made = [map_leaves(partial(fill_with_extreme, pick), output) for output in right]
        if not first_failure(check, cases, made):
            example = next(leaf for _, leaf in leaves(made) if isinstance(leaf, NUMBERS))
            most = np.ravel(example)[0]
            reason = f"An answer whose values are all {most} satisfies the law for every input. "
            yield Violation(f"{reason}Restrict the range of the answer in the law.")
            return


def bytes_limit(trial: Trial) -> Iterator[Violation]:
    """A task that limits `bytes` also limits `work` or `block`, because an answer can compute many
    sums from values that it loads once."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget and budget.bytes is not None and budget.work is None and budget.block is None:
        reason = "If only `bytes` is limited, an answer can compute many sums from one load. "
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Violation(f"{reason}Limit `work`, too.", line=line)


RULES: tuple[Rule[Trial], ...] = (
    *(todo, stub, solution, exact, extremes, bytes_limit),
    *(wrong, span, tolerance, right, spec, examples),
)
# Rules by the option that requests them. Each takes minutes: a thousand classes, or all mutants of
# a unit.
OPTIONAL_RULES: dict[str, Rule[Trial]] = {"classes": classes, "mutants": surviving_mutants}
