"""Count direct factorisations by LAPACK Working Note 41.

Other factorisations (eigenvalues, singular values) iterate until they converge. Their costs depend
on the values and are reported as unknown.
"""

from __future__ import annotations

import re
from fractions import Fraction

from manylanes._cost.read.program import Op

_TARGET = re.compile(
    r"(?:lapack_[sdcz]|(?:cu|hip)solver_)(potrf|getrf|trsm|geqrf|orgqr|ungqr)(?:_ffi)?"
)


def routine(target: str) -> str | None:
    """Return the LAPACK routine that a custom call names, or None if it cannot be counted."""
    match = _TARGET.fullmatch(target)
    return match[1] if match else None


def ceil_log2(n: int) -> int:
    """Return the depth of a tree over n leaves: ceil(log2 n), and 0 for an empty tree."""
    return max(n - 1, 0).bit_length()


def factorisation(op: Op) -> tuple[int, int]:
    """Return work and span of the factorisation of a batch of matrices."""
    name = {"cholesky": "potrf", "triangular_solve": "trsm"}.get(op.name)
    name = name or routine(str(op.attrs["call_target_name"]))
    first = op.operands[0]
    m, n = first.shape[-2:]
    if name == "potrf":
        counts, span = _cholesky(n), 3 * n
    elif name == "getrf":
        counts, span = _lu(m, n), min(m, n) * (ceil_log2(m) + 3)
    elif name == "geqrf":
        counts, span = _qr(m, n), min(m, n) * (2 * ceil_log2(m) + 4)
    elif name == "trsm":
        sides = op.operands[1].size * n // max(1, first.size)  # right-hand sides of one matrix
        counts, span = (Fraction(sides * n * (n + 1), 2), Fraction(sides * n * (n - 1), 2)), 2 * n
    else:
        k = op.operands[1].shape[-1]
        counts, span = _q(m, n, k), k * (2 * ceil_log2(m) + 4)
    multiplies, adds = counts
    if first.dtype.startswith("complex"):
        multiplies, adds = 6 * multiplies, 2 * adds
    batch = first.size // max(1, m * n)
    return round(batch * (multiplies + adds)), span


def _cholesky(n: int) -> tuple[Fraction, Fraction]:
    return Fraction(n**3 + 3 * n**2 + 2 * n, 6), Fraction(n**3 - n, 6)


def _lu(m: int, n: int) -> tuple[Fraction, Fraction]:
    """Return the numbers of multiplies and adds of an LU factorisation.

    Each update is a multiply and an add, each element below the diagonal needs a multiply, and each
    column needs a reciprocal. Working Note 41 covers only tall matrices, but this function also
    covers wide ones.
    """
    long, short = max(m, n), min(m, n)
    updates = Fraction(long * short**2 - long * short, 2) - Fraction(short**3 - short, 6)
    return updates + m * short - Fraction(short**2 - short, 2), updates


def _qr(m: int, n: int) -> tuple[Fraction, Fraction]:
    if m >= n:
        multiplies = m * n + Fraction(n**2, 2) + Fraction(23 * n, 6)
        adds = Fraction(n**2, 2) + Fraction(5 * n, 6)
        return m * n**2 - Fraction(n**3, 3) + multiplies, m * n**2 - Fraction(n**3, 3) + adds
    multiplies = 2 * m * n - Fraction(m**2, 2) + Fraction(23 * m, 6)
    adds = m * n - Fraction(m**2, 2) + Fraction(5 * m, 6)
    return n * m**2 - Fraction(m**3, 3) + multiplies, n * m**2 - Fraction(m**3, 3) + adds


def _q(m: int, n: int, k: int) -> tuple[Fraction, Fraction]:
    common = 2 * m * n * k - (m + n) * k**2 + Fraction(2 * k**3, 3)
    return common + 2 * n * k - k**2 - Fraction(5 * k, 3), common + n * k - m * k + Fraction(k, 3)
