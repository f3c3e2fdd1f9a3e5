"""The expected answer for a case: from the spec in float64 NumPy, or else from the solution.

If the task has a law, the expected answer has no values.
"""

from __future__ import annotations

import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.expected import UNKNOWN, Expected
from autograder.core.inputs.cases import Case
from autograder.core.messages.errors import CourseError


def expect(check: Check, case: Case) -> Expected:
    """Return the (cached) right answer for a case.

    Return UNKNOWN if the solution is withheld and no answer is recorded for this case. Raise
    CourseError if the reference fails.
    """
    cached = check.cache.get(id(case))
    if cached is None:  # store the case as well, so that its id is not reused
        cached = check.cache[id(case)] = (case, expect_once(check, case))
    return cached[1]


def expect_once(check: Check, case: Case) -> Expected:
    """Return the right answer for a case, like `expect`, without reading or writing the cache.

    If the solution is withheld, always return UNKNOWN. The search for a smaller failing input tries
    many cases, which would fill the cache.
    """
    if check.withheld:
        return UNKNOWN
    try:
        with np.errstate(all="ignore"):  # a spec may divide by zero on purpose
            return check.kind.expected(check, case)
    except CourseError:
        raise
    except Exception as error:
        problem = f"{check.task}: the reference fails with {type(error).__name__}: {error}"
        raise CourseError(problem, f"On {case.args!r}"[:400]) from error
