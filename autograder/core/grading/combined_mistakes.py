"""Recognise several mistakes in one answer, where no single mistake explains all outputs."""

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

PRAISE = re.compile(r"\b(?:right|nearly)\b", re.IGNORECASE)  # the message calls a part right


def recognise_several(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """Return the mistakes that explain some of the wrong outputs."""
    if check.kind.takes_inputs:
        return _explain_first_part(check, cases, outputs)
    return tuple(finding(item, "part") for item in _explain_parts(check, cases[0], outputs[0]))


def _explain_parts(check: Check, case: Case, output: Any) -> list[Mistake]:
    """Return a mistake for each wrong part that is the first wrong part of that mistake.

    Prefer a mistake that agrees with the output in all of its wrong parts. Otherwise, agreement in
    its first wrong part is enough: later parts depend on it, and differ as soon as the output
    contains a second mistake.
    """
    if isinstance(output, Finding):
        return []
    expected = expect(check, case)
    wrong = list(check.kind.compare_parts(check, expected, output, output))
    found: dict[int, tuple[bool, list[bool], Mistake]] = {}
    for mistake in check.mistakes:
        parts = list(check.kind.compare_parts(check, expected, mistake.answer, output))
        theirs = list(check.kind.compare_parts(check, expected, mistake.answer, mistake.answer))
        if not any(theirs) or any(their > mine for their, mine in zip(theirs, wrong, strict=True)):
            continue  # the mistake is wrong in a part that is right in the output
        first = theirs.index(True)
        if parts[first] and (first not in found or (parts == theirs) > found[first][0]):
            found[first] = parts == theirs, parts, mistake
    mistakes, explained = [], [False] * len(wrong)
    for _, (_, parts, mistake) in sorted(found.items()):
        both = [one or other for one, other in zip(explained, parts, strict=True)]
        if both != explained:  # it explains a part that the mistakes before it do not
            mistakes.append(mistake)
        explained = both
    return mistakes


def _explain_first_part(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """Return the mistake that explains the first wrong part of the first failing input, if unique.

    The mistake must explain several inputs, because many mistakes agree on an input of size 1, and
    it must be right wherever the output is right. If several qualify, the one that explains the
    most inputs is returned; in a tie, none.
    """
    if any(isinstance(output, Finding) for output in outputs):
        return ()
    wrong = [
        list(_parts(check, case, output, output))
        for case, output in zip(cases, outputs, strict=True)
    ]
    count = {
        each.name: _count_explained(check, each, cases, outputs, wrong) for each in check.mistakes
    }
    most = max(count.values(), default=0)
    best = [mistake for mistake in check.mistakes if most > 1 and count[mistake.name] == most]
    return (finding(best[0], "first"),) if len(best) == 1 else ()


def _count_explained(
    check: Check,
    mistake: Mistake,
    cases: Sequence[Case],
    outputs: Sequence[Any],
    parts: Sequence[list[bool]],
) -> int:
    """Return on how many inputs a mistake equals the output in its first wrong part.

    Return 0 if it does not on the first failing input.
    """
    count, praises = 0, PRAISE.search(mistake.message)
    for case, output, wrong in zip(cases, outputs, parts, strict=True):
        mistaken = wrong_output(check, mistake, case)
        if isinstance(mistaken, Finding):
            return 0
        theirs = list(_parts(check, case, mistaken, mistaken))
        if len(theirs) != len(wrong) or any(a > b for a, b in zip(theirs, wrong, strict=True)):
            return 0  # the mistake is wrong in a part that is right in the output
        if praises and theirs != wrong:
            return 0  # its message calls a part right that is wrong here
        if any(wrong):
            both = list(_parts(check, case, mistaken, output))
            same = both == wrong if praises else both[wrong.index(True)]
            if not (same or count):
                return 0
            count += same
    return count


def _parts(check: Check, case: Case, one: Any, other: Any) -> Iterator[bool]:
    """Yield for each part of two outputs whether `one` is wrong and `other` equals it."""
    expected = expect(check, case)
    if check.law is None:
        yield from check.kind.compare_parts(check, expected, one, other)
    else:
        wrong = compare(check, expected, case.args, one) is not None
        yield wrong and (one is other or check.kind.same_answer(check, expected, one, other))
