"""Count collectives as ring algorithms: all devices send to their neighbour at the same time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manylanes._cost.read.program import Op


def ring_size(op: Op) -> int | None:
    """Return the number of devices in a ring, or None if the replica groups cannot be read."""
    groups = op.attrs.get("replica_groups")
    return groups.shape[1] if isinstance(groups, np.ndarray) and groups.ndim == 2 else None


def link_traffic(op: Op) -> tuple[int, int]:
    """Return the number of bytes sent over one link and the number of sequential messages."""
    size = sum(value.bytes for value in op.operands)
    if op.name == "collective_permute":
        moves = any(source != target for source, target in op.attrs["source_target_pairs"])
        return (size, 1) if moves else (0, 0)
    p = ring_size(op) or 1
    part = -(-size * (p - 1) // p)
    if op.name == "all_reduce":  # a reduce-scatter, then an all-gather
        return 2 * part, 2 * (p - 1)
    if op.name in ("all_gather", "collective_broadcast"):
        return size * (p - 1 if op.name == "all_gather" else 1), p - 1
    return part, p - 1


def collective(op: Op, functions: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return work and depth of the reductions on one device; 0 for a collective without any."""
    if not functions:
        return 0, 0
    (work, depth), p = functions[0], ring_size(op) or 1
    return -(-work * op.operands[0].size * (p - 1) // p), depth * (p - 1)
