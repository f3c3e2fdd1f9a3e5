"""Known mistakes, recognised by what an answer does, never by how it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from autograder._budget import Cost, Spent, spend
from autograder._cases import Case
from autograder._check import Check, Mistake
from autograder._compare import compare, same
from autograder._data import as_data
from autograder._errors import CourseError
from autograder._expect import expect, outcome
from autograder._trouble import trouble
from autograder._verdict import Finding

ALIKE = 1.1  # two programs whose costs differ by less than this factor spend alike


def finding(mistake: Mistake) -> Finding:
    """What a report says of a recognised mistake."""
    return Finding("mistake", False, mistake.message, mistake=mistake.name)


def recognise_output(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """The mistake that gives these outputs wherever it differs from the right ones."""
    best: tuple[int, Mistake] | None = None
    for mistake in check.mistakes:
        telling = _telling(check, mistake, cases, outputs)
        if telling and (best is None or telling > best[0]):
            best = telling, mistake
    return (finding(best[1]),) if best else ()


def _telling(check: Check, mistake: Mistake, cases: Sequence[Case], outputs: Sequence[Any]) -> int:
    """On how many cases the mistake shows, if the outputs agree with it on all of them; else 0."""
    count = 0
    for case, output in zip(cases, outputs, strict=True):
        wrong = wrong_output(check, mistake, case)
        expected = expect(check, case)
        if isinstance(wrong, Finding):
            if not isinstance(output, Finding) or output.property != wrong.property:
                return 0
        elif compare(check, expected, case.args, wrong) is None:
            continue
        elif isinstance(output, Finding) or not same(check, expected, wrong, output):
            return 0
        count += 1
    return count


def wrong_output(check: Check, mistake: Mistake, case: Case) -> Any:
    """What the wrong answer gives here; a Finding if it crashes, as some mistakes do."""
    if check.kind == "value":
        return as_data(mistake.answer)
    key = mistake.name, id(case)
    if key not in check.memo:
        try:
            check.memo[key] = outcome(mistake.answer, case, check.kind)
        except Exception as error:
            check.memo[key] = trouble(error)
    return check.memo[key]


def recognise_cost(check: Check, spent: Sequence[Spent]) -> tuple[Finding, ...]:
    """The mistake with right values that exceeds the same limits by as much."""
    if check.budget is None or not check.cost_points:
        return ()
    sizes = [size for size, _ in check.cost_points]
    best: tuple[float, Mistake] | None = None
    for mistake in check.mistakes:
        if recognised_by_output(check, mistake):
            continue
        try:
            costs = _costs(check, mistake.answer)
        except Exception:
            continue  # it cannot be exported: it fails in another way than by its cost
        distance = _distance(spent, spend(check.budget, sizes, costs, reference_costs(check)))
        if distance <= ALIKE and (best is None or distance < best[0]):
            best = distance, mistake
    return (finding(best[1]),) if best else ()


def recognised_by_output(check: Check, mistake: Mistake) -> bool:
    """Whether its outputs alone give it away."""
    cases = check.cases()
    return bool(_telling(check, mistake, cases, [wrong_output(check, mistake, c) for c in cases]))


def _distance(mine: Sequence[Spent], theirs: Sequence[Spent]) -> float:
    """By which factor two programs spend differently; infinite if other limits are exceeded."""
    over = [{item.measure for item in row if not item.finding.passed} for row in (mine, theirs)]
    if over[0] != over[1] or not over[0]:
        return inf
    ratios = {item.measure: item.ratio for item in theirs}
    pairs = [(item.ratio, ratios[item.measure]) for item in mine if item.measure in ratios]
    return max(max(pair) / min(pair) if min(pair) > 0 else 1.0 for pair in pairs)


def reference_costs(check: Check) -> list[Cost]:
    """What the solution costs at the sizes of the budget; kept."""
    costs = _costs(check, check.reference)
    if any(cost.unknown for cost in costs):
        raise CourseError(f"{check.task}: the cost of the solution cannot be counted.")
    return costs


def _costs(check: Check, function: Callable[..., Any]) -> list[Cost]:
    key = "costs", function
    if key not in check.memo:
        check.memo[key] = [program_cost(function, tree) for _, tree in check.cost_points]
    kept: list[Cost] = check.memo[key]
    return kept


def program_cost(function: Callable[..., Any], signature: tuple[Any, ...]) -> Cost:
    """The cost of a function of ours, counted on the same artifact as a student's."""
    from autograder._program import artifact_cost, export_program

    counted: Cost = artifact_cost(export_program(function, signature).artifact)
    return counted
