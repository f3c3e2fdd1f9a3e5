"""What a check asks of a solution, as data: for students of a course that gives none out.

`keep` runs solution and known mistakes on the public inputs and keeps what came of them (right
values, their forms, the room for rounding, costs, what each mistake gives and spends), and
`restore` puts it where a check looks before it runs anything. Where nothing was kept, an answer in
which nothing wrong is found is neither right nor wrong: it counts when it is graded.
"""

from __future__ import annotations

import pickle
import zlib
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from autograder.core.grading.budget import MEASURES, Spent
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.expected import Expected
from autograder.core.grading.mistakes import (
    reference_costs,
    reference_dtypes,
    spent_by,
    wrong_output,
)
from autograder.core.grading.reference_answer import expect
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import change
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding


def keep(check: Check) -> bytes:
    """Of a check that has its solution. A pickle: the file that it goes into is code as well."""
    cases, compiled = check.cases(), check.kind.compiled
    check.kind.gather(check, check.reference, cases)  # notes how arrays lie on a mesh
    told = {
        "parameters": check.parameters,
        "expected": [_plain(expect(check, case)) for case in _every(check)],
        "costs": [_bare(cost) for cost in reference_costs(check, cases)] if compiled else [],
        "dtypes": reference_dtypes(check) if compiled else frozenset(),
        "layouts": {key: made for key, made in check.memo.items() if _is_layout(key)},
        "mistakes": [
            (replace(each, answer=each.name), _outputs(check, each), _spent(check, each))
            for each in check.mistakes
        ],
    }
    return zlib.compress(pickle.dumps(told), 9)


def restore(check: Check, data: bytes) -> Check:
    """The check with what `keep` made of the same task."""
    try:
        told = pickle.loads(zlib.decompress(data))
        rows = list(zip(_every(check), told["expected"], strict=True))
    except Exception as error:
        problem = f"{check.task}: what was kept of the solution cannot be read: {error}."
        raise CourseError(problem, "Ask for it as this version of the course makes it.") from error
    cases = check.cases()
    ids = tuple(map(id, cases))
    check.memo.update({id(case): (case, expected) for case, expected in rows})
    check.memo.update(told["layouts"])
    check.memo["parameters"], check.memo["dtypes"] = told["parameters"], told["dtypes"]
    check.memo["costs", None, ids] = told["costs"]
    for mistake, outputs, spent in told["mistakes"]:
        check.memo.update(zip([(mistake.name, key) for key in ids], outputs, strict=True))
        check.memo["spent", mistake.answer, ids] = spent
    mistakes = tuple(mistake for mistake, *_ in told["mistakes"])
    return replace(check, load_mistakes=lambda: mistakes)


def _every(check: Check) -> tuple[Case, ...]:
    return check.cases() + check.series()


def _plain(expected: Expected) -> Expected:
    """Without what belongs to a version of JAX."""
    if expected.arrays is None:
        return expected
    forms = change(
        lambda spec: SimpleNamespace(shape=spec.shape, dtype=np.dtype(spec.dtype)), expected.arrays
    )
    return replace(expected, arrays=forms)


def _bare(cost: Any) -> Any:
    measures = {name: int(getattr(cost, name)) for name in MEASURES}
    return SimpleNamespace(**measures, unknown=(), ran=cost.ran)


def _is_layout(key: Any) -> bool:
    return isinstance(key, tuple) and key[0] == "layout"


def _outputs(check: Check, mistake: Mistake) -> list[Any]:
    outputs = [wrong_output(check, mistake, case) for case in check.cases()]
    stopped = [_unquoted(out) if isinstance(out, Finding) else out for out in outputs]
    if not check.kind.compiled:
        return stopped
    return [out if isinstance(out, Finding) else change(np.asarray, out) for out in stopped]


def _unquoted(stopped: Finding) -> Finding:
    """By which the mistake is known again, without the line of code that it stopped at."""
    return Finding(stopped.property, stopped.passed, stopped.message)


def _spent(check: Check, mistake: Mistake) -> list[Spent]:
    """Nothing, where it fails in another way than by its cost."""
    try:
        return spent_by(check, mistake.answer, check.cases())
    except Exception:
        return []
