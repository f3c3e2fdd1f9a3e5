"""Where several mistakes meet in one answer, so that no known one gives all of its outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.check_output import compare
from autograder.core.grading.mistakes import finding, wrong_output
from autograder.core.grading.reference_answer import expect
from autograder.core.inputs.cases import Case
from autograder.core.messages.verdict import Finding

PRAISE = re.compile(r"\b(?:right|nearly)\b", re.IGNORECASE)


def recognise_several(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """The mistakes that are behind some of what went wrong."""
    if check.kind.drawn:
        return _first(check, cases, outputs)
    return tuple(finding(item, "part") for item in _of_parts(check, cases[0], outputs[0]))


def _of_parts(check: Check, case: Case, output: Any) -> list[Mistake]:
    """Of each wrong part, the one that is wrong there alone so.

    Else one that is wrong there first, and just so: what follows from a wrong part is wrong as
    well, and no longer alike once a second mistake has come in.
    """
    if isinstance(output, Finding):
        return []
    expected = expect(check, case)
    wrong = list(check.kind.parts(check, expected, output, output))
    found: dict[int, tuple[bool, list[bool], Mistake]] = {}
    for mistake in check.mistakes:
        parts = list(check.kind.parts(check, expected, mistake.answer, output))
        theirs = list(check.kind.parts(check, expected, mistake.answer, mistake.answer))
        if not any(theirs) or any(their > mine for their, mine in zip(theirs, wrong, strict=True)):
            continue  # it is wrong where this is right
        first = theirs.index(True)
        if parts[first] and (first not in found or (parts == theirs) > found[first][0]):
            found[first] = parts == theirs, parts, mistake
    told, behind = [], [False] * len(wrong)
    for _, (_, parts, mistake) in sorted(found.items()):
        both = [one or other for one, other in zip(behind, parts, strict=True)]
        if both != behind:  # else it gives nothing that those before do not
            told.append(mistake)
        behind = both
    return told


def _first(check: Check, cases: Sequence[Case], outputs: Sequence[Any]) -> tuple[Finding, ...]:
    """The one behind the first thing wrong on the first input that fails.

    It is wrong nowhere where this is right, and alike on several inputs: on one, of size 1, many
    are. Of several, the one that is behind most of what fails; of two alike, neither is told.
    """
    if any(isinstance(output, Finding) for output in outputs):
        return ()
    wrong = [
        list(_parts(check, case, output, output))
        for case, output in zip(cases, outputs, strict=True)
    ]
    count = {each.name: _behind(check, each, cases, outputs, wrong) for each in check.mistakes}
    most = max(count.values(), default=0)
    told = [mistake for mistake in check.mistakes if most > 1 and count[mistake.name] == most]
    return (finding(told[0], "first"),) if len(told) == 1 else ()


def _behind(
    check: Check,
    mistake: Mistake,
    cases: Sequence[Case],
    outputs: Sequence[Any],
    parts: Sequence[list[bool]],
) -> int:
    """On how many inputs it gives the first part that is wrong; 0 if not on the first of them."""
    count, praises = 0, PRAISE.search(mistake.message)
    for case, output, wrong in zip(cases, outputs, parts, strict=True):
        came = wrong_output(check, mistake, case)
        if isinstance(came, Finding):
            return 0
        theirs = list(_parts(check, case, came, came))
        if len(theirs) != len(wrong) or any(a > b for a, b in zip(theirs, wrong, strict=True)):
            return 0  # it is wrong where this is right
        if praises and theirs != wrong:
            return 0  # what it says is right is not
        if any(wrong):
            both = list(_parts(check, case, came, output))
            alike = both == wrong if praises else both[wrong.index(True)]
            if not (alike or count):
                return 0
            count += alike
    return count


def _parts(check: Check, case: Case, one: Any, other: Any) -> Iterator[bool]:
    """Of each part of two outputs, whether `one` is wrong there and `other` the same."""
    expected = expect(check, case)
    if check.law is None:
        yield from check.kind.parts(check, expected, one, other)
    else:
        wrong = compare(check, expected, case.args, one) is not None
        yield wrong and (one is other or check.kind.same(check, expected, one, other))
