"""Costs with open sizes: the walk at many sizes, and the one polynomial through all of them.

There is one walker and it counts whole numbers. A polynomial that passes through enough points is
the only one that does, so interpolation is exact; points left out of it decide whether the amount
is a polynomial at all, some of them far out: a program may be another one for large arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import prod

from manylanes._cost.formula import (
    LOG,
    Domain,
    Formula,
    Monomial,
    NoFormula,
    SizeError,
    ceil_log2,
    checked,
)

Point = tuple[int, ...]
Sample = Callable[[Point], dict[str, int]]
Far = Callable[[Point], dict[str, int] | None]  # None: that is not quickly counted
Shape = list[tuple[int, int]]  # for each size, its degree and the degree of its logarithm

BAND = range(9, 17)  # sizes with one ceil(log2): here only the polynomial moves
BANDS = tuple(range(2**k + 1, 2 ** (k + 1) + 1) for k in range(2, 8))
START = (11, 13, 10, 14, 12, 9)  # where the other sizes stand, all different
LARGEST_GRID = 600
NEAR, FAR = 100, (1000, 4096, 65_536)


class SymbolicError(ValueError):
    """A program that cannot be counted with open sizes, and what to do instead."""


def fit(names: Sequence[str], sample: Sample, far: Far) -> dict[str, Formula | NoFormula]:
    """The formula of every amount that `sample` counts, tested at sizes that `far` can count."""
    if len(names) > len(START):
        raise SymbolicError(f"at most {len(START)} open sizes, here {', '.join(names)}")
    base = START[: len(names)]
    shape, wild = _degrees(base, sample)
    if prod((d + 1) * (e + 1) for d, e in shape) > LARGEST_GRID:
        raise SymbolicError(
            f"too many sizes of too high a degree ({', '.join(names)}): give numbers for some"
        )
    axes = [_axis(d, e) for d, e in shape]
    grid = {point: sample(point) for point in product(*axes)}
    held_out = {point: sample(point) for point in _held_out(len(names))}
    held_out |= (outer := _far_out(len(names), far))
    one = far((1,) * len(names))
    held_out |= _one_apart(len(names), far)
    high = max((min(p) for p in outer), default=NEAR)
    found: dict[str, Formula | NoFormula] = {}
    counted = [*grid.values(), *held_out.values(), sample(base)]
    for amount in dict.fromkeys(a for row in counted for a in row):
        count = _counter(names, sample, amount)
        if amount in wild:
            name = names[wild[amount]]
            why = f"no polynomial in {name} and ceil(log2({name})): call it with sizes"
            found[amount] = NoFormula(why, count)
            continue
        values = {p: c.get(amount, 0) for p, c in grid.items()}
        terms = _interpolate(names, shape, axes, values)
        at_one = one and Formula.of(terms).evaluate(dict.fromkeys(names, 1)) == one.get(amount, 0)
        others = dict(zip(names, base, strict=True))
        domain = Domain(tuple(names), 1 if at_one else 2, high, count, others)
        formula = Formula.of(terms, domain)
        found[amount] = _verified(formula, names, held_out, amount, count) or formula
    return found


def _far_out(count: int, far: Far) -> dict[Point, dict[str, int]]:
    """Large sizes, as far out as they are quickly counted."""
    found: dict[Point, dict[str, int]] = {}
    for size in FAR:
        counted = far((size,) * count)
        if counted is None:
            return found
        found[(size,) * count] = counted
    if count > 1:
        mixed = tuple(FAR[i % len(FAR)] for i in range(count))
        for point in (mixed, mixed[::-1]):
            if counted := far(point):
                found[point] = counted
    return found


def _one_apart(count: int, far: Far) -> dict[Point, dict[str, int]]:
    """One size far above all others, or below: which of two arrays is larger may hang on that."""
    ends = ((2, NEAR), (NEAR, 2)) if count > 1 else ()
    points = [
        tuple(one if place == apart else others for place in range(count))
        for others, one in ends
        for apart in range(count)
    ]
    return {point: counted for point in points if (counted := far(point))}


def _counter(names: Sequence[str], sample: Sample, amount: str) -> Callable[..., int]:
    return lambda **sizes: sample(point(names, sizes)).get(amount, 0)


def point(names: Sequence[str], sizes: Mapping[str, int]) -> Point:
    """Where these sizes lie; each must be given."""
    sizes = checked(names, sizes)
    if missing := [name for name in names if name not in sizes]:
        raise SizeError(f"a size is missing: {', '.join(missing)}")
    return tuple(sizes[name] for name in names)


def _degrees(base: Point, sample: Sample) -> tuple[Shape, dict[str, int]]:
    """How each size enters, found by moving it alone; and the amounts that fit none, and where."""
    shape: Shape = []
    wild: dict[str, int] = {}
    for place in range(len(base)):
        moved = partial(_moved, base, sample, place)
        amounts = {a for n in BAND for a in moved(n)}
        degrees = {a: _degree([Fraction(moved(n).get(a, 0)) for n in BAND]) for a in amounts}
        degree = max((d for d in degrees.values() if d is not None), default=0)
        logs = {a: _log_degree(moved, a, degree) for a in amounts}
        shape.append((degree, max((e for e in logs.values() if e is not None), default=0)))
        wild |= {a: place for a in amounts if degrees[a] is None or logs[a] is None}
    return shape, wild


def _moved(base: Point, sample: Sample, place: int, n: int) -> dict[str, int]:
    return sample((*base[:place], n, *base[place + 1 :]))


def _degree(values: list[Fraction]) -> int | None:
    """The degree of the polynomial through equally spaced values; None if they show none."""
    for degree in range(-1, len(values) - 1):
        if not any(values):
            return max(degree, 0)
        values = [b - a for a, b in pairwise(values)]
    return None


def _log_degree(moved: Callable[[int], dict[str, int]], amount: str, degree: int) -> int | None:
    """The degree in ceil(log2 size) of each coefficient, from band to band."""
    rows = []
    for band in _bands(degree)[:4]:
        points = [band[-1 - i] for i in range(degree + 1)]
        values = [Fraction(moved(n).get(amount, 0)) for n in points]
        rows.append(
            _solve([[Fraction(n) ** i for i in range(len(points))] for n in points], values)
        )
    found = [_degree(list(column)) for column in zip(*rows, strict=True)]
    return None if None in found else max(d for d in found if d is not None)


def _bands(degree: int) -> list[range]:
    return [band for band in BANDS if len(band) > degree]


def _axis(degree: int, logs: int) -> list[int]:
    """Sizes at which a polynomial of these degrees is known when it is known there."""
    return [band[-1 - i] for band in _bands(degree)[: logs + 1] for i in range(degree + 1)]


def _basis(n: int, degree: int, logs: int) -> list[Fraction]:
    return [
        Fraction(n) ** i * Fraction(ceil_log2(n)) ** j
        for i in range(degree + 1)
        for j in range(logs + 1)
    ]


def _interpolate(
    names: Sequence[str], shape: Shape, axes: list[list[int]], values: dict[Point, int]
) -> dict[Monomial, Fraction]:
    """The polynomial through the grid, one size after another."""
    now: dict[tuple[int, ...], Fraction] = {p: Fraction(v) for p, v in values.items()}
    for place, (degree, logs) in enumerate(shape):
        matrix = [_basis(n, degree, logs) for n in axes[place]]
        lines: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[int, Fraction]] = {}
        for key, value in now.items():
            lines.setdefault((key[:place], key[place + 1 :]), {})[key[place]] = value
        now = {}
        for (before, after), line in lines.items():
            for i, c in enumerate(_solve(matrix, [line[n] for n in axes[place]])):
                now[(*before, i, *after)] = c
    terms: dict[Monomial, Fraction] = {}
    for key, c in now.items():
        powers: list[tuple[str, int]] = []
        for name, i, (_, logs) in zip(names, key, shape, strict=True):
            powers += [(name, i // (logs + 1)), (LOG + name, i % (logs + 1))]
        terms[tuple(sorted((a, p) for a, p in powers if p))] = c
    return terms


def _solve(matrix: list[list[Fraction]], values: list[Fraction]) -> list[Fraction]:
    """Gauss's elimination in whole fractions."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for i in range(len(rows)):
        pivot = next(r for r in range(i, len(rows)) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r, row in enumerate(rows):
            if r != i and row[i]:
                rows[r] = [x - row[i] * y for x, y in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]


def _held_out(count: int) -> list[Point]:
    """Sizes the polynomial has not seen: small, large, in and out of order."""
    first = (2, 3, 5, 7, 4, 6)
    large = (NEAR, 37, 71, 20, 65, 48)
    return [first[:count], first[::-1][:count], large[:count], large[::-1][:count], (2,) * count]


def _verified(
    formula: Formula,
    names: Sequence[str],
    held_out: dict[Point, dict[str, int]],
    amount: str,
    count: Callable[..., int],
) -> NoFormula | None:
    """A sentence where the polynomial through the grid misses a size it has not seen."""
    for point, row in held_out.items():
        sizes = dict(zip(names, point, strict=True))
        counted, value = row.get(amount, 0), formula.evaluate(sizes)
        if counted != value:
            at = ", ".join(f"{n}={v:,}" for n, v in sizes.items())
            return NoFormula(
                f"no one polynomial: at {at} it is {counted:,}, where the polynomial through "
                f"the sizes 9 to 64 gives {value:,}",
                count,
            )
    return None
