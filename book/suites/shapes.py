"""Products of m by k and k by n matrices on a coarse grid, including dot and outer products."""

from itertools import product

from manylanes.records import Case, f32

_SIDES = (1, 8, 32, 128, 512, 2048)


def _shape(m: int, k: int, n: int) -> Case:
    return Case(
        "shapes",
        {"m": m, "k": k, "n": n, "dtype": "f32"},
        lambda a, b: a @ b,
        (f32(m, k), f32(k, n)),
        work=2 * m * k * n,
        bytes=4 * (m * k + k * n + m * n),
    )


CASES = tuple(_shape(m, k, n) for m, k, n in product(_SIDES, repeat=3))
