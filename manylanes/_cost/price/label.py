"""The name of an op in tables of costs, and the group of the op, whose rule applies."""

from __future__ import annotations

import re
from typing import NamedTuple

from manylanes._cost.price.collective import ring_size
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Op


class Part(NamedTuple):
    """A key of ops whose costs are added up: their name, scope and source line."""

    op: str
    scope: str
    line: str


def part_of(op: Op) -> Part:
    """Return the `Part` to which the cost of an op is added."""
    return Part(label_of(op), op.origin.scope, op.origin.line)


def label_of(op: Op) -> str:
    """Return the name of an op in tables of costs; a custom call has the name of its target."""
    if op.name == "custom_call":
        return str(op.attrs.get("call_target_name", op.name))
    return op.name


def group_of_op(op: Op) -> str | None:
    """Return the group of an op, or None for an op that cannot be priced.

    These are ops that the table does not list and collectives with unreadable replica groups.
    """
    if op.name != "custom_call":
        group = group_of(op.name)
        readable = group != "collective" or op.name == "collective_permute" or ring_size(op)
        return group if readable else None
    return "factorisation" if routine(label_of(op)) else group_of(label_of(op))


def describe_unlisted(op: Op) -> str:
    target = label_of(op)
    if "callback" in target:
        reason = "returns nothing, as jax.debug.print does" if not op.results else "returns arrays"
        return f"a host callback ({reason}): Python on the host, outside the program"
    kind = "custom call" if op.name == "custom_call" else "op"
    return f"the {kind} {target}: not in the table"


def natural_sort_key(name: str) -> list[str | int]:
    """Return a key for sorting names, in which layer10 comes after layer2."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)]
