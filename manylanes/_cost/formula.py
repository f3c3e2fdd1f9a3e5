"""Exact amounts that depend on open sizes: polynomials in the sizes and ceil(log2 size)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

# A product of atoms with their powers; an atom is a size, or LOG + size for ceil(log2 size).
Monomial = tuple[tuple[str, int], ...]
LOG = "log2 "


def ceil_log2(n: int) -> int:
    """The depth of a tree over n leaves: ceil(log2 n), and 0 for nothing at all."""
    return max(n - 1, 0).bit_length()


class SizeError(ValueError):
    """A size that is missing, unknown or none."""


def checked(names: Sequence[str], sizes: Mapping[str, int]) -> dict[str, int]:
    """These sizes, if they are sizes of a program with these names."""
    for name, size in sizes.items():
        if name not in names:
            raise SizeError(f"{name!r} is no open size here: they are {', '.join(names)}")
        if isinstance(size, bool) or not hasattr(size, "__index__") or size < 0:
            raise SizeError(f"a size is a whole number from 0 on, and {name} is {size!r}")
    return {name: int(size) for name, size in sizes.items()}


def refuse_unnamed(given: tuple[object, ...]) -> None:
    """SizeError for a number that does not say which size it is."""
    if given:
        raise SizeError(f"name the size that is {given[0]!r}, such as n={given[0]!r}")


@dataclass(frozen=True)
class Domain:
    """The sizes at which a formula was held against the program, and how to count at others."""

    names: tuple[str, ...]
    low: int
    high: int
    count: Callable[..., int]
    other: Mapping[str, int]  # a value for each size that a formula does not hang on


@dataclass(frozen=True)
class Formula:
    """A polynomial with exact coefficients: `str()` prints it, a call with sizes evaluates it.

    Beyond the sizes it was tested at, a call counts the program instead.
    """

    terms: tuple[tuple[Monomial, Fraction], ...]
    domain: Domain | None = field(default=None, repr=False, compare=False)

    @staticmethod
    def of(terms: Mapping[Monomial, Fraction], domain: Domain | None = None) -> Formula:
        kept = [(m, c) for m, c in terms.items() if c]
        ordered = sorted(kept, key=lambda t: (-sum(p for _, p in t[0]), t[0]))
        return Formula(tuple(ordered), domain)

    def __call__(self, *unnamed: object, **sizes: int) -> int:
        refuse_unnamed(unnamed)
        needed = {atom.removeprefix(LOG) for monomial, _ in self.terms for atom, _ in monomial}
        names = self.domain.names if self.domain else tuple(sorted(needed))
        sizes = checked(names, sizes)
        if missing := sorted(needed - set(sizes)):
            raise SizeError(f"{self} needs {', '.join(missing)} too")
        domain = self.domain
        if domain and any(not domain.low <= size <= domain.high for size in sizes.values()):
            return domain.count(**{**domain.other, **sizes})
        return self.evaluate(sizes)

    def evaluate(self, sizes: Mapping[str, int]) -> int:
        """The polynomial's value, tested there or not."""
        total = Fraction(0)
        for monomial, coefficient in self.terms:
            for atom, power in monomial:
                coefficient *= _atom(atom, sizes) ** power
            total += coefficient
        if total.denominator != 1:
            raise ValueError(f"{self} is not a whole number at {dict(sizes)}")
        return int(total)

    def __str__(self) -> str:
        text = ""
        for monomial, coefficient in self.terms:
            sign = "-" if coefficient < 0 else "+"
            text += f" {sign} " if text else sign.replace("+", "")
            text += _product(monomial, abs(coefficient))
        return text or "0"


@dataclass(frozen=True)
class NoFormula:
    """An amount that is no one polynomial: `str()` says so, a call with sizes still counts it."""

    why: str
    count: Callable[..., Any]

    def __call__(self, *unnamed: object, **sizes: int) -> Any:
        refuse_unnamed(unnamed)
        return self.count(**sizes)

    def __str__(self) -> str:
        return self.why


def _atom(atom: str, sizes: Mapping[str, int]) -> int:
    if atom.startswith(LOG):
        return ceil_log2(sizes[atom.removeprefix(LOG)])
    return sizes[atom]


def _product(monomial: Monomial, coefficient: Fraction) -> str:
    sizes_first = sorted(monomial, key=lambda factor: (factor[0].startswith(LOG), factor))
    factors = [_power(atom, power) for atom, power in sizes_first]
    if coefficient.numerator != 1 or not factors:
        factors.insert(0, str(coefficient.numerator))
    over = f"/{coefficient.denominator}" if coefficient.denominator != 1 else ""
    return "*".join(factors) + over


def _power(atom: str, power: int) -> str:
    name = f"ceil({LOG.strip()}({atom.removeprefix(LOG)}))" if atom.startswith(LOG) else atom
    return name if power == 1 else f"{name}^{power}"
