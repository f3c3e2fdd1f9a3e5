"""`check` and `hint` as a notebook calls them: in process, no sandbox, text only."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType
from typing import Any

from autograder.home.session import SESSION, course, hint_call, plan_of
from autograder.home.shrink import shrink
from autograder.judge.check import Check
from autograder.judge.judgement import describe, first_failure, judge_outputs
from autograder.judge.mistakes import explains
from autograder.say import report
from autograder.say.errors import CheckFailed, CourseError
from autograder.say.verdict import Status, Verdict
from autograder.task.task import DECLARED, Task

SHRINKABLE = ("values", "finite", "law", "shape", "structure", "raised")


def check(*things: Any, **words: Any) -> None:
    """Check an answer: `check(function)` or `check(name=value)`. Prints if it passes.

    The task is found by name in the unit that `start` named; what it declares is read from the
    course, so a check cell that was edited checks the same. Raises CheckFailed with the reason.
    """
    if course() is None:
        print(report.NO_COURSE)
        return
    values = {name: value for name, value in words.items() if name not in DECLARED}
    names = list(values) or (_names(things, sys._getframe(1)) if things else [])
    task = SESSION.task(names)
    answer = tuple(values.get(name, ...) for name in task.names) if values else things[0]
    try:
        verdict = verdict_at_home(plan_of(task), answer)
    except CourseError as error:
        raise CourseError(report.course_broken(str(error))) from None
    except Exception as error:  # ours: everything of the learner's has become a finding by now
        raise CourseError(report.course_broken(f"{type(error).__name__}: {error}")) from error
    text = verdict.text(SESSION.next_hint(task))
    if verdict.status is not Status.PASSED:
        raise CheckFailed(text)
    print(text)


def verdict_at_home(plan: Check, answer: Any) -> Verdict:
    """The verdict on an answer run in this process, with the smallest input that fails."""
    cases = plan.cases()
    evidence = plan.kind.gather(plan, answer, cases)
    verdict = judge_outputs(plan, cases, evidence)
    failure = first_failure(plan, cases, evidence.outputs)
    if failure is None or not plan.kind.drawn or failure[1].property not in SHRINKABLE:
        return verdict
    if plan.kind.compiled and failure[1].property == "raised":
        return verdict  # sizes of 1 hide which of them JAX complains about
    run = plan.kind.runner(plan, answer)
    case, found = shrink(plan, run, *failure)
    smallest = replace(found, smallest_input=describe(plan, case))
    known = verdict.findings[1:] if explains(plan, verdict.mistake, case, run(case)) else ()
    return replace(verdict, findings=(smallest, *known))


def _names(things: tuple[Any, ...], frame: FrameType) -> list[str]:
    """What the caller calls it, and what it calls itself."""
    spaces = (frame.f_locals, frame.f_globals)
    names = [name for space in spaces for name, value in space.items() if value is things[0]]
    return [*names, getattr(things[0], "__name__", "")]


def hint(thing: Any, n: int | None = None) -> None:
    """Show the next hint of a task, or hint number n. Asking again shows a stronger one."""
    if course() is None:
        return
    names = [thing] if isinstance(thing, str) else _names((thing,), sys._getframe(1))
    task = thing if isinstance(thing, Task) else SESSION.task(names)
    if not task.hints:
        print(report.no_hints(task.id))
        return
    count = len(task.hints)
    number = min(max(n or SESSION.hints.get(task.id, 0) + 1, 1), count)
    SESSION.hints[task.id] = max(number, SESSION.hints.get(task.id, 0))
    print(report.hint_text(number, count, task.hints[number - 1], hint_call(task)))
