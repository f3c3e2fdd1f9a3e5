"""What devices send each other, counted as on a ring: each sends to the next, all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manylanes._cost.read.program import Op


def devices(op: Op) -> int | None:
    """How many take part in one ring; None if that is written in a way we cannot read."""
    groups = op.attrs.get("replica_groups")
    return groups.shape[1] if isinstance(groups, np.ndarray) and groups.ndim == 2 else None


def messages(op: Op) -> tuple[int, int]:
    """Bytes over one link, and how often a device must wait for its neighbour."""
    size = sum(value.bytes for value in op.operands)
    if op.name == "collective_permute":
        moves = any(source != target for source, target in op.attrs["source_target_pairs"])
        return (size, 1) if moves else (0, 0)
    p = devices(op) or 1
    part = -(-size * (p - 1) // p)
    if op.name == "all_reduce":  # scattered sums, then gathered
        return 2 * part, 2 * (p - 1)
    if op.name in ("all_gather", "collective_broadcast"):
        return size * (p - 1 if op.name == "all_gather" else 1), p - 1
    return part, p - 1


def collective(op: Op, each: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """What one device combines while the ring goes round."""
    if not each:
        return 0, 0
    (work, depth), p = each[0], devices(op) or 1
    return -(-work * op.operands[0].size * (p - 1) // p), depth * (p - 1)
