"""Recognise known mistakes by the outputs and costs of an answer, not by its source code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from autograder.core.grading.budget import (
    MeasuredCost,
    check_reference,
    judge_compilations,
    judge_costs,
    most_expensive,
)
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.check_output import compare_output
from autograder.core.grading.reference_answer import expect
from autograder.core.inputs.cases import Case
from autograder.core.messages.errors import CourseError, StudentError
from autograder.core.messages.explain_error import error_finding
from autograder.core.messages.verdict import Finding

if TYPE_CHECKING:
    from autograder.core.programs.run import Cost

SAME_COST = 1.1  # costs that differ by at most this factor count as equal


def finding(mistake: Mistake) -> Finding:
    """Return the finding for a recognised mistake."""
    return Finding("mistake", False, mistake.message, mistake=mistake.name)


def recognise_output(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """Return a finding for each known mistake that is wrong in the same cases as the answer.

    In each of these cases, their outputs are equal.
    """
    return tuple(
        finding(each) for each in check.mistakes if _count_matches(check, each, cases, outputs)
    )


def explains(check: Check, name: str, case: Case, output: Any) -> bool:
    """Return True if the known mistake `name` gives the same wrong output on this case."""
    mistakes = [item for item in check.mistakes if item.name == name]
    return bool(mistakes and _count_matches(check, mistakes[0], [case], [output]))


def _count_matches(
    check: Check, mistake: Mistake, cases: Sequence[Case], outputs: Sequence[Any]
) -> int:
    """Return the number of cases in which a mistake and the answer give the same wrong output.

    Return 0 if, in any case, only one of them is wrong or their wrong outputs differ.
    """
    count = 0
    for case, output in zip(cases, outputs, strict=True):
        wrong = wrong_output(check, mistake, case)
        expected = expect(check, case)
        if isinstance(wrong, Finding):
            if not isinstance(output, Finding) or _error_key(output) != _error_key(wrong):
                return 0
        elif isinstance(output, Finding):
            return 0
        elif compare_output(check, expected, case.args, wrong) is None:
            if isinstance(output, Finding) or compare_output(check, expected, case.args, output):
                return 0  # the mistake is right on this case, but the answer is wrong
            continue
        elif not check.kind.same_answer(check, expected, wrong, output):
            return 0
        count += 1
    return count


def _error_key(finding: Finding) -> list[str]:
    """Return the property of an error and its message up to the second colon.

    The rest of the message often contains names and sizes, which differ between answers.
    """
    return [finding.property, *finding.message.split(":")[:2]]


def wrong_output(check: Check, mistake: Mistake, case: Case) -> Any:
    """Return the (cached) output of a mistake on a case, or a Finding if it raises an exception."""
    key = mistake.name, id(case)
    if key not in check.cache:
        try:
            check.cache[key] = check.kind.run_trusted(mistake.answer, case)
        except Exception as error:
            check.cache[key] = error_finding(error)
    return check.cache[key]


def recognise_cost(
    check: Check, cases: Sequence[Case], costs: Sequence[MeasuredCost]
) -> tuple[Finding, ...]:
    """Return a tuple with the finding for the known mistake that explains the costs, if any.

    This mistake returns right values, exceeds the same limits as the answer, and has about the same
    costs as the answer in these limits (see SAME_COST). Among several such mistakes, the one with
    the most similar costs is reported.
    """
    best: tuple[float, Mistake] | None = None
    for mistake in check.mistakes:
        try:
            theirs = judge_function(check, mistake.answer, cases)
        except Exception:
            continue  # a mistake that cannot be exported has no cost
        distance = _distance(costs, theirs)
        # Costs are compared first, because running a mistake takes longer than counting its cost.
        nearer = distance < (inf if best is None else best[0])
        if nearer and not recognised_by_output(check, mistake):
            best = distance, mistake
    return (finding(best[1]),) if best else ()


def judge_program(
    check: Check,
    cases: Sequence[Case],
    costs: Sequence[Cost],
    programs: int | None,
    why_recompiled: str,
) -> list[MeasuredCost]:
    """Judge a program's costs at the sizes of the budget, and its number of compilations.

    Without a budget, the list is empty. Compilations are not judged if `programs` is None.
    """
    judged: list[MeasuredCost] = []
    if check.budget is None:
        return judged
    if check.cost_points:
        sizes = [size for size, _ in check.cost_points]
        hidden = not all(case.public for case in cases)
        right = reference_costs(check, cases)
        judged += judge_costs(check.budget, sizes, costs, right, hidden=hidden)
    if programs is not None:
        judged.append(judge_compilations(check.budget, programs, why_recompiled))
    return judged


def judge_function(
    check: Check, function: Callable[..., Any], cases: Sequence[Case]
) -> list[MeasuredCost]:
    """Judge the costs of a trusted function, or return the cached result."""
    key = "judged costs", function, tuple(map(id, cases))
    if key not in check.cache:
        costs = _costs(check, function, cases)
        programs, why_recompiled = (
            check.kind.compilations(check, function) if check.calls else (None, "")
        )
        check.cache[key] = judge_program(check, cases, costs, programs, why_recompiled)
    cached: list[MeasuredCost] = check.cache[key]
    return cached


def recognised_by_output(check: Check, mistake: Mistake) -> bool:
    """Return True if a mistake is recognised by its wrong output on some public case."""
    cases = check.cases()
    return bool(
        _count_matches(check, mistake, cases, [wrong_output(check, mistake, c) for c in cases])
    )


def _distance(mine: Sequence[MeasuredCost], theirs: Sequence[MeasuredCost]) -> float:
    """Return the largest ratio between the costs of two programs.

    Return infinity if the programs exceed no limits, different limits or the same limits for
    different reasons, or if their costs differ by more than the factor SAME_COST in an exceeded
    limit.
    """
    over, same = (
        {item.measure: item.finding.message for item in row if not item.finding.passed}
        for row in (mine, theirs)
    )
    if over != same or not over:  # the messages state the reasons, which must be equal, too
        return inf
    ratios = {item.measure: item.ratio for item in theirs}
    pairs = {
        item.measure: (item.ratio, ratios[item.measure]) for item in mine if item.measure in ratios
    }
    factors = {
        name: max(pair) / min(pair) if min(pair) > 0 else 1.0 for name, pair in pairs.items()
    }
    return max(factors.values()) if all(factors[name] <= SAME_COST for name in over) else inf


def reference_costs(check: Check, cases: Sequence[Case]) -> list[Cost]:
    """Return the (cached) costs of the solution at the sizes of the budget.

    Raise CourseError if the solution is refused, if a cost cannot be counted, or if a limit is a
    multiple of a cost that must not be 0, but is 0.
    """
    try:
        costs = _costs(check, check.reference, cases)
    except StudentError as error:
        raise CourseError(f"{check.task}: the solution is refused: {error}") from error
    if any(cost.unknown for cost in costs):
        raise CourseError(f"{check.task}: the cost of the solution cannot be counted.")
    if check.budget is not None and costs:
        check_reference(check.task, check.budget, costs[-1])
    return costs


def reference_dtypes(check: Check) -> frozenset[str]:
    """Return the (cached) dtypes in which the solution computes on the public cases."""
    if "dtypes" not in check.cache:
        trees = {repr(case.signature): case.signature for case in check.cases()}
        made = [program_of(check, check.reference, tree).dtypes for tree in trees.values()]
        check.cache["dtypes"] = frozenset().union(*made)
    cached: frozenset[str] = check.cache["dtypes"]
    return cached


def _costs(check: Check, function: Callable[..., Any], cases: Sequence[Case]) -> list[Cost]:
    key = "costs", function, tuple(map(id, cases))
    if key not in check.cache:
        costs = []
        for _, signature in check.cost_points:
            # As for a student's function, the program is in canonical form, and the trip counts of
            # its loops come from runs on the same cases.
            same = [case.inputs for case in cases if repr(case.signature) == repr(signature)]
            program = program_of(check, function, signature)
            costs.append(most_expensive(program, program.runs(same)))
        check.cache[key] = costs
    cached: list[Cost] = check.cache[key]
    return cached


def program_of(check: Check, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    """Return the program of a trusted function, exported in the same way as a student's."""
    return check.kind.program(check.kind.export(function, signature).artifact)
