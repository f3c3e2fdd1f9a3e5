"""Replace the solution of a check with recorded results, for courses that publish no solutions.

`record_results` runs the solution and the known mistakes on the public inputs. The record contains
the right values with their tolerances, the costs of the solution, and the outputs and costs of each
mistake. `load_results` loads the recorded results into the cache of a check. If the result for an
input is not recorded, a notebook can still reject an answer because of another input, but only the
grader can accept the answer.
"""

from __future__ import annotations

import pickle
import zlib
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from autograder.core.grading.budget import MEASURES, MeasuredCost
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.expected import Expected
from autograder.core.grading.mistakes import (
    judge_function,
    reference_costs,
    reference_dtypes,
    wrong_output,
)
from autograder.core.grading.reference_answer import expect
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import map_leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding


def record_results(check: Check) -> bytes:
    """Run the solution and the known mistakes of a check, and return the results.

    The solution must not be withheld. The results are a pickle, compressed with zlib. Unpickling
    the results adds no risk: the task file with the results also contains code that is executed.
    """
    cases, compiled = check.cases(), check.kind.compiled
    check.kind.gather(check, check.reference, cases)  # stores the shardings in the cache
    record = {
        "parameters": check.parameters,
        "expected": [_without_jax(expect(check, case)) for case in _all_cases(check)],
        "costs": [_plain_cost(cost) for cost in reference_costs(check, cases)] if compiled else [],
        "dtypes": reference_dtypes(check) if compiled else frozenset(),
        "layouts": {
            key: value
            for key, value in check.cache.items()
            if isinstance(key, tuple) and key[0] == "layout"
        },
        "mistakes": [
            (replace(each, answer=each.name), _outputs(check, each), _costs(check, each))
            for each in check.mistakes
        ],
    }
    return zlib.compress(pickle.dumps(record), 9)


def load_results(check: Check, data: bytes) -> Check:
    """Store recorded results in the cache of a check, and return the check with its mistakes.

    `data` comes from `record_results` for the same task, and is trusted. Raise CourseError if it
    cannot be read or does not fit the cases of the check.
    """
    try:
        record = pickle.loads(zlib.decompress(data))
        rows = list(zip(_all_cases(check), record["expected"], strict=True))
    except Exception as error:
        problem = f"{check.task}: cannot read the recorded results of the solution: {error}."
        raise CourseError(
            problem, "Ask the instructor for a copy made with this version of the course."
        ) from error
    cases = check.cases()
    ids = tuple(map(id, cases))
    check.cache.update({id(case): (case, expected) for case, expected in rows})
    check.cache.update(record["layouts"])
    check.cache["parameters"], check.cache["dtypes"] = record["parameters"], record["dtypes"]
    check.cache["costs", None, ids] = record["costs"]
    for mistake, outputs, costs in record["mistakes"]:
        check.cache.update(zip([(mistake.name, key) for key in ids], outputs, strict=True))
        check.cache["judged costs", mistake.answer, ids] = costs
    mistakes = tuple(mistake for mistake, *_ in record["mistakes"])
    return replace(check, load_mistakes=lambda: mistakes)


def _all_cases(check: Check) -> tuple[Case, ...]:
    return check.cases() + check.series()


def _without_jax(expected: Expected) -> Expected:
    """Replace the JAX objects, which only the same version of JAX can unpickle."""
    if expected.arrays is None:
        return expected
    forms = map_leaves(
        lambda spec: SimpleNamespace(shape=spec.shape, dtype=np.dtype(spec.dtype)), expected.arrays
    )
    return replace(expected, arrays=forms)


def _plain_cost(cost: Any) -> Any:
    measures = {name: int(getattr(cost, name)) for name in MEASURES}
    return SimpleNamespace(**measures, unknown=(), ran=cost.ran)


def _outputs(check: Check, mistake: Mistake) -> list[Any]:
    outputs = [wrong_output(check, mistake, case) for case in check.cases()]
    outputs = [  # leave out the line of code, which recognition does not need
        Finding(out.property, out.passed, out.message) if isinstance(out, Finding) else out
        for out in outputs
    ]
    if not check.kind.compiled:
        return outputs
    return [out if isinstance(out, Finding) else map_leaves(np.asarray, out) for out in outputs]


def _costs(check: Check, mistake: Mistake) -> list[MeasuredCost]:
    """Return the judged costs of a mistake, or an empty list if they cannot be counted."""
    try:
        return judge_function(check, mistake.answer, check.cases())
    except Exception:
        return []
