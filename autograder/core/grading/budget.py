"""What an answer may cost, as a ratio to the reference's cost; counted, never timed."""

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
    "span": "steps in a row",
    "bytes": "bytes moved",
    "largest": "bytes",
    "peak": "bytes at once",
    "products": "products of arrays",
    "block": "bytes",
    "sent": "bytes",
    "messages": "messages",
}
MEASURES = tuple(UNITS)
SPENT = MEASURES[:7]  # by whatever computes at all; sending nothing may well be asked for
WAITS = "The values are right, but too many steps wait for one another."
TOO_MUCH = {  # and the next step
    "work": "The values are right, but there is too much work. "
    "Look for results that are computed twice or never used. An iterative method may need fewer or "
    "smaller steps.",
    "span": f"{WAITS} Steps that do not need one another can run at the same time.",
    "bytes": "The values are right, but too many bytes are moved. "
    "Read an array once for all that needs it.",
    "largest": "The values are right, but the largest intermediate array is too large. "
    "Sum it up as it is made, part by part.",
    "peak": "The values are right, but too many bytes are kept at once. "
    "Keep less for later, and compute it again when it is needed.",
    "products": "The values are right, but too many products are carried out. "
    "Join those that share a factor; what is the same in each turn belongs before the loop.",
    "sent": "The values are right, but each device sends too much. "
    "Send what is summed up already, or the smaller of two arrays.",
    "messages": "The values are right, but too many messages follow one another. "
    "Send in one message what is known at the same time.",
    "block": "The values are right, "
    "but the program works on too large a piece at once: go through it in blocks.",
}
OFTEN = "The values are right, but the function is compiled too often."
FALLS = {
    "span": "The values are right, but fewer steps wait for one another where the input is larger.",
    "work": "The values are right, but there is less work where the input is larger.",
}
UNTOLD = "not said: its loops go round as often as hidden inputs say"
UNREAD = "a while loop goes round as often as hidden inputs say"
ODD = 0.1  # who needs less than this part of what the solution does may have hidden the rest


@dataclass(frozen=True)
class Budget:
    """Limits relative to the reference; fits over sizes, if `span` is "log" or "const", `work`
    "linear".

    `largest` limits one array, `peak` all that is there at once, so that who keeps what another
    computes again is told; `products` counts how often two arrays are multiplied and summed, turns
    of loops included. `block` limits the largest piece that is worked on at once, so that no loop
    over blocks is answered by one block; `sent` the bytes that each device sends and `messages` how
    many follow one another, of a sharded program. `at` fixes the sizes at which cost is counted;
    without it each size stands at its upper end.
    `calls` is the series of calls over which distinct programs (`compilations`) are counted.
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
        """Those that are limited by a cost."""
        return tuple(name for name in MEASURES if getattr(self, name) is not None)

    @property
    def fitted(self) -> bool:
        """Whether anything is a fit over sizes."""
        return any(isinstance(getattr(self, name), str) for name in self.measures)

    def __post_init__(self) -> None:
        for name, laws in growth.LAWS.items():
            limit = getattr(self, name)
            if isinstance(limit, str) and limit not in laws:
                known = ", ".join(map(repr, laws))
                raise CourseError(f"`{name}` may be {known} or a number, not {limit!r}.")


@dataclass(frozen=True)
class Spent:
    """One measure: how much of what was allowed; `ratio` compares programs with each other."""

    measure: str
    ratio: float
    finding: Finding


def dearest(program: Any, runs: Sequence[Counts]) -> Any:
    """Each measure where it is most.

    Each run by itself: loops that wait for one another never go round as often as each goes in the
    run where it goes round most.
    """
    costs = [program.cost(counted) for counted in runs or ({},)]
    most = {name: max(getattr(cost, name) for cost in costs) for name in MEASURES}
    unknown = dict.fromkeys(name for cost in costs for name in cost.unknown)
    return replace(costs[0], **most, unknown=tuple(unknown))


def spend(
    budget: Budget,
    sizes: Sequence[int],
    mine: Sequence[Cost],
    reference: Sequence[Cost],
    *,
    hidden: bool = False,
) -> list[Spent]:
    """Every limited measure, judged. The last cost is the one at the full size.

    A cost that a run on `hidden` inputs has told a part of is a number about them: it is not said.
    """
    told = not (hidden and any(cost.ran for cost in (*mine, *reference)))
    unknown = next((cost.unknown for cost in mine if cost.unknown), None)
    if unknown:
        return [Spent("unknown", 0.0, _unreadable(unknown if told else UNREAD))]
    spent = []
    for measure in budget.measures:
        ours, right = ([getattr(cost, measure) for cost in row] for row in (mine, reference))
        limit = getattr(budget, measure)
        if isinstance(limit, str):
            spent.append(_fit(measure, limit, sizes, ours, right, told))
        else:
            spent.append(_ratio(measure, float(ours[-1]), float(right[-1]), limit, told))
    return spent


def fitted_size(task: str, envs: Sequence[Mapping[str, Any]]) -> str:
    """The size that a fit is over: the first that changes where cost is counted."""
    values = {name: {env[name] for env in envs} for name in envs[0]}
    over = next((name for name in values if len(values[name]) > 1), None)
    if over and len(values[over]) == len(envs):
        return over
    found = f"`{over}` takes {len(values[over])}" if over else "none changes"
    mend = f"Let the first size that changes take {len(envs)}, each twice the one before it."
    raise CourseError(
        f"{task}: a fit over sizes needs {len(envs)} values of one size; {found}.", mend
    )


def check_reference(task: str, budget: Budget, cost: Cost) -> None:
    """CourseError for a limit that is a multiple of nothing: no answer but one keeps it."""
    for measure in budget.measures:
        fitted = isinstance(getattr(budget, measure), str)
        if measure in SPENT and not fitted and not getattr(cost, measure):
            problem = (
                f"{task}: the solution costs 0 {UNITS[measure]}, so `{measure}` limits nothing."
            )
            raise CourseError(
                problem, "Take it out of the budget, or limit what the solution needs."
            )


def _unreadable(unknown: Any) -> Finding:
    names = unknown if isinstance(unknown, str) else ", ".join(map(str, unknown))
    loops = " Give every loop a number of turns that is known before it starts."
    advice = loops if "while" in names else ""
    return Finding("cost", False, f"The cost cannot be counted: {names}.{advice}")


def _ratio(measure: str, have: float, base: float, limit: float, told: bool) -> Spent:
    ratio = have / base if base else (1.0 if not have else float("inf"))
    passed = ratio <= limit
    unit = UNITS[measure]
    asked = f"at most {limit:g} x the reference"
    asked += f" ({_count(limit * base)} {unit})" if told else ""
    times = f"{ratio:.2f}" if ratio < 100 else f"{ratio:.3g}"
    got = f"{times} x ({_count(have)} {unit})" if told else UNTOLD
    message = "" if passed else TOO_MUCH[measure]
    found = Finding(measure, passed, message, asked, got, odd=passed and ratio < ODD)
    return Spent(measure, ratio, found)


def _fit(measure: str, law: str, sizes: Sequence[int], mine: Sequence[Any],
         right: Sequence[Any], told: bool) -> Spent:  # fmt: skip
    """How a cost grows from size to size."""
    shrinks = growth.falls(mine)
    passed = growth.fits(law, sizes, mine, right) and not shrinks
    asked = f"{UNITS[measure]} {growth.WORDS[law]}, nowhere more than {growth.ROOM} x the reference"
    each = [f"{_count(cost)} at {size}" for size, cost in zip(sizes, mine, strict=True)]
    got = ", ".join(each) if told else UNTOLD
    message = "" if passed else FALLS[measure] if shrinks else TOO_MUCH[measure]
    found = Finding(measure, passed, message, asked, got, odd=passed and mine[-1] < ODD * right[-1])
    return Spent(measure, growth.steepness(sizes, mine), found)


def _count(number: float) -> str:
    """A count with its thousands apart."""
    return f"{number:,.0f}".replace(",", " ") if number < 1e9 else f"{number:.3g}"


def count_compilations(budget: Budget, programs: int, anew: str) -> Spent:
    """Distinct programs over the stated calls, and why each makes one of its own, if it does."""
    limit = budget.compilations or 0
    passed = programs <= limit
    asked = f"at most {limit} over {len(budget.calls)} calls"
    message = "" if passed else f"{OFTEN} {anew}".rstrip()
    finding = Finding("compilations", passed, message, asked, str(programs))
    return Spent("compilations", programs / max(limit, 1), finding)
