"""From outputs and costs to a verdict: the same function at home and at the judge.

It never calls student code and never meets it: outputs are data. A `Finding` in the place of an
output or a cost stands for a case that gave none, and says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.core.grading.accumulation_dtype import coarse, recognise
from autograder.core.grading.budget import Spent
from autograder.core.grading.check import Check
from autograder.core.grading.check_output import compare
from autograder.core.grading.combined_mistakes import recognise_several
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import UNKNOWN
from autograder.core.grading.mistakes import (
    recognise_cost,
    recognise_output,
    reference_dtypes,
    spent_of,
)
from autograder.core.grading.reference_answer import expect
from autograder.core.grading.show_values import show
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import leaves
from autograder.core.messages.explain_error import NOTHING, stub
from autograder.core.messages.verdict import Finding, Status, Verdict
from autograder.core.programs.bits import bits

# Not the learner's failure to compute, but nothing to judge: shown calmly.
UNRUN = ("stub", "undefined", "stopped")
# The same on every input, so that showing one says nothing.
UNIFORM = ("refused", "arity")
# All that is said of a failure on a hidden input. An answer that has seen the input may write it
# into an error, a result or a forged refusal; and any number we computed from it tells about it.
HIDDEN = {
    "values": "The answer is right on the inputs that you can see, and not on a hidden input.",
    "law": "The answer keeps the rule on the inputs that you can see, and not on a hidden input.",
    "finite": "On a hidden input an entry is not finite (nan or inf).",
    "rounds": "Your loops end on the inputs that you can see, and not on a hidden input.",
    "ways": "On a hidden input the program does not run as its text says.",
    "raised": "Your code stopped with an error on a hidden input. Try the ends of the ranges.",
    "stopped": "Your code was ended on a hidden input: it ran too long, used too much, or quit.",
}
# The same where the sizes are hidden as well; whatever is not named here has other values.
SIZES = (
    "The answer is right on the sizes that you can see, and not on hidden ones."
    " Read every size from an argument's shape; write none of them down."
)
TRY_SIZES = " Try it with sizes of your own: odd ones, 1, and one much larger than another."
AT_SIZES = {
    "raised": "Your code runs on the sizes that you can see, and stops with an error on hidden"
    " ones." + TRY_SIZES,
    "stopped": "Your code runs on the sizes that you can see, and was ended on hidden ones: it ran"
    " too long, used too much, or quit." + TRY_SIZES,
    "refused": "On hidden sizes your code does something that this task does not allow; on the"
    " sizes that you can see it does not." + TRY_SIZES,
}
UNCOUNTED = (
    "The values are right, but what they cost cannot be counted."
    " Give every loop a number of turns that is known before it starts."
)
WIDE = (
    "The values are right, but the program computes with more bits than the task asks for, and one"
    " such number can hold several values, so its cost cannot be compared. Use 32-bit types."
)
LATER = "Whoever grades it has the right answer; it is not stored here."
ODD = "On a hidden input the answer does not have the form that was asked for."


def judge_outputs(check: Check, cases: Sequence[Case], evidence: Evidence) -> Verdict:
    """The verdict. Right values earn half where there is a budget, else all."""
    run = [*cases, *(case for case, _ in evidence.series)]
    outputs = [*evidence.outputs, *(output for _, output in evidence.series)]
    outputs = [_unfinished(check, out) or out for out in outputs]
    failed = judge_values(check, run, outputs)
    rough = coarse(check, evidence, right=failed is None)
    if failed:
        # Which numbers of a stated call a wrong program takes is not known: it tells nothing.
        came = outputs[: len(cases)]
        known = recognise_output(check, cases, came) or recognise_several(check, cases, came)
        status = Status.NOT_RUN if failed.property in UNRUN else Status.FAILED
        if failed.property == "finite" and evidence.origin:
            failed = replace(failed, message=f"{failed.message} {evidence.origin}")
        beside = (rough,) if rough and failed.property == "values" else ()
        return _verdict(check, status, 0.0, (failed, *beside, *known), evidence)
    if any(expect(check, case) is UNKNOWN for case in run):
        return _verdict(check, Status.LATER, 0.0, (Finding("later", False, LATER),), evidence)
    if rough:
        known = recognise(check, evidence)
        return _verdict(check, Status.FAILED, 0.0, (rough, *known), evidence)
    if narrow := _narrow(check, evidence):
        return _verdict(check, Status.FAILED, 0.0, (narrow,), evidence)
    findings = [Finding("values", True, got=f"right on {len(run)} inputs")]
    spent = _spend(check, cases, evidence)
    findings += [item.finding for item in spent]
    over = [item for item in spent if not item.finding.passed]
    died = any(item.finding.property in UNRUN for item in over)  # while it was counted
    if over and not died:
        findings += recognise_cost(check, cases, spent)
    status = Status.NOT_RUN if died else Status.FAILED if over else Status.PASSED
    points = check.points / 2 if over else check.points
    return _verdict(check, status, points, tuple(findings), evidence)


def judge_values(check: Check, cases: Sequence[Case], outputs: Sequence[Any]) -> Finding | None:
    """The failing finding of the simplest case that fails, with its input if that is public."""
    failure = first_failure(check, cases, outputs)
    if failure is None:
        return None
    case, found = failure
    if not check.kind.drawn:
        return found
    found = where_none_is_legal(check, found)
    # A program is refused or stopped before it meets a value; a function has met them all.
    told = check.kind.compiled and not case.unseen
    if not case.public and not (told and found.property in UNRUN + UNIFORM):
        words = HIDDEN.get(found.property, ODD)
        if case.unseen:
            words = AT_SIZES.get(found.property, SIZES)
        sizes = _sizes(case) if told else ""
        return Finding(found.property, False, words, smallest_input=sizes)
    ended = found.property == "stopped" and not check.kind.compiled
    if found.property in UNRUN + UNIFORM and not ended:
        return found
    return replace(found, smallest_input=describe(check, case))


def first_failure(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Case, Finding] | None:
    """The first case that fails and how; a public one, if any does.

    Where the code stops with an error, one whose sizes differ: errors about shapes say little
    where every size is 1. There a program may even come to an end, with a wrong value that says
    less than the error at all other sizes.
    """
    failures = []
    for case, output in zip(cases, outputs, strict=True):
        if isinstance(output, Finding):
            found: Finding | None = output
        else:
            found = compare(check, expect(check, case), case.args, output)
        if found:
            failures.append((case, found))
    shown = [pair for pair in failures if pair[0].public] or failures
    stopped = [pair for pair in shown if pair[1].property == "raised"]
    wrong = check.kind.compiled and bool(shown) and shown[0][1].property == "values"
    if stopped and (wrong or stopped[0] is shown[0]):
        return next((pair for pair in stopped if check.sizes_differ(pair[0])), stopped[0])
    return shown[0] if shown else None


def describe(check: Check, case: Case) -> str:
    """The arguments of a case, one to a line."""
    names = case.names or check.parameters
    lines = []
    for name, arg in zip(names, case.args, strict=False):
        arrays = [leaf for _, leaf in leaves(arg) if isinstance(leaf, np.ndarray)]
        parts = list(leaves(arg, name)) if arrays else [(name, arg)]
        lines += [f"{path} = {show(leaf)}" for path, leaf in parts]
    return "\n".join(lines)


def where_none_is_legal(check: Check, found: Finding) -> Finding:
    """Where `None` is the right answer of some case, it is not `return` that is missing."""
    if found.message != NOTHING or check.law is not None:
        return found
    if not any(expect(check, case).values is None for case in check.cases()):
        return found
    return replace(found, message=f"`None` came, where {found.asked} was asked for.")


def _sizes(case: Case) -> str:
    """All that may be said of a program's hidden input: its shapes are public."""
    sizes = ", ".join(f"{name} = {value}" for name, value in case.env.items())
    return f"a hidden input with {sizes}" if sizes else "a hidden input"


def _narrow(check: Check, evidence: Evidence) -> Finding | None:
    """Fewer bytes to a number than the task's own program uses: cheap, and right by luck alone."""
    if not any(map(_is_narrow, evidence.dtypes)):
        return None
    own = reference_dtypes(check)
    alike = {dtype.removeprefix("u") for dtype in own}  # with or without a sign
    found = sorted(d for d in evidence.dtypes if _is_narrow(d) and d.removeprefix("u") not in alike)
    if not found:
        return None
    words = "Right on these inputs, but the program computes with fewer bits than the task asks."
    asked = " or ".join([*sorted(filter(_is_narrow, own)), "32 bits to a number"])
    return Finding("narrow", False, words, asked, ", ".join(found))


def _is_narrow(dtype: str) -> bool:
    return 1 < bits(dtype) < 32


def _wide(check: Check, evidence: Evidence) -> Finding | None:
    """More bits to a number than the task's own program uses: one may hold several numbers, so
    what it costs cannot be compared."""
    found = sorted(dtype for dtype in evidence.dtypes if bits(dtype) > 32)
    if not found:
        return None
    most = max(32, *map(bits, reference_dtypes(check)))
    if all(bits(dtype) <= most for dtype in found):
        return None
    return Finding("wide", False, WIDE, f"at most {most} bits to a number", ", ".join(found))


def _unfinished(check: Check, output: Any) -> Finding | None:
    """What was left as `...`: all of it, or some of several values."""
    items = output if isinstance(output, tuple) else (output,)
    left = [place for place, item in enumerate(items) if item is ...]
    if not left:
        return None
    if len(left) == len(items) or check.kind.drawn:
        return stub()
    names = " and ".join(f"`{check.names[place]}`" for place in left)
    return Finding("stub", False, f"{names} {'is' if len(left) == 1 else 'are'} still `...`.")


def _spend(check: Check, cases: Sequence[Case], evidence: Evidence) -> list[Spent]:
    if check.budget is None or not evidence.counted:
        return []
    none = next((cost for cost in evidence.costs if isinstance(cost, Finding)), None)
    if none is not None:
        if none.property not in UNRUN:  # it was counted on what runs on hidden inputs have told
            none = Finding("cost", False, UNCOUNTED)
        return [Spent(none.property, 0.0, none)]
    if check.budget.measures and (wide := _wide(check, evidence)):
        return [Spent(wide.property, 0.0, wide)]
    costs = [cost for cost in evidence.costs if not isinstance(cost, Finding)]
    return spent_of(check, cases, costs, evidence.programs, evidence.anew)


def _verdict(
    check: Check, status: Status, points: float, findings: tuple[Finding, ...], evidence: Evidence
) -> Verdict:
    return Verdict(
        check.task, status, points, check.points, findings, evidence.notes, evidence.digest
    )


def broken(task: str, max_points: float, reason: str) -> Verdict:
    """We failed: no score, and the instructor is told."""
    return Verdict(task, Status.BROKEN, 0.0, max_points, (Finding("course", False, reason),))
