"""Judge one output, with the `law` of the task or by comparison with the right output."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.compare_outputs import shapes
from autograder.core.grading.expected import UNKNOWN, Expected, widen_args
from autograder.core.grading.show_values import show
from autograder.core.messages.explain_error import NOTHING
from autograder.core.messages.verdict import Finding


def compare_output(
    check: Check, expected: Expected, args: tuple[Any, ...], output: Any
) -> Finding | None:
    """Return a finding if the output is wrong, or None, without running student code.

    Return None as well if the right answer is UNKNOWN.
    """
    if expected is UNKNOWN:
        return None
    if check.law is not None:
        return shapes(expected, output) or _law(check, args, output)
    return check.kind.compare(check, expected, output)


def _law(check: Check, args: tuple[Any, ...], output: Any) -> Finding | None:
    assert check.law is not None
    try:
        with np.errstate(all="ignore"):  # an output may contain values such as NaN
            ruling = check.law(widen_args(output), *widen_args(args))
        holds = ruling is None or (not isinstance(ruling, str) and bool(ruling))
    except Exception as error:  # the law cannot process the output
        message = f"The answer does not have the required form ({type(error).__name__})."
        if output is None:
            return Finding("structure", False, NOTHING)
        return Finding("law", False, message, "", show(output))
    if holds:
        return None
    if output is None:
        return Finding("structure", False, NOTHING)
    rule = ruling if isinstance(ruling, str) else ""
    return Finding("law", False, "The answer breaks the rule of the task.", rule, show(output))
