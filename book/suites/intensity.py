"""One stream, ever more arithmetic for each number; and the same stream kept near in a cache."""

from typing import Any

import jax

from manylanes.records import Case, f32

_F32 = 4
# The triad of the memory roof, smaller: 128 MB of arrays, beyond the caches of every device here.
_STREAM = 2**24
# What all passes over a small array move together: far more than the call itself costs.
_MOVED = 2**28
# A number's multiply-adds wait for each other. In one long chain the lanes would wait as well,
# so that from here on there are several chains, joined at the end.
_CHAINS, _LONG = 8, 16


def _intensity(flops: int) -> Case:
    """Both arrays read, one written, whatever is done to a number in between."""
    steps = flops // 2

    def program(x: Any, y: Any) -> Any:
        chains = _CHAINS if steps >= _LONG else 1
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
        y = x - factor * y  # bounded, and never all the same
    return y


def _share(steps: int, chains: int, index: int) -> int:
    """Of the steps that remain when the chains are joined."""
    return (steps - (chains - 1) + index) // chains


def near(kib: int) -> Case:
    """Two arrays of `kib` KiB together, passed over again and again in one program."""
    n = kib * 1024 // (2 * _F32)
    passes = _MOVED // (kib * 1024)

    def program(x: Any, y: Any) -> Any:
        def once(_: Any, y: Any) -> Any:
            # Without the barrier two passes may become one, with half the traffic.
            return jax.lax.optimization_barrier(x - 0.5 * y)

        return jax.lax.fori_loop(0, passes, once, y)

    return Case(
        "near",
        {"kib": kib},
        program,
        (f32(n), f32(n)),
        work=passes * 2 * n,
        bytes=passes * _F32 * 3 * n,
        donated="last input",
        array_bytes=kib * 1024,
    )


def _untiled(n: int) -> Case:
    """A product as a first program has it: n passes over the result, nothing kept near."""

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
    *(near(kib) for kib in (256, 1024, 4096, 16384, 131072)),
    _untiled(1024),
)
