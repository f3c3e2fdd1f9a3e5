"""What an op is called in the tables of a cost, and the group it is counted in."""

from __future__ import annotations

import re
from typing import NamedTuple

from manylanes._cost.price.collective import devices
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of
from manylanes._cost.read.program import Op


class Part(NamedTuple):
    """The ops of one name that one line and one scope wrote: what is added up as one."""

    op: str
    scope: str
    line: str


def part_of(op: Op) -> Part:
    """What the op's cost is put down to."""
    return Part(label_of(op), op.origin.scope, op.origin.line)


def label_of(op: Op) -> str:
    """The op's name in the table by op."""
    if op.name == "custom_call":
        return str(op.attrs.get("call_target_name", op.name))
    return op.name


def kind_of(op: Op) -> str | None:
    if op.name != "custom_call":
        group = group_of(op.name)
        ring = group != "collective" or op.name == "collective_permute" or devices(op)
        return group if ring else None
    return "factorisation" if routine(label_of(op)) else group_of(label_of(op))


def unlisted(op: Op) -> str:
    target = label_of(op)
    if "callback" in target:
        what = "returns nothing, as jax.debug.print does" if not op.results else "returns arrays"
        return f"a host callback ({what}): Python on the host, outside the program"
    kind = "custom call" if op.name == "custom_call" else "op"
    return f"the {kind} {target}: not in the table"


def counted(name: str) -> list[str | int]:
    """By which names are sorted: the tenth layer comes after the second."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)]
