"""A program with open sizes, counted at many, and the formulas through what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from manylanes._cost.bound import Bound
from manylanes._cost.price.given import Rule
from manylanes._cost.read.program import Block, weight
from manylanes._cost.read.request import Request
from manylanes._cost.show.cost import Cost
from manylanes._cost.show.plain import NAMES, rows
from manylanes._cost.sizes import symbolic
from manylanes._cost.sizes.symbolic import Point
from manylanes._cost.walk.tally import ROWS, TABLES
from manylanes._cost.walk.total import MEASURES, tables, total
from manylanes._words import SpecError

FAR_STEPS = 20_000  # a formula is tried far out only where that is quickly counted


class Samples:
    """A program with open sizes, counted at one point after another, each once."""

    def __init__(self, asked: Request, rules: Mapping[str, Rule]) -> None:
        self.rules = rules
        self.asked, self.names = asked, asked.names
        self.counted: dict[Point, Cost] = {}
        self.weights: dict[Point, tuple[int, int]] = {}  # ops, and bytes of constants

    def at(self, point: Point) -> Cost:
        """The cost at these sizes, or a sentence saying that they do not fit."""
        if point not in self.counted:
            sizes = dict(zip(self.names, point, strict=True))
            try:
                self.counted[point] = total(self._program(point, sizes), rules=self.rules)
            except SpecError:
                raise
            except Exception as error:
                at = ", ".join(f"{n}={v}" for n, v in sizes.items())
                reason = (str(error).strip() or repr(error)).splitlines()[0]
                raise symbolic.SymbolicError(
                    f"the program does not work at {at}: {reason}. Open sizes must fit at every "
                    'value: write what has to divide as a multiple, such as "f32[8*m, k]", or '
                    "give numbers"
                ) from error
        return self.counted[point]

    def _program(self, point: Point, sizes: Mapping[str, int]) -> Block:
        block = self.asked.at(sizes)
        self.weights[point] = weight(block)
        return block

    def far(self, point: Point) -> dict[str, int] | None:
        """The amounts at a point that may be far out; None where that takes long or fails."""
        if self.grows and max(point) > symbolic.NEAR:
            return None
        try:
            sizes = dict(zip(self.names, point, strict=True))
            counted = total(self._program(point, sizes), steps=FAR_STEPS, rules=self.rules)
        except Exception:  # it need not work there: the formula then says so
            return None
        if counted.bounds != self.at(symbolic.START[: len(self.names)]).bounds:
            return None
        return _amounts(counted)

    @property
    def grows(self) -> bool:
        """Whether the text itself is longer for larger arrays: unrolled loops, tables."""
        return len(set(self.weights.values())) > 1

    def bounds(self) -> dict[str, Bound]:
        """How the totals stand to the true ones, at all points counted."""
        return _joined(cost.bounds for cost in self.counted.values())

    def rows(self, table: str, found: Mapping[str, Any]) -> list[dict[str, Any]]:
        """One table in formulas: of every row that was met at some point."""
        met: dict[str, list[Mapping[str, Bound]]] = {}
        for cost in self.counted.values():
            for row in rows(cost, table):
                met.setdefault(getattr(row, NAMES[table]), []).append(row.bounds)
        return [
            {"name": name, "bounds": _joined(bounds)}
            | {field: found[f"{field} {table} {name}"] for field in ROWS}
            for name, bounds in met.items()
            if f"work {table} {name}" in found
        ]


def _joined(all_bounds: Iterable[Mapping[str, Bound]]) -> dict[str, Bound]:
    found: dict[str, Bound] = {}
    for bounds in all_bounds:
        for name, bound in bounds.items():
            found[name] = bound.joined(found.get(name, bound))
    return found


def by_sizes(asked: Request, rules: Mapping[str, Rule]) -> Cost:
    """The cost as formulas in the open sizes."""
    samples = Samples(asked, rules)
    found = symbolic.fit(asked.names, lambda point: _amounts(samples.at(point)), samples.far)
    base = samples.at(symbolic.START[: len(asked.names)])
    # Whose reasons are told: at the smallest sizes all may have been exact.
    told = next((cost for cost in (base, *samples.counted.values()) if not cost.exact), base)
    totals: dict[str, Any] = {name: found[name] for name in MEASURES}
    return Cost(
        **totals,
        **tables({table: samples.rows(table, found) for table in TABLES}),
        unknown=told.unknown, assumed=told.assumed, bounds=samples.bounds(),
        loops=tuple(replace(loop, rounds=None) for loop in base.loops),
        _count=lambda **sizes: samples.at(symbolic.point(asked.names, sizes)),
    )  # fmt: skip


def _amounts(cost: Cost) -> dict[str, int]:
    """Every number of a cost by a name of its own."""
    found = {name: getattr(cost, name) for name in MEASURES}
    for table, key in NAMES.items():
        for row in rows(cost, table):
            found |= {f"{name} {table} {getattr(row, key)}": getattr(row, name) for name in ROWS}
    return found
