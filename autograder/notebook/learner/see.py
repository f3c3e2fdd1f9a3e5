"""The notebook function `see`: show the cost and predicted time of each line of a program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from autograder.core.course.task import Task
from autograder.core.grading.budget import MEASURES
from autograder.core.inputs.generator import ArraySpec
from autograder.core.inputs.tree import leaves, map_leaves
from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed, sentence
from autograder.core.messages.verdict import Verdict
from autograder.core.programs.trip_counts import Counts
from autograder.notebook.learner.session import SESSION, course, names_of, plan_of


def see(function: Callable[..., Any], *inputs: Any, on: Any = None) -> None:
    """Show the cost of each line of a task's answer at the largest public size.

    If `inputs` are given, `function` can be any function of arrays, and the costs are those at
    these inputs. The table includes predicted times on the machines of the book and, if `on` is the
    folder of a record of your machine, on your machine. Errors are printed to stderr. Without a
    course, do nothing.
    """
    if course() is None:
        return
    from manylanes import listing
    from manylanes.records import Record, RecordError

    names = names_of(function, sys._getframe(1))
    try:
        call, options = ((function, *inputs), {}) if inputs else _full_size(function, names)
        records = {kind: Record.from_book(kind) for kind in ("cpu", "gpu")}
        machines = {f"The book's {k.upper()}, {r.device['name']}": r for k, r in records.items()}
        machines |= {"Yours": on} if on else {}
        table = listing(*call, on=machines, **options)
    except CheckFailed as error:
        print(f"{error}\n{report.SEE_ANY}", file=sys.stderr)
    except RecordError as error:
        print(error, file=sys.stderr)
    except Exception as error:  # tracing runs the student's code, which may raise anything
        print(report.cannot_see(sentence(error)), file=sys.stderr)
    else:
        if not SESSION.kernel:
            print(table)
            return
        from IPython.display import display

        display(table)  # type: ignore[no-untyped-call]


def see_call(task: Task) -> str:
    """Return the call of `see` for a task, or "" if the task is not a single-device program."""
    return f"see({task.learner_names[0]})" if task.kind.is_single_device else ""


def is_over_budget(verdict: Verdict) -> bool:
    """Return True if the answer exceeds a cost limit, so that `see` can show costly lines."""
    return any(finding.property in MEASURES for finding in verdict.failures)


def _full_size(function: Any, names: list[str]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the answer with its arguments at full size, and keyword arguments for `listing`.

    The keyword arguments are the positions of the static arguments, and the trip counts that depend
    on data. Raise CheckFailed if no task has one of these names, or if the task is not a
    single-device program.
    """
    from autograder.core.programs.mlir import MISSING

    task = SESSION.task(names, function)
    if not task.kind.is_single_device:
        raise CheckFailed(report.no_program(task.names[0], task.kind.description))
    check, answer = plan_of(task), task.judged_function(function)
    case = check.full_size
    runs: list[Counts] = []
    if not MISSING:
        exported = check.kind.export(answer, case.signature)
        runs = check.kind.program(exported.artifact).runs([case.inputs])
    arrays = iter(case.inputs)
    args = map_leaves(
        lambda leaf: next(arrays) if isinstance(leaf, ArraySpec) else leaf, case.signature
    )
    static = [
        position
        for position, arg in enumerate(case.signature)
        if not any(isinstance(leaf, ArraySpec) for _, leaf in leaves((arg,)))
    ]
    return (answer, *args), {"static": static, "total_rounds": runs[0] if runs else None}
