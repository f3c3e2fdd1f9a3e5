"""Known mistakes, recognised by what an answer does, never by how it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from autograder.core.grading.budget import (
    Spent,
    check_reference,
    count_compilations,
    dearest,
    spend,
)
from autograder.core.grading.check import Check, Mistake
from autograder.core.grading.check_output import compare
from autograder.core.grading.reference_answer import expect
from autograder.core.inputs.cases import Case
from autograder.core.messages.errors import CourseError, StudentError
from autograder.core.messages.explain_error import trouble
from autograder.core.messages.verdict import Finding

if TYPE_CHECKING:
    from autograder.core.programs.run import Cost

ALIKE = 1.1  # two programs whose costs differ by less than this factor spend alike


def finding(mistake: Mistake, explains: str = "mistake") -> Finding:
    """What a report says of a recognised mistake; it may explain a `part` of what went wrong."""
    return Finding(explains, False, mistake.message, mistake=mistake.name)


def recognise_output(
    check: Check, cases: Sequence[Case], outputs: Sequence[Any]
) -> tuple[Finding, ...]:
    """Every mistake that gives these outputs: all of them, right or wrong."""
    return tuple(finding(each) for each in check.mistakes if _telling(check, each, cases, outputs))


def explains(check: Check, name: str, case: Case, output: Any) -> bool:
    """Whether the mistake of that name fails on this case as well, and with this output."""
    found = [item for item in check.mistakes if item.name == name]
    return bool(found and _telling(check, found[0], [case], [output]))


def _telling(check: Check, mistake: Mistake, cases: Sequence[Case], outputs: Sequence[Any]) -> int:
    """On how many cases the mistake shows, if it gives just these outputs; else 0."""
    count = 0
    for case, output in zip(cases, outputs, strict=True):
        wrong = wrong_output(check, mistake, case)
        expected = expect(check, case)
        if isinstance(wrong, Finding):
            if not isinstance(output, Finding) or _said(output) != _said(wrong):
                return 0
        elif isinstance(output, Finding):
            return 0
        elif compare(check, expected, case.args, wrong) is None:
            if isinstance(output, Finding) or compare(check, expected, case.args, output):
                return 0  # it is right here, and the answer is not: something else is wrong
            continue
        elif not check.kind.same(check, expected, wrong, output):
            return 0
        count += 1
    return count


def _said(finding: Finding) -> list[str]:
    """What stopped it: the error and how its message begins, without names and sizes."""
    return [finding.property, *finding.message.split(":")[:2]]


def wrong_output(check: Check, mistake: Mistake, case: Case) -> Any:
    """What the wrong answer gives here; a Finding if it crashes, as some mistakes do."""
    key = mistake.name, id(case)
    if key not in check.memo:
        try:
            check.memo[key] = check.kind.outcome(mistake.answer, case)
        except Exception as error:
            check.memo[key] = trouble(error)
    return check.memo[key]


def recognise_cost(
    check: Check, cases: Sequence[Case], spent: Sequence[Spent]
) -> tuple[Finding, ...]:
    """The mistake with right values that exceeds the same limits by as much."""
    best: tuple[float, Mistake] | None = None
    for mistake in check.mistakes:
        if recognised_by_output(check, mistake):
            continue
        try:
            theirs = spent_by(check, mistake.answer, cases)
        except Exception:
            continue  # it cannot be exported: it fails in another way than by its cost
        distance = _distance(spent, theirs)
        if distance < (inf if best is None else best[0]):
            best = distance, mistake
    return (finding(best[1]),) if best else ()


def spent_of(
    check: Check,
    cases: Sequence[Case],
    costs: Sequence[Cost],
    programs: int | None,
    anew: str,
) -> list[Spent]:
    """What of the budget a program spends that costs so much, and compiles so often."""
    spent: list[Spent] = []
    if check.budget is None:
        return spent
    if check.cost_points:
        sizes = [size for size, _ in check.cost_points]
        hidden = not all(case.public for case in cases)
        spent += spend(check.budget, sizes, costs, reference_costs(check, cases), hidden=hidden)
    if programs is not None:
        spent.append(count_compilations(check.budget, programs, anew))
    return spent


def spent_by(check: Check, function: Callable[..., Any], cases: Sequence[Case]) -> list[Spent]:
    """What a function of ours spends; kept."""
    key = "spent", function, tuple(map(id, cases))
    if key not in check.memo:
        costs = _costs(check, function, cases)
        programs, anew = check.kind.compilations(check, function) if check.calls else (None, "")
        check.memo[key] = spent_of(check, cases, costs, programs, anew)
    kept: list[Spent] = check.memo[key]
    return kept


def recognised_by_output(check: Check, mistake: Mistake) -> bool:
    """Whether its outputs alone give it away."""
    cases = check.cases()
    return bool(_telling(check, mistake, cases, [wrong_output(check, mistake, c) for c in cases]))


def _distance(mine: Sequence[Spent], theirs: Sequence[Spent]) -> float:
    """By which factor two programs spend differently that exceed the same limits alike; or inf."""
    over, same = (
        {item.measure: item.finding.message for item in row if not item.finding.passed}
        for row in (mine, theirs)
    )
    if over != same or not over:  # the same limits, and as far as is known for the same reason
        return inf
    ratios = {item.measure: item.ratio for item in theirs}
    pairs = {
        item.measure: (item.ratio, ratios[item.measure]) for item in mine if item.measure in ratios
    }
    apart = {name: max(pair) / min(pair) if min(pair) > 0 else 1.0 for name, pair in pairs.items()}
    return max(apart.values()) if all(apart[name] <= ALIKE for name in over) else inf


def reference_costs(check: Check, cases: Sequence[Case]) -> list[Cost]:
    """What the solution costs at the sizes of the budget; kept."""
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
    """The types of the numbers that the solution computes with; kept."""
    if "dtypes" not in check.memo:
        trees = {repr(case.signature): case.signature for case in check.cases()}
        made = [program_of(check, check.reference, tree).dtypes for tree in trees.values()]
        check.memo["dtypes"] = frozenset().union(*made)
    kept: frozenset[str] = check.memo["dtypes"]
    return kept


def _costs(check: Check, function: Callable[..., Any], cases: Sequence[Case]) -> list[Cost]:
    key = "costs", function, tuple(map(id, cases))
    if key not in check.memo:
        check.memo[key] = [_cost(check, function, tree, cases) for _, tree in check.cost_points]
    kept: list[Cost] = check.memo[key]
    return kept


def _cost(
    check: Check, function: Callable[..., Any], signature: tuple[Any, ...], cases: Sequence[Case]
) -> Cost:
    """Counted on the same form as a student's; loops that depend on values, on the same cases."""
    same = [case.inputs for case in cases if repr(case.signature) == repr(signature)]
    program = program_of(check, function, signature)
    counted: Cost = dearest(program, program.runs(same))
    return counted


def program_of(check: Check, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
    """A function of ours, in the form in which a student's is judged."""
    return check.kind.program(check.kind.export(function, signature).artifact)
