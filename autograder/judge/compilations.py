"""How many programs a stated series of calls compiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder.judge.check import Check


def compilations(check: Check, function: Callable[..., Any]) -> int | None:
    """Distinct programs over the calls; None where no series is stated.

    A call that cannot be compiled, because a number was traced that had to be static, counts as a
    program of its own, for the judge as well.
    """
    from autograder.program.export import export_call
    from autograder.program.run import count_programs

    if not check.calls:
        return None
    try:
        made = [export_call(function, signature) for signature in check.calls]
        return count_programs([check.kind.canonical(each, check.routines) for each in made])
    except Exception:
        return len(check.calls)
