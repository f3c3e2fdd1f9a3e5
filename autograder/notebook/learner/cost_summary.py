"""Compute the cost summary, a table of the cost and running time of a program that has passed."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

from autograder.core.grading.budget import most_expensive
from autograder.core.grading.check import Check
from autograder.core.inputs.cases import Case
from autograder.core.messages import report

BUDGET_S = 0.2  # seconds for all timing samples of one program


def cost_summary(check: Check, answer: Any) -> str:
    """Return a table of the costs of the answer and, unless it is withheld, the model answer.

    Return "" for a task without a single-device program and for a JAX that cannot count costs. If
    an error occurs, return a message about it.
    """
    from autograder.core.programs.mlir import MISSING

    if not check.kind.is_single_device or MISSING:
        return ""
    case = check.full_size
    functions = {"yours": answer} | ({} if check.withheld else {"model answer": check.reference})
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            rows = {name: _row(check, each, case) for name, each in functions.items()}
    except Exception as error:  # an error here must not fail an answer that has passed
        return report.no_cost_summary(error)
    shapes = [spec.shape for spec in case.inputs]
    return report.cost_summary_text(shapes, rows)


def _row(check: Check, function: Callable[..., Any], case: Case) -> tuple[int, int, int, float]:
    """Return work, span (longest chain of operations), bytes, and median time in seconds.

    Run the function to time it.
    """
    import jax

    from autograder.core.programs.export import bind_static_arguments
    from manylanes import time

    exported = check.kind.export(function, case.signature)
    program = check.kind.program(exported.artifact)
    cost = most_expensive(program, program.runs([case.inputs]))
    jitted = jax.jit(bind_static_arguments(function, case.signature))
    timing = time(jitted, *map(jax.device_put, case.inputs), budget_s=BUDGET_S)
    return int(cost.work), int(cost.span), int(cost.bytes), timing.median
