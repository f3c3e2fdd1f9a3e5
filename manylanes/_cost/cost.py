"""`cost`: work, span, bytes and intensity of a program, without running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from typing import Any

from manylanes._cost import specs as _specs
from manylanes._cost import stablehlo, symbolic
from manylanes._cost.formula import Formula, NoFormula
from manylanes._cost.program import Block
from manylanes._cost.text import explain
from manylanes._cost.walk import Tally, walk

Amount = int | Formula | NoFormula
Program = Callable[..., Any] | str | bytes


@dataclass(frozen=True)
class OpCost:
    """What one kind of op costs in a program, all its uses together."""

    op: str
    count: Amount
    work: Amount
    bytes: Amount


@dataclass(frozen=True)
class Cost:
    """What a program costs by the published table; `str()` explains it op by op.

    With open sizes each amount is a `Formula` of them (or says why there is none); call it with
    sizes, or call `at`, for numbers.
    """

    work: Amount
    span: Amount
    bytes: Amount
    largest: Amount
    by_op: tuple[OpCost, ...]
    unknown: tuple[str, ...]
    rounds: dict[int, int] = field(default_factory=dict)  # of each loop that could be read

    @property
    def exact(self) -> bool:
        """True if every part of the program could be counted."""
        return not self.unknown

    @property
    def intensity(self) -> float | NoFormula:
        """Work for each byte moved."""
        if isinstance(self.work, int) and isinstance(self.bytes, int):
            return _ratio(self.work, self.bytes)
        return NoFormula(
            f"({self.work}) / ({self.bytes})",
            lambda **sizes: _ratio(_value(self.work, sizes), _value(self.bytes, sizes)),
        )

    def at(self, **sizes: int) -> Cost:
        """The cost at these sizes, in numbers."""
        return Cost(
            work=_value(self.work, sizes),
            span=_value(self.span, sizes),
            bytes=_value(self.bytes, sizes),
            largest=_value(self.largest, sizes),
            by_op=_rows(
                (r.op, *(_value(v, sizes) for v in (r.count, r.work, r.bytes))) for r in self.by_op
            ),
            unknown=self.unknown,
        )

    def __str__(self) -> str:
        return explain(self)


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
    count, work, moved = map(_whole, (tally.count, tally.work, tally.bytes))
    rows = _rows((n, count[n], work[n], moved[n]) for n in {**count, **work, **moved})
    return Cost(
        work=sum(work.values()), span=ceil(tally.span), bytes=sum(moved.values()),
        largest=tally.largest, by_op=rows, unknown=tuple(tally.unknown),
        rounds=dict(_whole(tally.rounds)),
    )  # fmt: skip


def _whole(row: Mapping[Any, Any]) -> Counter[Any]:
    """Rounds counted in a run may come to a broken number in the mean."""
    return Counter({name: ceil(number) for name, number in row.items()})


def _rows(rows: Iterable[tuple[Any, ...]]) -> tuple[OpCost, ...]:
    """The table by op, dearest first."""
    kept = sorted((r for r in rows if any(r[1:])), key=lambda r: (-r[2], -r[3], r[0]))
    return tuple(OpCost(*r) for r in kept)


def _open(program: Program, specs: tuple[Any, ...], names: tuple[str, ...]) -> Cost:
    """The cost as formulas in the open sizes."""

    @cache
    def concrete(point: tuple[int, ...]) -> Cost:
        sizes = dict(zip(names, point, strict=True))
        try:
            return _total(walk(_read(program, _specs.at(specs, sizes))))
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

    found = symbolic.fit(names, lambda point: _amounts(concrete(point)))
    base = concrete(symbolic.START[: len(names)])
    rows = [
        OpCost(r.op, *(found[f"{field} {r.op}"] for field in ("count", "work", "bytes")))
        for r in base.by_op
    ]
    return Cost(
        work=found["work"], span=found["span"], bytes=found["bytes"], largest=found["largest"],
        by_op=tuple(rows), unknown=base.unknown,
    )  # fmt: skip


def _amounts(counted: Cost) -> dict[str, int]:
    rows = {f"{f} {r.op}": getattr(r, f) for r in counted.by_op for f in ("count", "work", "bytes")}
    return {f: getattr(counted, f) for f in ("work", "span", "bytes", "largest")} | rows


def _value(amount: Amount, sizes: dict[str, int]) -> int:
    return amount if isinstance(amount, int) else amount(**sizes)


def _ratio(work: int, moved: int) -> float:
    if moved:
        return work / moved
    return float("inf") if work else 0.0
