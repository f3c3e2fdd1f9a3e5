"""The promises of a single task: its own answers are run, and each gets what it deserves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from autograder.authoring.docstring_examples import false_examples
from autograder.authoring.extreme_values import NUMBERS, WHOLE, extreme
from autograder.authoring.mutants import Mutant, mutants
from autograder.authoring.proof import Breach, Promise
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
from autograder.core.inputs.tree import change, leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status, Verdict
from autograder.notebook.learner.time_limit import TimeLimited

KEYS = (PUBLIC, b"one class", b"another class")  # judges draw for the public key and a secret one
STUDENTS = 50  # whose figures are tried each time
_BITS = 20  # behind the point, of what is told from a quotient that has no end
MUTANT_S = 1.0  # of processor time for one call: many a small change is a loop without an end
TODO = re.compile(r"TODO\b:?\s*([^\"]*)")


@dataclass(frozen=True)
class Trial:
    """A task, its check read once, and in how many classes its wrong answers are tried."""

    task: Task
    classes: int = 0

    @cached_property
    def check(self) -> Check:
        """What the task asks."""
        return self.task.plan()

    @cached_property
    def students(self) -> list[Check]:
        """The check at the figures of one student after another."""
        return [self.task.plan(f"student {number}") for number in range(self.classes)]

    @cached_property
    def wrong_verdicts(self) -> list[Verdict]:
        """The verdicts on the known wrong answers, in their order."""
        return [self.verdict(mistake.answer) for mistake in self.check.mistakes]

    def gather(self, answer: Any, cases: Sequence[Case]) -> Evidence:
        """What comes of running an answer here."""
        return self.check.kind.gather(self.check, answer, cases)

    def verdict(self, answer: Any, keys: tuple[bytes, ...] = (PUBLIC,)) -> Verdict:
        """The verdict on an answer, on what is drawn for these keys."""
        cases = [case for key in keys for case in self.check.cases(key)]
        return judge_outputs(self.check, cases, self.gather(answer, cases))


def todo(trial: Trial) -> Iterator[Breach]:
    """The task's files contain no `TODO`."""
    yield from left_to_do(*task_files(trial.task.path))


def left_to_do(*paths: Path) -> Iterator[Breach]:
    """Yield a breach for each `TODO` of the files; the text after it is the remedy."""
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := TODO.search(line):
                yield Breach(f"TODO: {found[1].strip() or 'finish this line.'}", path, number)


def stub(trial: Trial) -> Iterator[Breach]:
    """The stub has the status *not run*, and it does not contain the solution."""
    task = trial.task
    if not task.kind.judged:
        if not [line for line in task.solution.splitlines() if line and line not in task.stub]:
            yield Breach("The answer cell shows all of its solution; put markers around it.")
        return
    status = trial.verdict(task.kind.read_answer(task.names, answer_space(task, task.stub))).status
    if status is not Status.NOT_RUN:
        yield Breach(f"The stub is {status.value} as it stands; move more between the markers.")


def solution(trial: Trial) -> Iterator[Breach]:
    """The solution earns full points on the inputs of several keys."""
    if not trial.task.kind.judged:
        return
    keys = KEYS[:1] if trial.task.kind.per_student else KEYS
    verdict = trial.verdict(trial.check.reference, keys)
    if verdict.status is not Status.PASSED:
        yield Breach(f"The solution does not pass:\n{verdict.text()}")


def exact(trial: Trial) -> Iterator[Breach]:
    """Values compared with `==` are whole numbers that their type represents exactly."""
    check = trial.check if trial.task.kind.compiled else None
    if check is None or check.law is not None or not check.exact:
        return
    cases = [case for key in KEYS for case in check.cases(key)]
    over = {dtype: most for case in cases for dtype, most in _beyond(expect(check, case))}
    cell = trial.task.cell("check")
    if part := next(filter(None, (_part(expect(check, case)) for case in cases)), 0.0):
        reason = (
            f"Whole numbers go in, {part:.8g} comes out, and `==` decides: a right answer in "
            "another order may differ by a rounding. Draw real numbers, such as "
            "`x: f32[n] in -1.0..1.0`, round the answer, or state a tolerance."
        )
        yield Breach(reason, line=cell.line if cell else None)
    for dtype, most in over.items():
        reason = (
            f"The solution gives {_apart(most)} where `==` decides, and above "
            f"{_apart(2 / eps(dtype))} {dtype} leaves out whole numbers: a right answer in another "
            "order may differ. Draw smaller inputs, return int32, or state a tolerance."
        )
        yield Breach(reason, line=cell.line if cell else None)


def _part(expected: Expected) -> float:
    """One that no sum of halves, quarters and so on is, and that a float has to round; or 0."""
    for (_, values), (_, spec) in zip(
        leaves(expected.values), leaves(expected.arrays), strict=True
    ):
        if eps(spec.dtype):
            fine = np.asarray(values, np.float64).ravel() * 2.0**_BITS
            for value in fine[np.isfinite(fine) & (fine != np.round(fine))]:
                return float(value / 2.0**_BITS)
    return 0.0


def _beyond(expected: Expected) -> Iterator[tuple[Any, float]]:
    """Of each array of whole numbers with one that its float cannot tell from its neighbours."""
    pairs = zip(leaves(expected.values), leaves(expected.arrays), strict=True)
    for (_, values), (_, spec) in pairs:
        most = float(np.max(np.abs(values), initial=0))
        if eps(spec.dtype) and np.all(values == np.round(values)) and most > 2 / eps(spec.dtype):
            yield spec.dtype, most


def _apart(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ")


def wrong(trial: Trial) -> Iterator[Breach]:
    """A graded task has a wrong answer, and each wrong answer fails under its own name."""
    if not trial.task.kind.judged:
        return
    if not trial.task.wrong:
        path = answers_path(trial.task.path)
        mend = "add a `# %% wrong: name` cell with its message."
        yield Breach(f"No wrong answer is known; {mend}", path)
    for item, verdict in zip(trial.task.wrong, trial.wrong_verdicts, strict=True):
        if verdict.status is Status.PASSED:
            mend = "make it wrong, or draw inputs on which it is."
            yield Breach(f"The wrong answer {item.name} passes; {mend}", *item.place)
        elif any("stopped with NameError" in found.message for found in verdict.failures):
            mend = "give it what it uses: a wrong answer is run without the solution."
            yield Breach(
                f"The wrong answer {item.name} stops with a NameError; {mend}", *item.place
            )
        elif item.name not in (names := [found.mistake for found in verdict.failures]):
            known = " ".join(filter(None, names)) or "no known mistake"
            mend = "one that crashes has nothing to compare."
            yield Breach(f"The wrong answer {item.name} fails as {known}; {mend}", *item.place)


def exceeded(trial: Trial) -> Iterator[Breach]:
    """If `span` is limited, a wrong answer with the right values exceeds the limit."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget is None or budget.span is None:
        return
    failures = [found for verdict in trial.wrong_verdicts for found in verdict.failures]
    if not any(found.property == "span" for found in failures):
        mend = "list the loop that the statement forbids, and draw a case on which it fails."
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Breach(f"No wrong answer exceeds `span`; {mend}", line=line)


def narrow(trial: Trial) -> Iterator[Breach]:
    """A tolerance is smaller than the smallest known mistake for every student's figures."""
    if trial.task.kind.judged and trial.task.kind.per_student:
        yield from _passes_somewhere(replace(trial, classes=STUDENTS))


def right(trial: Trial) -> Iterator[Breach]:
    """Every other right answer earns full points."""
    for item in trial.task.right if trial.task.kind.judged else ():
        verdict = trial.verdict(variant(trial.task, item))
        if verdict.status is not Status.PASSED:
            reason = f"The right answer {item.name} does not pass:\n{verdict.text()}"
            yield Breach(reason, *item.place)


def shown(trial: Trial) -> Iterator[Breach]:
    """The `spec`, which the notebook shows, does not pass the check as an answer."""
    spec = trial.check.spec if trial.task.kind.judged else None
    if spec is not None and trial.verdict(spec).status is Status.PASSED:
        mend = "write a program's in NumPy, one by one; a function needs none: its solution is one."
        yield Breach(f"Who copies the check's spec has an answer; {mend}")


def examples(trial: Trial) -> Iterator[Breach]:
    """The solution returns the result of each example in the stub, `>>> f(2)` or `(2, 3) -> 5`."""
    if trial.task.kind.takes_inputs and trial.task.kind.judged:
        yield from false_examples(trial.task, answer_space(trial.task, trial.task.solution))


def classes(trial: Trial) -> Iterator[Breach]:
    """On the hidden inputs of every class, all right answers pass and all wrong ones fail
    (`--classes 1000` tries that many)."""
    if not trial.task.kind.judged:
        return
    personal = trial.task.kind.per_student
    if not personal:
        yield from _right_not_in_all(trial, "solution", trial.check.reference)
        for item in trial.task.right:
            name, answer = f"right answer {item.name}", variant(trial.task, item)
            yield from _right_not_in_all(trial, name, answer, item.place)
    yield from _passes_somewhere(trial)


def _passes_somewhere(trial: Trial) -> Iterator[Breach]:
    passed = _passed_values if trial.task.kind.per_student else _passed_cases
    for item, mistake in zip(trial.task.wrong, trial.check.mistakes, strict=True):
        if count := passed(trial, mistake):
            mend = "draw the inputs that tell it apart more often."
            reason = f"The wrong answer {item.name} passes in {count} of {trial.classes} classes; "
            yield Breach(reason + mend, *item.place)


def _right_not_in_all(
    trial: Trial, name: str, answer: Any, place: Place | tuple[()] = ()
) -> Iterator[Breach]:
    if missed := trial.classes - _right_in(trial, answer):
        mend = "draw no inputs that leave in doubt what is right."
        yield Breach(f"The {name} fails in {missed} of {trial.classes} classes; {mend}", *place)


def _passed_cases(trial: Trial, mistake: Mistake) -> int:
    """In how many classes its values are right; one that only costs too much costs it in all."""
    public = trial.check.cases()
    if not first_failure(trial.check, public, trial.gather(mistake.answer, public).outputs):
        return 0
    return _right_in(trial, mistake.answer)


def _right_in(trial: Trial, answer: Any) -> int:
    """In how many classes all its values are right."""
    check, keys = trial.check, [b"class %d" % number for number in range(trial.classes)]
    run = check.kind.runner(check, answer)

    def passes(key: bytes) -> bool:
        # Nearly always the first input says no. The sizes that a class has of its own come last:
        # they are compiled for it alone.
        return not any(first_failure(check, [case], [run(case)]) for case in check.cases(key))

    return sum(map(passes, keys))


def _passed_values(trial: Trial, mistake: Mistake) -> int:
    """For how many students it lies within the tolerance: each has figures of their own."""
    count = 0
    for check in trial.students:
        answer = next(each.answer for each in check.mistakes if each.name == mistake.name)
        output = check.kind.gather(check, answer, check.cases()).outputs[0]
        count += first_failure(check, check.cases(), [output]) is None
    return count


def mutated(trial: Trial) -> Iterator[Breach]:
    """A small change of the solution fails unless it gives the same program or is in `choices`
    (`--mutants` changes numbers, signs, bounds, order and dtypes, and leaves out lines)."""
    task = trial.task
    if not task.kind.judged or task.kind.per_student:  # values: many formulas give one number
        return
    ours = _program(trial, trial.check.reference)
    made = list(mutants(task.solution))
    passing = [mutant for mutant in made if _passes(trial, mutant, ours)]
    for piece in task.choices:
        if not any(mutant.within(piece) for mutant in passing):
            yield Breach(f"`{piece}` is one of the `choices`, and no change of it passes: drop it.")
    if lost := [each for each in passing if not any(map(each.within, task.choices))]:
        pairs = (f"`{each.put}` passes in place of `{each.taken}`" for each in lost)
        mend = "Draw an input that tells them apart, or put what may change into `choices`:"
        yield Breach("\n".join([f"{len(lost)} of {len(made)} small changes pass. {mend}", *pairs]))


def _passes(trial: Trial, mutant: Mutant, ours: str | None) -> bool:
    """Whether a change of the solution gets full points, and is another program."""
    try:
        answer = variant(trial.task, Variant("mutant", "", mutant.source, (trial.task.path, 1)))
    except CourseError:  # it does not even run
        return False
    check, asked = trial.check, TimeLimited(answer, MUTANT_S)
    for case in check.cases():  # nearly always the first input says no
        if first_failure(check, [case], trial.gather(asked, [case]).outputs):
            return False
    if trial.verdict(asked).status is not Status.PASSED:
        return False
    return ours is None or _program(trial, answer) != ours


def _program(trial: Trial, answer: Any) -> str | None:
    """What the judge would read of an answer to the first case; None of plain Python."""
    if not trial.check.kind.compiled:
        return None
    text: str = program_of(trial.check, answer, trial.check.cases()[0].signature).text
    return text


def extremes(trial: Trial) -> Iterator[Breach]:
    """A law rejects the extreme values of the answer's types: largest, zero, nan and infinity."""
    check = trial.check if trial.task.kind.judged else None
    if check is None or check.law is None:
        return
    cases = check.cases()
    right = trial.gather(check.reference, cases).outputs
    for pick in range(len(WHOLE)):
        made = [change(partial(extreme, pick), output) for output in right]
        if not first_failure(check, cases, made):
            shown = next(leaf for _, leaf in leaves(made) if isinstance(leaf, NUMBERS))
            most = np.ravel(shown)[0]
            reason = f"An answer whose numbers are all {most} keeps the law on every input; "
            yield Breach(f"{reason}say in the law what range an answer has.")
            return


def shared(trial: Trial) -> Iterator[Breach]:
    """A limit on `bytes` comes with one on `work` or `block`: several sums can share one load."""
    budget = trial.check.budget if trial.task.kind.judged else None
    if budget and budget.bytes is not None and budget.work is None and budget.block is None:
        reason = "`bytes` alone lets every entry be worked on for each, since all sums of an array "
        cell = trial.task.cell("check")
        line = cell.line if cell else None
        yield Breach(f"{reason}share one reading of it; limit `work` as well.", line=line)


PROMISES: tuple[Promise[Trial], ...] = (
    *(todo, stub, solution, exact, extremes, shared),
    *(wrong, exceeded, narrow, right, shown, examples),
)
# Minutes for a thousand classes, or for all changes of a unit.
WHEN_ASKED: dict[str, Promise[Trial]] = {"classes": classes, "mutants": mutated}
