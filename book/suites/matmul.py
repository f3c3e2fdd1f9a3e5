"""Products: two matrices, matrix and vector, a small matrix and many points, and chains."""

from manylanes.records import Case, f32

_F32 = 4


def _gemm(n: int) -> Case:
    return Case(
        "gemm",
        {"m": n, "k": n, "n": n, "dtype": "f32"},
        lambda a, b: a @ b,
        (f32(n, n), f32(n, n)),
        work=2 * n**3,
        bytes=_F32 * 3 * n**2,
    )


def matvec(n: int) -> Case:
    return Case(
        "matvec",
        {"n": n},
        lambda a, v: a @ v,
        (f32(n, n), f32(n)),
        work=2 * n**2,
        bytes=_F32 * (n**2 + 2 * n),
    )


def _points(n: int) -> Case:
    """Return a case that multiplies a 4x4 matrix by n points in homogeneous coordinates."""
    return Case(
        "points",
        {"n": n},
        lambda points, matrix: points @ matrix,
        (f32(n, 4), f32(4, 4)),
        work=2 * 4 * 4 * n,
        bytes=_F32 * (2 * 4 * n + 4 * 4),
    )


def _chain(order: str, n: int) -> Case:
    """Return a case that multiplies two square matrices and a vector.

    The order "left" first computes a square matrix, and the order "right" a vector.
    """
    left = order == "left"
    between = n * n if left else n
    return Case(
        "chain",
        {"order": order, "n": n},
        (lambda a, b, v: (a @ b) @ v) if left else (lambda a, b, v: a @ (b @ v)),
        (f32(n, n), f32(n, n), f32(n)),
        work=2 * n**3 + 2 * n**2 if left else 4 * n**2,
        bytes=_F32 * (2 * n**2 + 2 * n + 2 * between),
    )


CASES = (
    *(_gemm(n) for n in (16, 32, 64, 128, 256, 512, 1024, 2048)),
    # The largest matrices exceed the caches: with n = 8192, a matrix has 256 MiB.
    *(matvec(n) for n in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)),
    *(_points(n) for n in (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)),
    *(
        _chain(order, n)
        for n in (16, 32, 64, 128, 256, 512, 1024, 2048)
        for order in ("left", "right")
    ),
)
