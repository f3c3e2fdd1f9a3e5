"""An output judged: by the law of the task, or beside the right one as its kind compares them."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.compare_outputs import shapes
from autograder.core.grading.expected import UNKNOWN, Expected, wide
from autograder.core.grading.show_values import show
from autograder.core.messages.explain_error import NOTHING
from autograder.core.messages.verdict import Finding


def compare(check: Check, expected: Expected, args: tuple[Any, ...], output: Any) -> Finding | None:
    """The failing finding, or None. Pure; looks at data, never at who made it."""
    if expected is UNKNOWN:
        return None
    if check.law is not None:
        return shapes(expected, output) or _law(check, args, output)
    return check.kind.compare(check, expected, output)


def _law(check: Check, args: tuple[Any, ...], output: Any) -> Finding | None:
    assert check.law is not None
    try:
        with np.errstate(all="ignore"):  # an answer may hold whatever its type can
            ruling = check.law(wide(output), *wide(args))
        holds = ruling is None or (not isinstance(ruling, str) and bool(ruling))
    except Exception as error:  # the law met something it cannot even read, or answered with it
        message = f"The answer is not of the form that was asked for ({type(error).__name__})."
        if output is None:
            return Finding("structure", False, NOTHING)
        return Finding("law", False, message, "", show(output))
    if holds:
        return None
    if output is None:
        return Finding("structure", False, NOTHING)
    asked = ruling if isinstance(ruling, str) else ""
    return Finding("law", False, "The answer breaks the rule of the task.", asked, show(output))
