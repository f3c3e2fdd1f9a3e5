"""Run the given, answer and check cells of a task, and store the declarations in a Check."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from typing import Any

from autograder.core.course.task import Task, Variant
from autograder.core.course.task_file import Place
from autograder.core.grading.accumulation_dtype import NUMPY
from autograder.core.grading.budget import Budget
from autograder.core.grading.check import DECLARED, Check, Mistake
from autograder.core.grading.withheld import load_results
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.inputs.student_parameters import drawing_for, figures
from autograder.core.messages.errors import CourseError

_ALONE = "A task file runs on its own, with its given cell first. Define the name before its use."


def load_check(task: Task, student: str = "you") -> Check:
    """Run the cells of a task, which are trusted, and return the check that they declare.

    Raise CourseError for a prose task, an invalid declaration, or an error in a cell. The known
    mistakes run only when `Check.mistakes` is read.
    """
    if not task.kind.judged:
        raise CourseError("A prose task has no check, because a person grades it.", path=task.path)
    declared: dict[str, Any] = {}

    def check(*args: Any, **keywords: Any) -> None:
        declared.update({key: keywords[key] for key in DECLARED if key in keywords})

    with drawing_for(student):
        space = answer_space(task, "" if task.withheld else task.solution)
        reference = None if task.withheld else _answer(task, space)
        space = dict.fromkeys(task.names) | space
        cell = task.cell("check")
        assert cell is not None
        run_source(space | {"check": check, "Budget": Budget}, cell.source, cell.place)

    def mistakes() -> tuple[Mistake, ...]:
        with drawing_for(student):
            return tuple(Mistake(w.name, w.message, variant(task, w)) for w in task.wrong)

    result = Check(
        task=task.id,
        kind=task.kind,
        points=task.points,
        names=task.names,
        reference=reference,
        load_mistakes=mistakes,
        **_validate(task, declared, cell.line),
    )
    return load_results(result, task.numbers) if task.numbers else result


def variant(task: Task, item: Variant) -> Any:
    """Run a known wrong or right answer after the given cell, and return what is judged."""
    return _answer(task, answer_space(task, item.source, item.place), item.place)


def answer_space(task: Task, source: str, place: Place | None = None) -> dict[str, Any]:
    """Run the given cell and then an answer, and return their namespace.

    `place` is where `source` starts, by default the answer cell. Raise CourseError for an error.
    """

    def do_nothing(*_: Any, **__: Any) -> None:
        """Do nothing when a cell calls `start` or `hint`."""

    space: dict[str, Any] = {
        "__name__": task.id,
        "figures": figures,
        "start": do_nothing,
        "hint": do_nothing,
    }
    cell = task.cell("given")
    if cell:
        run_source(space, task.given, cell.place)
    run_source(space, source, place or _answer_place(task))
    return space


def _answer_place(task: Task) -> Place:
    answer = task.cell("answer")
    return answer.place if answer else (task.path, 1)


def run_source(space: dict[str, Any], source: str, place: Place) -> None:
    """Run source code from a file in the namespace `space`.

    Raise CourseError with a line number if the code raises an error: the innermost line in this
    file or, if the error has none, the line at which the source starts.
    """
    path, line = place
    try:
        code = "\n" * (line - 1) + source
        # Without `dont_inherit`, the __future__ imports of this module would apply to the code.
        exec(compile(code, str(path), "exec", dont_inherit=True), space)
    except CourseError as error:
        raise CourseError(error.problem, error.remedy, path, line) from error
    except (Exception, SystemExit) as error:
        lines = [
            f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)
        ]
        problem, remedy = f"{type(error).__name__}: {error}", ""
        if isinstance(error, NameError):  # in a notebook, an earlier task may define the name
            problem, remedy = f"{problem}.", _ALONE
        raise CourseError(problem, remedy, path, (lines or [line])[-1]) from error


def _answer(task: Task, space: dict[str, Any], place: Place | None = None) -> Any:
    missing = [name for name in task.names if name not in space]
    if missing:
        problem = f"This answer does not define {', '.join(missing)}, which the check cell uses."
        remedy = "Use the same names in both cells."
        raise CourseError(problem, remedy, *(place or _answer_place(task)))
    return task.judged_function(task.kind.read_answer(task.names, space))


def _validate(task: Task, declared: dict[str, Any], line: int) -> dict[str, Any]:
    def broken(problem: str, remedy: str) -> CourseError:
        return CourseError(problem, remedy, task.path, line)

    spec = declared.get("given")
    if not task.kind.takes_inputs:
        if spec is not None or "spec" in declared:
            raise broken(
                "A value task has no `given` or `spec`.", "Draw its parameters with `figures`."
            )
        _check_types(declared, broken)
        return declared
    if spec is None:
        raise broken(
            "The check lacks `given`.", 'State the inputs, for example: `given="x: f32[n]"`.'
        )
    if "spec" in declared and "law" in declared:
        raise broken(
            "The check has a spec and a law.",
            "Keep the law if a case has several right answers, and the spec otherwise.",
        )
    if "budget" in declared and not task.kind.compiled:
        raise broken("Only a program has a budget.", "Remove it, or make the task a program.")
    budget = declared.get("budget")
    sends = isinstance(budget, Budget) and (budget.sent, budget.messages) != (None, None)
    if sends and not task.kind.multi_device:
        raise broken(
            "The budget limits communication, but a program of one device sends nothing.",
            "Remove `sent` and `messages`, or make the task a sharded program.",
        )
    if (sums := declared.get("sums")) is not None:
        if not task.kind.compiled:
            raise broken("`sums` applies only to programs.", "Remove `sums`.")
        if sums not in NUMPY:
            raise broken(f"`sums` cannot be {sums!r}.", f"Use one of: {', '.join(NUMPY)}.")
    if isinstance(spec, str):
        try:
            declared["given"] = parse_spec(spec)
        except CourseError as error:
            raise broken(error.problem, error.remedy) from None
    elif not callable(spec):
        raise broken(f"`given` is {spec!r}.", 'Write a text, such as `given="x: f32[n]"`.')
    _check_types(declared, broken)
    return declared


def _check_types(declared: Mapping[str, Any], broken: Callable[[str, str], CourseError]) -> None:
    types: dict[str, tuple[Callable[[Any], bool], str]] = {
        "spec": (callable, "a function"),
        "law": (callable, "a function"),
        "tolerance": (lambda value: isinstance(value, int | float), "a number, such as 1e-5"),
        "budget": (lambda value: isinstance(value, Budget), "limits, such as Budget(work=1.5)"),
    }
    for key, (is_valid, expected) in types.items():
        if declared.get(key) is not None and not is_valid(declared[key]):
            raise broken(f"`{key}` is {declared[key]!r}.", f"Write {expected}.")
