"""A course's promises, kept or not: stubs fail, solutions pass, every wrong answer by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from autograder.judge.check import Check
from autograder.judge.judgement import judge_outputs
from autograder.say.errors import CourseError
from autograder.say.verdict import Status, Verdict
from autograder.task.course import Course, Unit
from autograder.task.plan import answer_space, variant
from autograder.task.task import Task


@dataclass(frozen=True)
class Proof:
    """One promise of one task."""

    unit: str
    task: str
    promise: str
    kept: bool
    reason: str = ""

    def __str__(self) -> str:
        line = f"{'kept  ' if self.kept else 'BROKEN'}  {self.unit}/{self.task}: {self.promise}"
        return line if self.kept else f"{line}\n        {self.reason}"


def prove(what: Course | Unit | Task) -> Iterator[Proof]:
    """Every promise, one after another; a course with nothing to prove breaks one as well."""
    if isinstance(what, Course):
        if not what.units:
            yield Proof("", "", "the course has units", False, f"{what.path} holds none.")
        for unit in what.units.values():
            yield from prove(unit)
    elif isinstance(what, Unit):
        if not what.tasks:
            yield Proof(what.id, "", "the unit has tasks", False, f"{what.path} holds none.")
        for task in what.tasks:
            yield from prove(task)
        if what.tasks:
            yield _names_of_their_own(what)
    else:
        yield from _task(what)


def _names_of_their_own(unit: Unit) -> Proof:
    """One notebook, one namespace: the later of two equal names takes the earlier one's place."""
    first: dict[str, str] = {}
    twice = [
        f"{task.id} and {first[name]} both ask for `{name}`; rename one."
        for task in unit.tasks
        for name in task.names
        if first.setdefault(name, task.id) != task.id
    ]
    return Proof(unit.id, "", "no two tasks ask for one name", not twice, " ".join(twice))


def _task(task: Task) -> Iterator[Proof]:
    def proof(promise: str, reason: str) -> Proof:
        return Proof(task.unit, task.id, promise, not reason, reason)

    if not task.kind.judged:
        yield proof("the stub does not hold the solution", _shown(task))
        return
    try:
        check = task.plan()
        yield proof("the stub is not run yet", _stub(task, _verdict(check, _stub_answer(task))))
        verdict = _verdict(check, check.reference)
        yield proof("the solution passes", _full(verdict))
        for mistake in check.mistakes:
            verdict = _verdict(check, mistake.answer)
            yield proof(f"{mistake.name} fails by its name", _named(verdict, mistake.name))
        for item in task.right:
            verdict = _verdict(check, variant(task, item))
            yield proof(f"{item.name} passes", _full(verdict))
        if not task.wrong:
            yield proof("a wrong answer is known", "Add a `# %% wrong: name` cell.")
    except CourseError as error:
        yield proof("the task can be checked", str(error))


def _verdict(check: Check, answer: Any) -> Verdict:
    cases = check.cases()
    return judge_outputs(check, cases, check.kind.gather(check, answer, cases))


def _stub_answer(task: Task) -> Any:
    return task.kind.answer(task.names, answer_space(task, task.stub))


def _shown(task: Task) -> str:
    inside = [line for line in task.solution.splitlines() if line and line not in task.stub]
    return "" if inside else "The answer cell shows all of its solution."


def _stub(task: Task, verdict: Verdict) -> str:
    return "" if verdict.status is Status.NOT_RUN else f"It is {verdict.status.value}."


def _full(verdict: Verdict) -> str:
    return "" if verdict.status is Status.PASSED else "\n        ".join(verdict.text().splitlines())


def _named(verdict: Verdict, name: str) -> str:
    if verdict.status is Status.PASSED:
        return "It passes."
    return (
        "" if verdict.mistake == name else f"It fails as {verdict.mistake or 'no known mistake'}."
    )
