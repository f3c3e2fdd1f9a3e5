"""Branches: the one that is taken, or the dearest of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from manylanes._cost.price.label import part_of
from manylanes._cost.read.program import Block, Op, Value, side
from manylanes._cost.walk.tally import TOTAL, dearest

if TYPE_CHECKING:
    from manylanes._cost.walk.tally import Frame
    from manylanes._cost.walk.walk import Walker


def branch(walker: Walker, op: Op, frame: Frame) -> None:
    """Adds the branch that is taken; if that is open, for each quantity the one with most of it."""
    around = frame.around
    # Where rounds are a mean, which of them took which branch is not known.
    index = None if around.means else walker.number(op.operands[0])
    sides = range(len(op.regions)) if index is None else (side(op, index),)
    regions = [op.regions[place] for place in sides]
    if len(regions) > 1:
        around = replace(around, guessing=True, uneven=True)
    tallies = [walker.block(region, around) for region in regions]
    merged = dearest(tallies)
    for place in range(0 if around.means else len(op.regions)):
        merged.taken[op.number, place] += place in sides
    sides_end = [  # a side begins when all that it reads is there
        frame.deepest((op.operands[0], *captured(walker, [region]))) + tally.span
        for region, tally in zip(regions, tallies, strict=True)
    ]
    if len({*sides_end}) > 1:
        merged.over.add(("span", TOTAL))
    chooses = not walker.fact(op.operands[0]).fixed  # data choose, as a select does
    if chooses:
        merged.count[part_of(op)] += 1
        merged.work[part_of(op)] += 1
    if index is None:
        merged.asks.add(op)
        merged.at_most |= {*merged.rounds, *merged.taken}
    if merged.over and len(regions) > 1:
        merged.assumed["of a branch that data decides, the dearest"] = None
    frame.tally.add(merged)
    frame.reach(op.results, max(sides_end) + chooses)
    for value, end in zip(op.results, regions[0].returns, strict=True):
        walker.renew(value, now=None if len(regions) > 1 else walker.number(end))
    finish(walker, op.results, op, regions, frame)


def finish(
    walker: Walker, values: tuple[Value, ...], op: Op, regions: Sequence[Block], frame: Frame
) -> None:
    """The results are stored when all that goes in has been."""
    read = (*walker.live.live_operands(op), *captured(walker, regions))
    level = frame.traffic.level({v: (v, 0) for v in read})
    single = sum(walker.written(v) for v in values if not walker.in_memory(v))
    frame.traffic.write(part_of(op), level, values, single)
    walker.place(values)


def captured(walker: Walker, regions: Sequence[Block]) -> tuple[Value, ...]:
    """Values from outside that the regions use."""
    found: dict[Value, None] = {}
    for region in regions:
        if region not in walker.captured:
            inner: dict[Value, None] = {}
            _outside(region, set(), inner)
            walker.captured[region] = tuple(inner)
        found.update(dict.fromkeys(walker.captured[region]))
    return tuple(found)


def _outside(block: Block, inside: set[Value], found: dict[Value, None]) -> None:
    inside = inside | set(block.args)
    for op in block.ops:
        found.update(dict.fromkeys(v for v in op.operands if v not in inside))
        for region in op.regions:
            _outside(region, inside, found)
        inside.update(op.results)
    found.update(dict.fromkeys(v for v in block.returns if v not in inside))
