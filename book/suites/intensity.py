"""Streams with 2 to 512 FLOPs per element, repeated passes over arrays, and an untiled product."""

from typing import Any

import jax

from manylanes.records import Case, f32

_F32 = 4
# Length of the arrays of a triad. Two arrays of 64 MiB together exceed the caches of the devices in
# the records `cpu` and `gpu`.
_STREAM = 2**24
# Size of both arrays, added over all passes: enough to make the dispatch overhead negligible.
_TOTAL_BYTES = 2**28
# The multiply-adds of an element depend on each other, so one long chain would stall the lanes.
# With at least `_MIN_CHAINED_STEPS` steps, a program has several chains and joins their results.
_CHAINS, _MIN_CHAINED_STEPS = 8, 16


def _intensity(flops: int) -> Case:
    """Return a case that reads two arrays and writes one, with `flops` operations per element."""
    steps = flops // 2

    def program(x: Any, y: Any) -> Any:
        chains = _CHAINS if steps >= _MIN_CHAINED_STEPS else 1
        ends = [_chain(x, y, 0.5 + i / 16, _share(steps, chains, i)) for i in range(chains)]
        end = ends[0]
        for other in ends[1:]:
            end = other - 0.5 * end
        return end

    return Case(
        "intensity",
        {"flops": flops},
        program,
        (f32(_STREAM), f32(_STREAM)),
        work=flops * _STREAM,
        bytes=_F32 * 3 * _STREAM,
        donated="last input",
    )


def _chain(x: Any, y: Any, factor: float, steps: int) -> Any:
    for _ in range(steps):
        y = x - factor * y  # y stays bounded but does not become constant
    return y


def _share(steps: int, chains: int, index: int) -> int:
    """Return the number of steps of one chain; the remaining steps join the chains."""
    return (steps - (chains - 1) + index) // chains


def cached_stream(kib: int) -> Case:
    """Return a case that repeatedly reads two arrays (`kib` KiB in total) and overwrites one."""
    n = kib * 1024 // (2 * _F32)
    passes = _TOTAL_BYTES // (kib * 1024)

    def program(x: Any, y: Any) -> Any:
        def one_pass(_: Any, y: Any) -> Any:
            # Without the barrier, the compiler may fuse two passes, which halves the traffic.
            return jax.lax.optimization_barrier(x - 0.5 * y)

        return jax.lax.fori_loop(0, passes, one_pass, y)

    return Case(
        "cached_stream",
        {"kib": kib},
        program,
        (f32(n), f32(n)),
        work=passes * 2 * n,
        bytes=passes * _F32 * 3 * n,
        donated="last input",
        array_bytes=kib * 1024,
    )


def _untiled(n: int) -> Case:
    """Return a case that multiplies matrices without tiling: n passes over the whole result."""

    def program(a: Any, b: Any) -> Any:
        def add(i: Any, c: Any) -> Any:
            return c + a[:, i, None] * b[i]

        return jax.lax.fori_loop(0, n, add, jax.numpy.zeros((n, n), "float32"))

    return Case(
        "untiled",
        {"n": n},
        program,
        (f32(n, n), f32(n, n)),
        work=2 * n**3,
        bytes=_F32 * n * (2 * n**2 + 2 * n),
        array_bytes=_F32 * 3 * n**2,
    )


CASES = (
    *(_intensity(flops) for flops in (2, 4, 8, 16, 32, 64, 128, 256, 512)),
    *(cached_stream(kib) for kib in (256, 1024, 4096, 16384, 131072)),
    _untiled(1024),
)
