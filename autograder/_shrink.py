"""The smallest input that shows a failure: smallest sizes first, then simplest values.

A search of our own, not hypothesis: it would be one more package for every notebook, it does not
know that a new shape costs a compilation while new values cost nothing, and its choice of what is
simple changes with its version. This one tries few shapes and many values, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from autograder._cases import Case, make_case, resolve
from autograder._check import Check
from autograder._compare import compare
from autograder._draw import PUBLIC, ArraySpec, Stream
from autograder._errors import CourseError
from autograder._expect import expect_once
from autograder._given import Given, Name
from autograder._tree import change, leaves
from autograder._verdict import Finding

Run = Callable[[Case], Any]
SHAPES = {"program": 8, "function": 200}  # a shape of a program costs a compilation
DRAWS = 4
EDITS = 200


def shrink(check: Check, run: Run, case: Case, found: Finding) -> tuple[Case, Finding]:
    """A case at most as large that fails in the same property, and how it fails."""

    def fails(candidate: Case) -> Finding | None:
        output = run(candidate)
        if isinstance(output, Finding):
            result: Finding | None = output
        else:
            try:
                expected = expect_once(check, candidate)
            except CourseError:
                return None  # outside what the task means; not an example to show
            result = compare(check, expected, candidate.args, output)
        return result if result and result.property == found.property else None

    for smaller in _smaller(check, case):
        if result := fails(smaller):
            case, found = smaller, result
            break
    return _simpler(case, found, fails)


def _smaller(check: Check, case: Case) -> Iterator[Case]:
    """Cases of smaller sizes, the smallest first, drawn from the public key."""
    given = check.given
    if not isinstance(given, Given):
        return
    names = [name for name in given.names if name in case.env]
    tried: list[dict[str, Any]] = []
    for steps in sorted(product(range(4), repeat=min(len(names), 6)), key=lambda s: (sum(s), s)):
        env = _env(given, dict(zip(names, steps, strict=False)), case)
        if env in tried or env == case.env or len(tried) >= SHAPES[check.kind]:
            continue
        tried.append(env)
        signature = given.fill(env)
        for turn in range(DRAWS):
            stream = Stream(PUBLIC, "smaller", sorted(env.items()), turn)
            yield make_case(signature, stream, env, case.names, True)


def _env(given: Given, steps: dict[str, int], case: Case) -> dict[str, Any]:
    """The names at 0, 1 or 2 above their least; at step 3 as they are."""

    def choose(name: str, entry: Name, low: Any, high: Any) -> Any:
        now, step = case.env[name], steps.get(name, 3)
        if entry.choices:
            return entry.choices[0] if step == 0 else now
        if entry.real:
            return now
        least = max(low, 1) if entry.size and now else low
        return max(min(now if step == 3 else min(least + step, now), high), low)

    return resolve(given, choose)


def _simpler(
    case: Case, found: Finding, fails: Callable[[Case], Finding | None]
) -> tuple[Case, Finding]:
    """Entries turned to 0, else to 1, one after another, while it still fails."""
    specs = [spec for _, spec in leaves(case.signature)]
    arrays = [leaf for _, leaf in leaves(case.args)]
    edits = 0
    for place, spec in enumerate(specs):
        if not isinstance(spec, ArraySpec) or spec.then is not None:
            continue
        for index in np.ndindex(spec.shape):
            for value in (0, 1):
                if (
                    edits >= EDITS
                    or not spec.low <= value <= spec.high
                    or arrays[place][index] == value
                ):
                    break
                edits += 1
                changed = arrays[place].copy()
                changed[index] = value
                row = iter([*arrays[:place], changed, *arrays[place + 1 :]])
                candidate = replace(case, args=change(lambda _, row=row: next(row), case.args))
                if result := fails(candidate):
                    case, found, arrays[place] = candidate, result, changed
                    break
    return case, found
