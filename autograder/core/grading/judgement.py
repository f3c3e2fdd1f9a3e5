"""Turn the outputs and costs of an answer into a verdict, both in a notebook and when grading.

This module does not call student code: the outputs are data. If an output or a cost is missing, a
`Finding` in its place states the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.core.grading.accumulation_dtype import find_low_precision, recognise_low_precision
from autograder.core.grading.budget import MeasuredCost
from autograder.core.grading.check import Check
from autograder.core.grading.check_output import compare_output
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import UNKNOWN
from autograder.core.grading.mistakes import (
    judge_program,
    recognise_cost,
    recognise_output,
    reference_dtypes,
)
from autograder.core.grading.reference_answer import expect
from autograder.core.grading.show_values import show
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import leaves
from autograder.core.messages.explain_error import NOTHING, stub_finding
from autograder.core.messages.verdict import Finding, Status, Verdict
from autograder.core.programs.bits import bits

# Properties of findings about answers that did not run to the end. The status is "not run".
NOT_RUN = ("stub", "undefined", "stopped")
# Properties of findings that do not depend on the input, so that the report shows no input.
INPUT_INDEPENDENT = ("refused", "arity")
# Messages for failures on a hidden input. The messages quote nothing from the answer, because the
# answer may have copied the input into an error or a result. The messages contain no number that
# was computed from the input.
HIDDEN = {
    "values": "The answer is right on the public inputs, but wrong on a hidden input.",
    "law": "The answer satisfies the rule on the public inputs, but not on a hidden input.",
    "finite": "On a hidden input, an entry is not finite (NaN or infinity).",
    "rounds": "Your loops end on the public inputs, but not on a hidden input.",
    "ways": "On a hidden input, a loop or a branch does not run as often as the program analysis"
    " predicts.",
    "raised": "Your code raised an error on a hidden input. Try the smallest and largest inputs.",
    "stopped": "Your code was stopped on a hidden input: it exceeded a resource limit or exited.",
}
# Messages for failures on an input whose sizes are hidden as well. OTHER_SIZES is the default.
OTHER_SIZES = (
    "The answer is right on the public sizes, but wrong on hidden ones."
    " Read every size from an argument's shape, and do not hard-code any."
)
TRY_SIZES = " Try other sizes: odd sizes, 1, and one size that is much larger than another."
HIDDEN_SIZES = {
    "raised": "Your code runs on the public sizes, but raises an error on hidden ones." + TRY_SIZES,
    "stopped": "Your code runs on the public sizes, but was stopped on hidden ones: it exceeded a"
    " resource limit or exited." + TRY_SIZES,
    "refused": "On hidden sizes, your code does something that this task does not allow; on the"
    " public sizes it does not." + TRY_SIZES,
}
UNCOUNTED = (
    "Your values are right, but their cost cannot be counted."
    " Give every loop a trip count that is known before it starts."
)
WIDE = (
    "Your values are right, but the program computes with more bits than the task allows. A 64-bit"
    " number can contain several values, so the cost cannot be compared. Use 32-bit types."
)
LATER = "The grader has the right answer; this notebook does not."
WRONG_FORM = "On a hidden input, the answer does not have the required form."


def judge_outputs(check: Check, cases: Sequence[Case], evidence: Evidence) -> Verdict:
    """Return the verdict on an answer.

    Right values earn no points if dtypes or sums are too narrow, and half of the points if a cost
    exceeds the budget, cannot be counted or cannot be compared. If no output is known to be wrong,
    but a right answer is UNKNOWN, the status is LATER, with no points.
    """
    run = [*cases, *(case for case, _ in evidence.series)]
    outputs = [*evidence.outputs, *(output for _, output in evidence.series)]
    outputs = [_find_stub(check, out) or out for out in outputs]
    failed = judge_values(check, run, outputs)
    low_precision = find_low_precision(check, evidence, right=failed is None)
    if failed:
        # Compare only the outputs of the drawn cases with those of known mistakes. The program of a
        # call in the budget may omit arguments. For a wrong program, the omitted arguments are
        # unknown.
        drawn = outputs[: len(cases)]
        mistake = recognise_output(check, cases, drawn)
        status = Status.NOT_RUN if failed.property in NOT_RUN else Status.FAILED
        if failed.property == "finite" and evidence.origin:
            failed = replace(failed, message=f"{failed.message} {evidence.origin}")
        also = (low_precision,) if low_precision and failed.property == "values" else ()
        return _verdict(check, status, 0.0, (failed, *also, *mistake), evidence)
    if any(expect(check, case) is UNKNOWN for case in run):
        return _verdict(check, Status.LATER, 0.0, (Finding("later", False, LATER),), evidence)
    if low_precision:
        mistake = recognise_low_precision(check, evidence)
        return _verdict(check, Status.FAILED, 0.0, (low_precision, *mistake), evidence)
    if narrow := _narrow(check, evidence):
        return _verdict(check, Status.FAILED, 0.0, (narrow,), evidence)
    findings = [Finding("values", True, got=f"right on {len(run)} inputs")]
    costs = _judge_costs(check, cases, evidence)
    findings += [item.finding for item in costs]
    over = [item for item in costs if not item.finding.passed]
    # The answer may also be stopped while its cost is counted.
    stopped = any(item.finding.property in NOT_RUN for item in over)
    if over and not stopped:
        findings += recognise_cost(check, cases, costs)
    status = Status.NOT_RUN if stopped else Status.FAILED if over else Status.PASSED
    points = check.points / 2 if over else check.points
    return _verdict(check, status, points, tuple(findings), evidence)


def judge_values(check: Check, cases: Sequence[Case], outputs: Sequence[Any]) -> Finding | None:
    """Return the finding for the case that `first_failure` selects, or None if no case fails.

    If the failure may depend on a public input, the finding shows the input. About a hidden input,
    it reveals no values.
    """
    failure = first_failure(check, cases, outputs)
    if failure is None:
        return None
    case, finding = failure
    if not check.kind.takes_inputs:
        return finding
    finding = reword_expected_none(check, finding)
    # The student's code for a program receives no input values, so an error before a result reveals
    # none. A Python function receives all input values.
    public_sizes = check.kind.compiled and not case.unseen
    before_values = finding.property in NOT_RUN + INPUT_INDEPENDENT
    if not case.public and not (public_sizes and before_values):
        message = HIDDEN.get(finding.property, WRONG_FORM)
        if case.unseen:
            message = HIDDEN_SIZES.get(finding.property, OTHER_SIZES)
        sizes = _describe_hidden(case) if public_sizes else ""
        return Finding(finding.property, False, message, smallest_input=sizes)
    stopped_function = finding.property == "stopped" and not check.kind.compiled
    if before_values and not stopped_function:
        return finding
    return replace(finding, smallest_input=describe(check, case))


def first_failure(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Case, Finding] | None:
    """Return the first case that fails and its finding, or None. Public cases are preferred.

    If the code raises an error, prefer a case with distinct sizes, because shape errors are hard to
    read where every size is 1. At size 1, a program may return a wrong value instead of raising an
    error. In this case, return the error at other sizes.
    """
    failures = []
    for case, output in zip(cases, outputs, strict=True):
        if isinstance(output, Finding):
            finding: Finding | None = output
        else:
            finding = compare_output(check, expect(check, case), case.args, output)
        if finding:
            failures.append((case, finding))
    failures = [pair for pair in failures if pair[0].public] or failures
    raised = [pair for pair in failures if pair[1].property == "raised"]
    wrong = check.kind.compiled and bool(failures) and failures[0][1].property == "values"
    if raised and (wrong or raised[0] is failures[0]):
        return next((pair for pair in raised if check.has_distinct_sizes(pair[0])), raised[0])
    return failures[0] if failures else None


def describe(check: Check, case: Case) -> str:
    """Return a line `name = value` for each argument, or for each leaf of a tree with arrays."""
    names = case.names or check.parameters
    lines = []
    for name, arg in zip(names, case.args, strict=False):
        arrays = [leaf for _, leaf in leaves(arg) if isinstance(leaf, np.ndarray)]
        parts = list(leaves(arg, name)) if arrays else [(name, arg)]
        lines += [f"{path} = {show(leaf)}" for path, leaf in parts]
    return "\n".join(lines)


def reword_expected_none(check: Check, finding: Finding) -> Finding:
    """Replace the hint about a missing `return` if the right answer of some case is `None`."""
    if finding.message != NOTHING or check.law is not None:
        return finding
    if not any(expect(check, case).values is None for case in check.cases()):
        return finding
    return replace(finding, message=f"Got `None`, expected {finding.expected}.")


def _describe_hidden(case: Case) -> str:
    """Describe a program's hidden input by its sizes and static values, which are public."""
    sizes = ", ".join(f"{name} = {value}" for name, value in case.env.items())
    return f"a hidden input with {sizes}" if sizes else "a hidden input"


def _narrow(check: Check, evidence: Evidence) -> Finding | None:
    """Return a finding for dtypes of 2 to 31 bits that the solution does not use, or None.

    Narrow dtypes reduce the counted bytes, and their values can be right by chance on small inputs.
    """
    if not any(map(_is_narrow, evidence.dtypes)):
        return None
    own = reference_dtypes(check)
    allowed = {dtype.removeprefix("u") for dtype in own}  # signed or unsigned
    narrow = filter(_is_narrow, evidence.dtypes)
    dtypes = sorted(dtype for dtype in narrow if dtype.removeprefix("u") not in allowed)
    if not dtypes:
        return None
    message = "Right on these inputs, but the program computes with fewer bits than required."
    required = " or ".join([*sorted(filter(_is_narrow, own)), "32 bits per number"])
    return Finding("narrow", False, message, required, ", ".join(dtypes))


def _is_narrow(dtype: str) -> bool:
    return 1 < bits(dtype) < 32


def _wide(check: Check, evidence: Evidence) -> Finding | None:
    """Return a finding for dtypes above 32 bits that are wider than the solution's, or None.

    One wide number may encode several values, so the cost cannot be compared.
    """
    dtypes = sorted(dtype for dtype in evidence.dtypes if bits(dtype) > 32)
    if not dtypes:
        return None
    most = max(32, *map(bits, reference_dtypes(check)))
    if all(bits(dtype) <= most for dtype in dtypes):
        return None
    return Finding("wide", False, WIDE, f"at most {most} bits per number", ", ".join(dtypes))


def _find_stub(check: Check, output: Any) -> Finding | None:
    """Return a finding if the answer, or one of its values, is still `...`; otherwise None."""
    items = output if isinstance(output, tuple) else (output,)
    missing = [index for index, item in enumerate(items) if item is ...]
    if not missing:
        return None
    if len(missing) == len(items) or check.kind.takes_inputs:
        return stub_finding()
    names = " and ".join(f"`{check.names[index]}`" for index in missing)
    return Finding("stub", False, f"{names} {'is' if len(missing) == 1 else 'are'} still `...`.")


def _judge_costs(check: Check, cases: Sequence[Case], evidence: Evidence) -> list[MeasuredCost]:
    if check.budget is None or not evidence.counted:
        return []
    failure = next((cost for cost in evidence.costs if isinstance(cost, Finding)), None)
    if failure is not None:
        if failure.property not in NOT_RUN:  # the message may reveal a hidden input
            failure = Finding("cost", False, UNCOUNTED)
        return [MeasuredCost(failure.property, 0.0, failure)]
    if check.budget.measures and (wide := _wide(check, evidence)):
        return [MeasuredCost(wide.property, 0.0, wide)]
    costs = [cost for cost in evidence.costs if not isinstance(cost, Finding)]
    return judge_program(check, cases, costs, evidence.programs, evidence.why_recompiled)


def _verdict(
    check: Check, status: Status, points: float, findings: tuple[Finding, ...], evidence: Evidence
) -> Verdict:
    return Verdict(
        check.task, status, points, check.points, findings, evidence.notes, evidence.digest
    )


def broken_verdict(task: str, max_points: float, reason: str) -> Verdict:
    """Return the verdict for an error in the course or the grader, with the status `BROKEN`."""
    return Verdict(task, Status.BROKEN, 0.0, max_points, (Finding("course", False, reason),))
