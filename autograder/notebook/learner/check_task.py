"""What a notebook calls: `check` and `hint`. In process, no sandbox, text only."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.core.course.task import Task
from autograder.core.grading.check import DECLARED, Check
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import (
    describe,
    first_failure,
    judge_outputs,
    reword_expected_none,
)
from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed, CourseError
from autograder.core.messages.explain_error import undefined
from autograder.core.messages.verdict import Status, Verdict
from autograder.core.messages.waiting import explained
from autograder.notebook.learner.cost_summary import card
from autograder.notebook.learner.see import dear, see_call
from autograder.notebook.learner.session import SESSION, course, hint_call, names_of, plan_of
from autograder.notebook.learner.shrink import shrink
from autograder.notebook.learner.time_limit import Bounded

SHRINKABLE = ("values", "finite", "law", "shape", "structure", "raised")


def check(*things: Any, **words: Any) -> None:
    """Check an answer: `check(function)` or `check(name=value)`, and print what was found.

    `check()` says what of the whole unit has passed.

    The task is found by name in the unit that `start` named; what it declares is read from the
    course, so a check cell that was edited checks the same. What is not a pass is printed as an
    error and raises nothing, so that *Run all* goes on; nbgrader's Validate counts it as failed.
    """
    if course() is None:
        print(report.NO_COURSE)
        return
    if not (things or words):
        _everything()
        return
    values = {name: value for name, value in words.items() if name not in DECLARED}
    thing, frame = things[0] if things else None, sys._getframe(1)
    try:
        task = SESSION.task(list(values) or _asked(thing, frame, numbers=False), thing)
        answer = _answer(task, thing, values or {**frame.f_globals, **frame.f_locals})
    except CheckFailed as error:
        print(error, file=sys.stderr)
        return
    try:
        with explained(report.still_checking(task.id)):
            verdict = _verdict(task, answer)
    except CourseError as error:
        raise CourseError(report.course_broken(str(error))) from None
    except Exception as error:  # ours: everything of the learner's has become a finding by now
        raise CourseError(report.course_broken(f"{type(error).__name__}: {error}")) from error
    SESSION.note(task, verdict)
    seen = report.see_lines(see_call(task)) if dear(verdict) else ""
    text = verdict.text("\n".join(filter(None, (seen, SESSION.next_hint(task)))))
    if verdict.status is not Status.PASSED:
        print(text, file=None if verdict.status is Status.LATER else sys.stderr)
        return
    if SESSION.kernel:
        SESSION.kernel.passed(task, lambda changed: _again(task, changed))
    with explained(report.still_timing(task.id)):
        costs = card(plan_of(task), answer) if SESSION.kernel else ""
    print("\n\n".join(filter(None, (text, costs, _onward(task)))))


def _answer(task: Task, thing: Any, space: dict[str, Any]) -> Any:
    """Return the passed function, or the values that have the names of the task."""
    if not task.names:
        raise CheckFailed(report.read_by_a_person(task.id))
    if not task.kind.takes_inputs:
        return tuple(space.get(name, ...) for name in task.names)
    if callable(thing):
        return task.own(thing)
    if task.names[0] in space:
        return task.own(space[task.names[0]])
    written = {name: space[name] for name in task.written if name in space}
    if not written:
        raise CheckFailed(undefined(task.written[0], space).message)
    return task.own(next(iter(written.values())), **written)


def _verdict(task: Task, answer: Any) -> Verdict:
    kernel, plan = SESSION.kernel, plan_of(task)
    if kernel is None:
        return verdict_at_home(plan, answer)
    for name in task.names:
        if (now := kernel.renamed(name)) is not None:
            return judge_outputs(plan, plan.cases()[:1], Evidence([undefined(name, now)]))
    with kernel.as_at(task.id):
        return verdict_at_home(plan, answer)


def _again(task: Task, changed: list[str]) -> None:
    """What passed is judged with the names as they are now, as it will be in the end."""
    assert SESSION.kernel is not None
    values = SESSION.kernel.values(task.names)
    verdict = _verdict(task, values[0] if task.kind.takes_inputs else values)
    passed = task.id in SESSION.passed
    SESSION.note(task, verdict)
    if verdict.status is Status.PASSED:
        if not passed:
            print(report.passes_again(task.id))
    elif name := next((name for name in changed if task.called(name)), ""):
        print(report.answer_replaced(task.id, name), file=sys.stderr)
    else:
        print(f"{report.no_longer(task.id, changed)}\n\n{verdict.text()}", file=sys.stderr)


def _onward(task: Task) -> str:
    """What is done, what is next, and how others did it."""
    assert SESSION.unit is not None
    todo = [(each.id, each.title) for each in SESSION.open]
    later = [each for each in todo if each[0] > task.id] or todo
    ways = "" if task.withheld else hint_call(task)
    return report.onward(len(SESSION.passed), len(SESSION.unit.judged), later, see_call(task), ways)


def _everything() -> None:
    """What of the unit is not done yet, and what would be refused when it is handed in."""
    if SESSION.unit is None:
        print(report.NOT_STARTED, file=sys.stderr)
        return
    unit = SESSION.unit
    rows = [(task.id, SESSION.verdicts.get(task.id)) for task in unit.judged]
    prose = [task.id for task in unit.tasks if not task.kind.judged]
    print(report.ready_text(unit.id, rows, prose, SESSION.passed))
    path = Path.cwd() / f"{unit.id}.ipynb"
    if path.is_file() and sys.platform == "linux":  # elsewhere no judge runs
        words = (sys.executable, "-m", "autograder.cli.main", "check", str(path))
        print(report.judged_by(shlex.join(words)))


def verdict_at_home(plan: Check, answer: Any) -> Verdict:
    """The verdict on an answer run in this process, with the smallest input that fails."""
    cases = plan.cases()
    answer = Bounded(answer) if plan.kind.takes_inputs else answer
    evidence = plan.kind.gather(plan, answer, cases)
    verdict = judge_outputs(plan, cases, evidence)
    failure = first_failure(plan, cases, evidence.outputs)
    if failure is None or not plan.kind.takes_inputs or failure[1].property not in SHRINKABLE:
        return verdict
    if plan.withheld:
        return verdict  # on another input nothing says what is right
    if plan.kind.compiled and failure[1].property == "raised":
        return verdict  # sizes of 1 hide which of them JAX complains about
    named = [finding.mistake for finding in verdict.findings if finding.mistake]
    case, found = shrink(plan, plan.kind.runner(plan, answer), *failure, named)
    if found.property == "finite":
        words = f"{found.message} {plan.kind.origin(plan, answer, case)}".strip()
        found = replace(found, message=words)
    found = reword_expected_none(plan, found)
    smallest = replace(found, smallest_input=describe(plan, case))
    return replace(verdict, findings=(smallest, *verdict.findings[1:]))


def _asked(thing: Any, frame: FrameType, numbers: bool = True) -> list[str]:
    """The names by which a task may be asked for: itself, its name, its number."""
    if numbers and isinstance(thing, int):
        thing = f"{thing:02}"
    if isinstance(thing, str):
        return [thing.zfill(2) if thing.isdigit() else thing]
    return names_of(thing, frame)


def hint(thing: Any = None, n: int | None = None) -> None:
    """Show the next hint of a task, or hint number n. Asking again shows a stronger one.

    Without a task, of the one that was checked last and has not passed. Of one that has passed,
    the model answer and two others.
    """
    if course() is None:
        return
    failed = [id for id in SESSION.verdicts if id not in SESSION.passed]
    if thing is None and not failed:
        calls = [hint_call(task) for task in SESSION.unit.tasks] if SESSION.unit else []
        print(report.hint_of_which(calls))
        return
    try:
        names = failed[-1:] if thing is None else _asked(thing, sys._getframe(1))
        task = SESSION.task(names, None if isinstance(thing, int) else thing)
    except CheckFailed as error:
        print(error, file=sys.stderr)
        return
    if task.id in SESSION.passed and n is None and not task.withheld:
        others = [(variant.name.replace("_", " "), variant.source) for variant in task.right[:2]]
        print(report.ways_text([("The model answer", task.solution), *others]))
        return
    if not task.hints:
        print(report.no_hints(task.id))
        return
    count = len(task.hints)
    number = min(max(n or SESSION.hints.get(task.id, 0) + 1, 1), count)
    SESSION.hints[task.id] = max(number, SESSION.hints.get(task.id, 0))
    print(report.hint_text(number, count, task.hints[number - 1], hint_call(task)))
