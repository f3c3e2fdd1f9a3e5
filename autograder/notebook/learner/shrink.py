"""Search for a small failing input: first reduce the sizes, then simplify the values.

The search is greedy, has a fixed order, and stops at the limits below. A program must be compiled
for each new shape, but not for new values. Therefore, few shapes of a program are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.core.grading.check import Check
from autograder.core.grading.check_output import compare_output
from autograder.core.grading.mistakes import explains
from autograder.core.grading.reference_answer import expect_once
from autograder.core.inputs.cases import Case, make_case, resolve
from autograder.core.inputs.generator import PUBLIC, ArraySpec, Stream
from autograder.core.inputs.input_spec import Given, Name
from autograder.core.inputs.tree import leaves, map_leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding

Run = Callable[[Case], Any]
Fails = Callable[[Case], Finding | None]
# Limits of the search: number of shapes (for functions, for programs), of random inputs for each
# shape, and of attempts to change an element.
SHAPES, COMPILED_SHAPES = 200, 10
DRAWS = 4
EDITS = 200


def shrink(
    check: Check, run: Run, case: Case, finding: Finding, mistakes: Sequence[str] = ()
) -> tuple[Case, Finding]:
    """Return a failing case that is not larger than `case`, and its finding on the same property.

    The known mistakes in `mistakes` also explain the output for the returned case. If the answer
    raised an exception and the sizes of `case` are distinct, they stay distinct.
    """
    needs_distinct = finding.property == "raised" and check.has_distinct_sizes(case)

    def fails(candidate: Case) -> Finding | None:
        if needs_distinct and not check.has_distinct_sizes(candidate):
            return None
        output = run(candidate)
        if isinstance(output, Finding):
            result: Finding | None = output
        else:
            try:
                expected = expect_once(check, candidate)
            except CourseError:
                return None  # the solution fails, so the candidate is not a valid input
            result = compare_output(check, expected, candidate.args, output)
        same = result is not None and result.property == finding.property
        explained = same and all(explains(check, name, candidate, output) for name in mistakes)
        return result if explained else None

    case, finding = _shrink_sizes(check, case, finding, fails)
    return _simplify_values(case, finding, fails)


def _shrink_sizes(check: Check, case: Case, finding: Finding, fails: Fails) -> tuple[Case, Finding]:
    """Lower each named size or value as far as the limit on shapes allows.

    If the inputs are not declared in the input language, return the case unchanged. If the answer
    passes on the smaller case, lower the size by half as much in the next attempt.
    """
    spec = check.given
    if not isinstance(spec, Given):
        return case, finding
    tries = COMPILED_SHAPES if check.kind.compiled else SHAPES
    for name in spec.names:
        step = _largest_step(spec, name, case)
        while step and tries:
            tries -= 1
            better = _find_failing_case(spec, _lower_value(spec, name, step, case), case, fails)
            if better:
                case, finding = better
            largest = _largest_step(spec, name, case)
            step = largest if better else min(step // 2, largest)
    return case, finding


def _largest_step(spec: Given, name: str, case: Case) -> int:
    """Return the largest amount by which the named size or value can be lowered, or 0.

    For choices, the amount is a number of positions in their list. Real values are not lowered.
    """
    entry, now = spec.names[name], case.env[name]
    if entry.choices:
        return int(entry.choices.index(now))
    low = entry.low.evaluate(case.env)
    low = max(low, 0) if now >= 0 else low  # never below 0, the simplest value
    return 0 if entry.real or not now else int(now - (max(low, 1) if entry.size else low))


def _lower_value(spec: Given, name: str, step: int, case: Case) -> dict[str, Any]:
    def choose(other: str, entry: Name, low: Any, high: Any) -> Any:
        now = case.env[other]
        if other == name:
            return entry.choices[entry.choices.index(now) - step] if entry.choices else now - step
        return now if entry.choices or entry.real else max(min(now, high), low)

    return resolve(spec, choose)


def _find_failing_case(
    spec: Given, env: dict[str, Any], case: Case, fails: Fails
) -> tuple[Case, Finding] | None:
    """Return a failing case with the sizes in `env` and random values, or None."""
    signature = spec.fill(env)
    for draw in range(DRAWS):
        stream = Stream(PUBLIC, "smaller", sorted(env.items()), draw)
        smaller = make_case(signature, stream, env, case.names, True)
        if result := fails(smaller):
            return smaller, result
        if not smaller.inputs:
            return None
    return None


def _simplify_values(case: Case, finding: Finding, fails: Fails) -> tuple[Case, Finding]:
    """Try 0 and then 1 for one array element after another, and keep a value if the case fails."""
    edits = 0
    for position, (_, spec) in enumerate(leaves(case.signature)):
        if not isinstance(spec, ArraySpec) or spec.then is not None:
            continue
        for index in np.ndindex(spec.shape):
            for value in (0, 1):
                now = list(leaves(case.args))[position][1][index]
                if edits >= EDITS or not spec.low <= value <= spec.high or now == value:
                    break
                edits += 1
                candidate = _with_entry(case, position, index, value)
                if result := fails(candidate):
                    case, finding = candidate, result
                    break
    return case, finding


def _with_entry(case: Case, position: int, index: tuple[int, ...], value: int) -> Case:
    items = [leaf for _, leaf in leaves(case.args)]
    items[position] = items[position].copy()
    items[position][index] = value
    row = iter(items)
    return replace(case, args=map_leaves(lambda _: next(row), case.args))
