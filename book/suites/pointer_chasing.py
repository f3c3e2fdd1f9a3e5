"""Pointer chasing: each entry of a list contains the index of the next entry.

Cases that differ only in `order` run the same program on lists of the same length.
"""

from collections.abc import Callable
from functools import partial

import jax
import numpy as np
from jax import lax

from manylanes.records import Case

from ._device_kinds import NOT_ON_A_GPU

# Steps per loop iteration: many, to make the overhead of an iteration small.
_UNROLL = 64
_LINE = 64 // 4  # int32 entries
# Distance of two nodes: a page and a cache line. Cache lines that are exactly one page apart would
# map to the same cache sets.
_PAGE = (4096 + 64) // 4
_MIN_STEPS, _MAX_STEPS = 2**16, 2**19


def cycle(nodes: int, gap: int, order: str) -> np.ndarray:
    """Return a list of indices that connects all nodes in a single cycle, "shuffled" or "sorted".

    Nodes are `gap` entries apart. Random targets would soon lead into a short cycle, which fits in
    a cache even if the list does not.
    """
    positions = np.arange(nodes)
    if order == "shuffled":
        np.random.Generator(np.random.Philox(0)).shuffle(positions)
    entries = np.zeros(nodes * gap, np.int32)
    entries[positions * gap] = np.roll(positions, -1) * gap
    return entries


def _steps(nodes: int) -> int:
    """Return the number of steps of a call: at least one cycle if the list may fit in a cache.

    After a full cycle, a list that fits in a cache is in the cache.
    """
    return nodes if _MIN_STEPS <= nodes <= _MAX_STEPS else _MIN_STEPS


def _program(steps: int) -> Callable[[jax.Array, jax.Array], jax.Array]:
    def program(entries: jax.Array, position: jax.Array) -> jax.Array:
        def body(_: int, position: jax.Array) -> jax.Array:
            for _step in range(_UNROLL):
                position = lax.dynamic_slice(entries, (position,), (1,))[0]
            return position

        end: jax.Array = lax.fori_loop(0, steps // _UNROLL, body, position)
        return end

    return program


def _chase(name: str, nodes: int, gap: int, order: str) -> Case:
    steps = _steps(nodes)
    # The working set consists of the cache lines that are read, without the gaps between them.
    size = {"kib": nodes * 64 // 1024}
    return Case(
        name,
        {**size, "order": order, "steps": steps},
        _program(steps),
        (jax.ShapeDtypeStruct((nodes * gap,), "int32"), jax.ShapeDtypeStruct((), "int32")),
        work=0,
        bytes=4 * steps + 4 * steps // _UNROLL + 4,
        donated="last input",  # the next call continues at the last position
        array_bytes=64 * nodes,
        device_kinds=NOT_ON_A_GPU,
        input_makers={0: partial(cycle, nodes, gap, order), 1: partial(np.zeros, (), np.int32)},
    )


CASES = (
    *(
        _chase("pointer_chasing", 16 * kib, _LINE, order)
        for kib in (2**power for power in range(4, 18))
        for order in ("shuffled", "sorted")
    ),
    # Each cache line is on a separate page, so every line needs a separate address translation.
    *(
        _chase("pointer_chasing_pages", 16 * kib, _PAGE, "shuffled")
        for kib in (16, 64, 128, 256, 512, 1024)
    ),
)
