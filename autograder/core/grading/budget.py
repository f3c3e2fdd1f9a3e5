"""Cost limits of a task, relative to the cost of the reference. Costs are counted, not timed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autograder.core.grading import growth
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding
from autograder.core.programs.trip_counts import Counts

if TYPE_CHECKING:
    from autograder.core.programs.run import Cost

UNITS = {
    "work": "operations",
    "span": "sequential steps",
    "bytes": "bytes moved",
    "largest": "bytes",
    "peak": "bytes at once",
    "products": "products of arrays",
    "block": "bytes",
    "sent": "bytes",
    "messages": "messages",
}
MEASURES = tuple(UNITS)
# Measures that must not be 0 for the reference, because a limit is a multiple of this cost.
NONZERO = MEASURES[:7]
WAITS = "Your values are right, but too many steps wait for one another."
TOO_MUCH = {  # messages for an exceeded limit: the problem and the next step
    "work": "Your values are right, but there is too much work. "
    "Look for results that are computed twice or never used. An iterative method may need fewer or "
    "smaller steps.",
    "span": f"{WAITS} Steps that do not depend on one another can run at the same time.",
    "bytes": "Your values are right, but too many bytes are moved. "
    "Read each array once for everything that needs it.",
    "largest": "Your values are right, but the largest intermediate array is too large. "
    "Compute the array in parts, and add each part to the result immediately.",
    "peak": "Your values are right, but too many bytes are in memory at once. "
    "Store less, and recompute values when they are needed.",
    "products": "Your values are right, but there are too many array products. "
    "Combine products that share a factor, and move products that are the same in every "
    "iteration out of the loop.",
    "sent": "Your values are right, but each device sends too many bytes. "
    "Reduce arrays before you send them, or send the smaller of two arrays.",
    "messages": "Your values are right, but there are too many sequential messages. "
    "Send values that are known at the same time in one message.",
    "block": "Your values are right, "
    "but the program processes too large an array at once. Process it in blocks.",
}
TOO_MANY_COMPILATIONS = "Your values are right, but the function is compiled too often."
SHRINKS = {
    "span": (
        "Your values are right, but fewer steps wait for one another where the input is larger."
    ),
    "work": "Your values are right, but there is less work where the input is larger.",
}
HIDDEN_COST = "not shown: the trip counts of its loops depend on hidden inputs"
HIDDEN_LOOP = "the trip count of a while loop depends on hidden inputs"
# An answer whose cost is less than this fraction of the solution's cost may hide operations.
SUSPICIOUS = 0.1


@dataclass(frozen=True)
class Budget:
    """Cost limits of a task, each a ratio to the reference or a growth law over several sizes.

    Only `compilations` is an absolute number. Growth laws are "log" and "const" for `span`, and
    "linear" for `work`.

    `work` limits the number of operations, `span` the longest chain of dependent operations, and
    `bytes` the bytes moved. `largest` limits the bytes of the largest array. `peak` limits the
    bytes of all live arrays. A program that stores values has a higher peak than a program that
    recomputes the values. `products` limits the number of array products, loop iterations included.
    `block` limits the largest array that one operation computes with, so that a program must work
    in blocks.

    For sharded programs, `sent` limits the bytes that each device sends, and `messages` limits the
    number of sequential messages.

    `compilations` limits the number of distinct programs that the calls in `calls` compile. `at`
    sets the sizes and scalars with which cost is counted. The default of a size is its upper bound
    or last choice, and that of a scalar its upper bound or first choice. For a growth law, these
    sizes are the largest of several.
    """

    work: float | str | None = None
    span: float | str | None = None
    bytes: float | None = None
    largest: float | None = None
    peak: float | None = None
    products: float | None = None
    block: float | None = None
    sent: float | None = None
    messages: float | None = None
    compilations: int | None = None
    at: Mapping[str, Any] | None = None
    calls: Sequence[Mapping[str, Any]] = ()

    @property
    def measures(self) -> tuple[str, ...]:
        """Return the names of the limited measures, without `compilations`."""
        return tuple(name for name in MEASURES if getattr(self, name) is not None)

    @property
    def has_growth_limit(self) -> bool:
        """Return True if any limit applies to the growth of a cost."""
        return any(isinstance(getattr(self, name), str) for name in self.measures)

    def __post_init__(self) -> None:
        for name, laws in growth.LAWS.items():
            limit = getattr(self, name)
            if isinstance(limit, str) and limit not in laws:
                names = ", ".join(map(repr, laws))
                raise CourseError(f"`{name}` may be {names} or a number, not {limit!r}.")


@dataclass(frozen=True)
class MeasuredCost:
    """The cost of a program in one measure, and the finding about it.

    `ratio` is the cost relative to the reference or, for a growth limit, the steepness of the
    growth. For compilations, it is relative to the limit. If the cost cannot be counted, it is 0.
    The ratio distinguishes mistakes that exceed the same limits.
    """

    measure: str
    ratio: float
    finding: Finding


def most_expensive(program: Any, runs: Sequence[Counts]) -> Any:
    """Return the cost of a program with each measure at its maximum over the runs.

    Without runs, return the cost that the program text determines. The cost of each run is counted
    separately, because two loops need not reach their maximum trip counts in the same run.
    """
    costs = [program.cost(counted) for counted in runs or ({},)]
    most = {name: max(getattr(cost, name) for cost in costs) for name in MEASURES}
    unknown = dict.fromkeys(name for cost in costs for name in cost.unknown)
    return replace(costs[0], **most, unknown=tuple(unknown))


def judge_costs(
    budget: Budget,
    sizes: Sequence[int],
    mine: Sequence[Cost],
    reference: Sequence[Cost],
    *,
    hidden: bool = False,
) -> list[MeasuredCost]:
    """Judge the costs of an answer in every limited measure.

    If the cost at some size cannot be counted, return only a finding about this. `mine` and
    `reference` have one cost for each size, the full size last. `hidden` means that some of the
    inputs are hidden. If any cost then includes trip counts from runs, the findings state no costs,
    because these counts depend on the hidden inputs.
    """
    show_costs = not (hidden and any(cost.ran for cost in (*mine, *reference)))
    unknown = next((cost.unknown for cost in mine if cost.unknown), None)
    if unknown:
        causes = unknown if show_costs else HIDDEN_LOOP
        names = causes if isinstance(causes, str) else ", ".join(map(str, causes))
        loops = " Give every loop a trip count that is known before it starts."
        message = f"The cost cannot be counted: {names}.{loops if 'while' in names else ''}"
        return [MeasuredCost("unknown", 0.0, Finding("cost", False, message))]
    measured = []
    for measure in budget.measures:
        costs, right = ([getattr(cost, measure) for cost in row] for row in (mine, reference))
        limit = getattr(budget, measure)
        if isinstance(limit, str):
            measured.append(_judge_growth(measure, limit, sizes, costs, right, show_costs))
        else:
            measured.append(_judge_ratio(measure, costs[-1], right[-1], limit, show_costs))
    return measured


def growth_size(task: str, envs: Sequence[Mapping[str, Any]]) -> str:
    """Return the name of the size over which growth is measured: the first size that varies.

    Raise CourseError if there is none, or if it does not differ between all `envs`.
    """
    values = {name: {env[name] for env in envs} for name in envs[0]}
    over = next((name for name in values if len(values[name]) > 1), None)
    if over and len(values[over]) == len(envs):
        return over
    description = f"`{over}` takes {len(values[over])}" if over else "none changes"
    raise CourseError(
        f"{task}: a growth limit needs {len(envs)} values of one size; {description}.",
        f"Give the first size that changes {len(envs)} values, each twice the previous one.",
    )


def check_reference(task: str, budget: Budget, cost: Cost) -> None:
    """Raise CourseError if a limit is a multiple of a cost that must not be 0, but is 0."""
    for measure in budget.measures:
        is_ratio = not isinstance(getattr(budget, measure), str)
        if measure in NONZERO and is_ratio and not getattr(cost, measure):
            problem = (
                f"{task}: the solution costs 0 {UNITS[measure]}, so the limit on `{measure}` is 0."
            )
            raise CourseError(
                problem, "Remove it from the budget, or limit a measure that the solution needs."
            )


def _judge_ratio(
    measure: str, have: float, base: float, limit: float, show_costs: bool
) -> MeasuredCost:
    ratio = have / base if base else (1.0 if not have else float("inf"))
    passed = ratio <= limit
    unit = UNITS[measure]
    expected = f"at most {limit:g} x the reference"
    expected += f" ({_format_count(limit * base)} {unit})" if show_costs else ""
    times = f"{ratio:.2f}" if ratio < 100 else f"{ratio:.3g}"
    got = f"{times} x ({_format_count(have)} {unit})" if show_costs else HIDDEN_COST
    message = "" if passed else TOO_MUCH[measure]
    finding = Finding(measure, passed, message, expected, got, odd=passed and ratio < SUSPICIOUS)
    return MeasuredCost(measure, ratio, finding)


def _judge_growth(measure: str, law: str, sizes: Sequence[int], mine: Sequence[Any],
                  right: Sequence[Any], show_costs: bool) -> MeasuredCost:  # fmt: skip
    shrinks = growth.decreases(mine)
    passed = growth.satisfies(law, sizes, mine, right) and not shrinks
    limit = f"never more than {growth.MAX_RATIO} x the reference"
    expected = f"{UNITS[measure]} {growth.DESCRIPTIONS[law]}, {limit}"
    each = [f"{_format_count(cost)} at {size}" for size, cost in zip(sizes, mine, strict=True)]
    got = ", ".join(each) if show_costs else HIDDEN_COST
    message = "" if passed else SHRINKS[measure] if shrinks else TOO_MUCH[measure]
    suspicious = passed and mine[-1] < SUSPICIOUS * right[-1]
    finding = Finding(measure, passed, message, expected, got, odd=suspicious)
    return MeasuredCost(measure, growth.steepness(sizes, mine), finding)


def _format_count(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ") if number < 1e9 else f"{number:.3g}"


def judge_compilations(budget: Budget, programs: int, reason: str) -> MeasuredCost:
    """Judge the number of distinct programs that the calls in the budget compile.

    `reason` explains why each call is compiled separately, or is "" if this is unknown.
    """
    limit = budget.compilations or 0
    passed = programs <= limit
    expected = f"at most {limit} over {len(budget.calls)} calls"
    message = "" if passed else f"{TOO_MANY_COMPILATIONS} {reason}".rstrip()
    finding = Finding("compilations", passed, message, expected, str(programs))
    return MeasuredCost("compilations", programs / max(limit, 1), finding)
