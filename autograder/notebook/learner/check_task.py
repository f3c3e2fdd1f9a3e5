"""The notebook functions `check` and `hint`, which run in the kernel without a sandbox."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.core.course.course import Unit
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
from autograder.core.messages.explain_error import undefined_finding
from autograder.core.messages.verdict import Status, Verdict
from autograder.core.messages.waiting import print_if_slow
from autograder.notebook.learner.cost_summary import cost_summary
from autograder.notebook.learner.kernel import Kernel
from autograder.notebook.learner.see import is_over_budget, see_call
from autograder.notebook.learner.session import SESSION, course, hint_call, names_of, plan_of
from autograder.notebook.learner.shrink import shrink
from autograder.notebook.learner.time_limit import TimeLimited

SHRINKABLE = ("values", "finite", "law", "shape", "structure", "raised")


def check(*answers: Any, **named: Any) -> None:
    """Check the answer given as `check(function)` or `check(name=value)`, and print the verdict.

    Without arguments, judge all tasks checked in this kernel again, and print the number of passed
    tasks and the status of the others.

    The task is found by name in the unit that `start` selected. The specification of the task is
    read from the course, so editing the check cell does not change it. A failure is printed to
    stderr and not raised, so that *Run all* continues. nbgrader's Validate counts text on stderr as
    a failure. Without a course, print a message. Raise CourseError if the course has an error or if
    the check itself fails.
    """
    if course() is None:
        print(report.NO_COURSE)
        return
    if not (answers or named):
        _print_summary()
        return
    values = {name: value for name, value in named.items() if name not in DECLARED}
    target, frame = answers[0] if answers else None, sys._getframe(1)
    try:
        task = SESSION.task(list(values) or _task_names(target, frame, allow_number=False), target)
        answer = _find_answer(task, target, values or {**frame.f_globals, **frame.f_locals})
    except CheckFailed as error:
        print(error, file=sys.stderr)
        return
    verdict = _judge(task, answer)
    SESSION.record(task, verdict)
    _print_verdict(task, answer, verdict)


def _print_verdict(task: Task, answer: Any, verdict: Verdict) -> None:
    """Print the verdict, to stderr if the answer failed or did not run.

    After a pass, also print its costs, the progress, the next task, and the calls that show line
    costs and solutions.
    """
    costly_lines = report.see_lines(see_call(task)) if is_over_budget(verdict) else ""
    text = verdict.text("\n".join(filter(None, (costly_lines, SESSION.next_hint(task)))))
    if verdict.status is not Status.PASSED:
        print(text, file=None if verdict.status is Status.LATER else sys.stderr)
        return
    with print_if_slow(report.still_timing(task.id)):
        costs = cost_summary(plan_of(task), answer) if SESSION.kernel else ""
    assert SESSION.unit is not None
    todo = [(each.id, each.title) for each in SESSION.open_tasks]
    later = [each for each in todo if each[0] > task.id] or todo
    others = "" if task.withheld else hint_call(task)
    steps = report.after_pass(
        len(SESSION.passed), len(SESSION.unit.judged), later, see_call(task), others
    )
    print("\n\n".join(filter(None, (text, costs, steps))))


def _find_answer(task: Task, target: Any, space: dict[str, Any]) -> Any:
    """Return the function to judge or, for a task without inputs, a tuple of values.

    A missing value is `...`. Raise CheckFailed for a prose task or a missing function.
    """
    if not task.names:
        raise CheckFailed(report.graded_by_a_person(task.id))
    if not task.kind.takes_inputs:
        return tuple(space.get(name, ...) for name in task.names)
    if callable(target):
        return task.judged_function(target)
    if task.names[0] in space:
        return task.judged_function(space[task.names[0]])
    written = {name: space[name] for name in task.learner_names if name in space}
    if not written:
        raise CheckFailed(undefined_finding(task.learner_names[0], space).message)
    return task.judged_function(next(iter(written.values())), **written)


def _judge(task: Task, answer: Any) -> Verdict:
    try:
        with print_if_slow(report.still_checking(task.id)):
            return _verdict(task, answer)
    except CourseError as error:
        raise CourseError(report.course_broken(str(error))) from None
    except Exception as error:  # an internal error: exceptions in the answer become findings
        raise CourseError(report.course_broken(f"{type(error).__name__}: {error}")) from error


def _verdict(task: Task, answer: Any) -> Verdict:
    kernel, plan = SESSION.kernel, plan_of(task)
    if kernel is None:
        return verdict_at_home(plan, answer)
    for name in task.names:
        if (now := kernel.renamed(name)) is not None:
            return judge_outputs(plan, plan.cases()[:1], Evidence([undefined_finding(name, now)]))
    with kernel.names_at(task.id):
        return verdict_at_home(plan, answer)


def _judge_final_values(kernel: Kernel, unit: Unit) -> list[str]:
    """Judge each checked task again with the final values, which are those that grading uses.

    A cell below a check may have redefined the answer or a name that the answer uses. Record the
    verdicts, and return the ids of the tasks that passed before and no longer pass. Unlike after a
    check, a task that is not run no longer counts as passed, because it gets no points.
    """
    lost = []
    for id, before in list(SESSION.verdicts.items()):
        task = unit.task(id)
        kernel.add_placeholders(task.names)
        with kernel.names_at(id):
            verdict = _judge(task, _find_answer(task, None, kernel.variables))
        if before.status is Status.PASSED and verdict.status is not Status.PASSED:
            SESSION.passed.discard(id)
            lost.append(id)
        SESSION.record(task, verdict)
    return lost


def _print_summary() -> None:
    """Judge the checked tasks again, and print the status of those that have not passed.

    Also print the prose tasks and, on Linux, the command that grades the notebook if it is in the
    current folder.
    """
    if SESSION.unit is None:
        print(report.NOT_STARTED, file=sys.stderr)
        return
    unit = SESSION.unit
    lost = _judge_final_values(SESSION.kernel, unit) if SESSION.kernel else []
    rows = [(task.id, SESSION.verdicts.get(task.id)) for task in unit.judged]
    prose = [task.id for task in unit.tasks if not task.kind.judged]
    print(report.ready_text(unit.id, rows, prose, SESSION.passed))
    if lost:
        print(report.no_longer_passed(lost), file=sys.stderr)
    path = Path.cwd() / f"{unit.id}.ipynb"
    if path.is_file() and sys.platform == "linux":  # `autograder check` runs only on Linux
        command = (sys.executable, "-m", "autograder.cli.main", "check", str(path))
        print(report.grade_command(shlex.join(command)))


def verdict_at_home(plan: Check, answer: Any) -> Verdict:
    """Run an answer in this process and return the verdict.

    If a function fails and the solution is not withheld, search for a smaller failing input, and
    report this input instead. Errors that a compiled function raises are reported as they are.
    """
    cases = plan.cases()
    answer = TimeLimited(answer) if plan.kind.takes_inputs else answer
    evidence = plan.kind.gather(plan, answer, cases)
    verdict = judge_outputs(plan, cases, evidence)
    failure = first_failure(plan, cases, evidence.outputs)
    if failure is None or not plan.kind.takes_inputs or failure[1].property not in SHRINKABLE:
        return verdict
    if plan.withheld:
        return verdict  # no right answer to a smaller input is known
    if plan.kind.compiled and failure[1].property == "raised":
        return verdict  # an error message with several sizes of 1 would be ambiguous
    named = [finding.mistake for finding in verdict.findings if finding.mistake]
    case, smaller = shrink(plan, plan.kind.runner(plan, answer), *failure, named)
    if smaller.property == "finite":
        message = f"{smaller.message} {plan.kind.origin(plan, answer, case)}".strip()
        smaller = replace(smaller, message=message)
    smaller = reword_expected_none(plan, smaller)
    smallest = replace(smaller, smallest_input=describe(plan, case))
    return replace(verdict, findings=(smallest, *verdict.findings[1:]))


def _task_names(target: Any, frame: FrameType, allow_number: bool = True) -> list[str]:
    """Return the names that can identify a task: the answer's names, or an id or number."""
    if allow_number and isinstance(target, int):
        target = f"{target:02}"
    if isinstance(target, str):
        return [target.zfill(2) if target.isdigit() else target]
    return names_of(target, frame)


def hint(task: Any = None, n: int | None = None) -> None:
    """Print the next hint for a task, or hint number `n` (at least the first, at most the last).

    After the last hint, repeat it.

    Without a task, choose the latest checked task that has not passed, or list the tasks if there
    is none. After a task has passed, print the model answer and up to two others, unless `n` is
    given or the solutions are withheld. Without a course, do nothing.
    """
    if course() is None:
        return
    failed = [id for id in SESSION.verdicts if id not in SESSION.passed]
    if task is None and not failed:
        calls = [hint_call(each) for each in SESSION.unit.tasks] if SESSION.unit else []
        print(report.choose_task(calls))
        return
    try:
        names = failed[-1:] if task is None else _task_names(task, sys._getframe(1))
        chosen = SESSION.task(names, None if isinstance(task, int) else task)
    except CheckFailed as error:
        print(error, file=sys.stderr)
        return
    if chosen.id in SESSION.passed and n is None and not chosen.withheld:
        others = [(variant.name.replace("_", " "), variant.source) for variant in chosen.right[:2]]
        print(report.ways_text([("The model answer", chosen.solution), *others]))
        return
    if not chosen.hints:
        print(report.no_hints(chosen.id))
        return
    count = len(chosen.hints)
    number = min(max(n or SESSION.hints.get(chosen.id, 0) + 1, 1), count)
    SESSION.hints[chosen.id] = max(number, SESSION.hints.get(chosen.id, 0))
    print(report.hint_text(number, count, chosen.hints[number - 1], hint_call(chosen)))
