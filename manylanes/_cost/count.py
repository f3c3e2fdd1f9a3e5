"""`cost`: work, span, bytes and intensity of a program, without running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import Any

from manylanes._cost import specs as _specs
from manylanes._cost import stablehlo, symbolic
from manylanes._cost.bound import Bound
from manylanes._cost.cost import Cost, OpCost
from manylanes._cost.passes import walk
from manylanes._cost.program import Block, weight
from manylanes._cost.symbolic import Point
from manylanes._cost.tally import ROWS, TOTALS, Tally

Program = Callable[..., Any] | str | bytes
FAR_STEPS = 20_000  # a formula is tried far out only where that is quickly counted


def cost(program: Program, *specs: Any, rounds: Mapping[int, int] | None = None) -> Cost:
    """Counts a JAX function at the given shapes, StableHLO text, or a serialized export.

    A specification is an array, a `jax.ShapeDtypeStruct`, text such as "f32[128, 64]", or any
    tree of these; a size that is a name ("f32[m, k]") stays open. `rounds` says how often loops
    went round, all told, that depend on values: a run has counted them. Loops are numbered in the
    order of the program's text, outer ones first.
    """
    if isinstance(program, (bytes, bytearray)) and not specs:
        specs = stablehlo.signature(bytes(program))
    names = _specs.symbols(specs)
    if not names:
        return _total(walk(_read(program, _specs.at(specs, {})), rounds))
    if rounds:
        raise ValueError("`rounds` were counted in a run: give numbers for the open sizes too")
    return _open(program, specs, names)


def _read(program: Program, specs: tuple[Any, ...]) -> Block:
    if isinstance(program, str):
        return stablehlo.parse(program)
    if isinstance(program, (bytes, bytearray)):
        return stablehlo.load(bytes(program), specs)
    if not callable(program):
        raise TypeError(
            "cost counts a function, StableHLO text or a serialized jax.export artifact, "
            f"not {type(program).__name__}"
        )
    return stablehlo.lower(program, specs)


def _total(tally: Tally) -> Cost:
    """A walk's tally as a `Cost`."""

    def bound(measure: str, op: str = "") -> Bound:
        return Bound.of((measure, op) in tally.over, (measure, op) in tally.under)

    columns = {name: _whole(getattr(tally, name)) for name in ROWS}
    rows = [
        OpCost(op, **{name: column[op] for name, column in columns.items()},
               bounds={name: bound(name, op) for name in ROWS})
        for op in dict.fromkeys(op for column in columns.values() for op in column)
    ]  # fmt: skip
    return Cost(
        work=sum(columns["work"].values()), span=ceil(tally.span),
        bytes=sum(columns["bytes"].values()), largest=tally.largest,
        sent=sum(columns["sent"].values()), hops=ceil(tally.hops),
        by_op=_dearest_first(rows), unknown=tuple(tally.unknown), assumed=tuple(tally.assumed),
        rounds=dict(_whole(tally.rounds)), taken=dict(_whole(tally.taken)),
        at_most=frozenset(tally.at_most), bounds={name: bound(name) for name in TOTALS},
    )  # fmt: skip


def _whole(row: Mapping[Any, Any]) -> Counter[Any]:
    """Rounds counted in a run may come to a broken number in the mean."""
    return Counter({name: ceil(number) for name, number in row.items()})


def _dearest_first(rows: Iterable[OpCost]) -> tuple[OpCost, ...]:
    """The table by op."""
    kept = [row for row in rows if any(getattr(row, name) for name in ROWS)]
    return tuple(sorted(kept, key=lambda r: (-r.work, -r.bytes, r.op)))  # type: ignore[operator]


class Samples:
    """A program with open sizes, counted at one point after another, each once."""

    def __init__(self, program: Program, specs: tuple[Any, ...], names: tuple[str, ...]) -> None:
        self.program, self.specs, self.names = program, specs, names
        self.counted: dict[Point, Cost] = {}
        self.weights: dict[Point, tuple[int, int]] = {}  # ops, and bytes of constants

    def at(self, point: Point) -> Cost:
        """The cost at these sizes, or a sentence saying that they do not fit."""
        if point not in self.counted:
            sizes = dict(zip(self.names, point, strict=True))
            try:
                self.counted[point] = _total(walk(self._program(point, sizes)))
            except _specs.SpecError:
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
        block = _read(self.program, _specs.at(self.specs, sizes))
        self.weights[point] = weight(block)
        return block

    def far(self, point: Point) -> dict[str, int] | None:
        """The amounts at a point that may be far out; None where that takes long or fails."""
        if self.grows and max(point) > symbolic.NEAR:
            return None
        try:
            sizes = dict(zip(self.names, point, strict=True))
            counted = _total(walk(self._program(point, sizes), steps=FAR_STEPS))
        except Exception:  # it need not work there: the formula then says so
            return None
        if counted.bounds != self.at(symbolic.START[: len(self.names)]).bounds:
            return None
        return _amounts(counted)

    @property
    def grows(self) -> bool:
        """Whether the text itself is longer for larger arrays: unrolled loops, tables."""
        return len(set(self.weights.values())) > 1

    def bounds(self, op: str = "") -> dict[str, Bound]:
        """How the amounts stand to the true ones, at all points counted."""
        found: dict[str, Bound] = {}
        for each in self.counted.values():
            rows = [each.bounds] if not op else [r.bounds for r in each.by_op if r.op == op]
            for row in rows:
                for name, bound in row.items():
                    found[name] = bound.joined(found.get(name, bound))
        return found


def _open(program: Program, specs: tuple[Any, ...], names: tuple[str, ...]) -> Cost:
    """The cost as formulas in the open sizes."""
    samples = Samples(program, specs, names)
    found = symbolic.fit(names, lambda point: _amounts(samples.at(point)), samples.far)
    base = samples.at(symbolic.START[: len(names)])
    ops = dict.fromkeys([*(r.op for r in base.by_op), *(k[6:] for k in found if k[:6] == "count ")])
    rows = [OpCost(op, bounds=samples.bounds(op), **_of(found, ROWS, f" {op}")) for op in ops]
    return Cost(
        by_op=tuple(rows), unknown=base.unknown, assumed=base.assumed, bounds=samples.bounds(),
        _count=lambda **sizes: samples.at(symbolic.point(names, sizes)), **_of(found, TOTALS),
    )  # fmt: skip


def _of(found: Mapping[str, Any], names: Iterable[str], row: str = "") -> dict[str, Any]:
    return {name: found[name + row] for name in names}


def _amounts(counted: Cost) -> dict[str, int]:
    rows = {f"{f} {r.op}": getattr(r, f) for r in counted.by_op for f in ROWS}
    return {f: getattr(counted, f) for f in TOTALS} | rows
