"""Count branches: the region that is taken, or the most expensive one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from manylanes._cost.price.label import part_of
from manylanes._cost.read.program import Block, Op, Value, region_index
from manylanes._cost.walk.tally import TOTAL, most_expensive

if TYPE_CHECKING:
    from manylanes._cost.walk.tally import Frame
    from manylanes._cost.walk.walk import Walker


def count_branch(walker: Walker, op: Op, frame: Frame) -> None:
    """Add the region that is taken or, if data decide, the maximum of each measure."""
    context = frame.context
    # If a trip count is a mean, it is unknown which iteration takes which branch.
    index = None if context.averaged else walker.number(op.operands[0])
    sides = range(len(op.regions)) if index is None else (region_index(op, index),)
    regions = [op.regions[position] for position in sides]
    if len(regions) > 1:
        context = replace(context, estimated=True, varying=True)
    tallies = [walker.walk_block(region, context) for region in regions]
    merged = most_expensive(tallies)
    for position in range(0 if context.averaged else len(op.regions)):
        merged.branch_counts[op.number, position] += position in sides
    end_depths = [  # a region begins when everything that it reads is ready
        frame.max_depth((op.operands[0], *captured_values(walker, [region]))) + tally.span
        for region, tally in zip(regions, tallies, strict=True)
    ]
    if len({*end_depths}) > 1:
        merged.overcounted.add(("span", TOTAL))
    # If data decide, the branch costs as much as a select.
    chooses = not walker.info(op.operands[0]).data_independent
    if chooses:
        merged.count[part_of(op)] += 1
        merged.work[part_of(op)] += 1
    if index is None:
        merged.undecided.add(op)
        merged.optional |= {*merged.rounds, *merged.branch_counts}
    if merged.overcounted and len(regions) > 1:
        merged.assumed["the most expensive side of a branch that data decides"] = None
    frame.tally.add(merged)
    frame.set_depth(op.results, max(end_depths) + chooses)
    for value, end in zip(op.results, regions[0].returns, strict=True):
        walker.reset(value, current=None if len(regions) > 1 else walker.number(end))
    store_results(walker, op.results, op, regions, frame)


def store_results(
    walker: Walker, values: tuple[Value, ...], op: Op, regions: Sequence[Block], frame: Frame
) -> None:
    """Store the results of a loop or a branch, one level after everything that it reads."""
    read = (*walker.live.live_operands(op), *captured_values(walker, regions))
    level = frame.traffic.level_of({v: (v, 0) for v in read})
    single = sum(walker.bytes_written(v) for v in values if not walker.occupies_memory(v))
    frame.traffic.write(part_of(op), level, values, single)
    walker.mark_stored(values)


def captured_values(walker: Walker, regions: Sequence[Block]) -> tuple[Value, ...]:
    """Return the values from outside that the regions use."""
    found: dict[Value, None] = {}
    for region in regions:
        if region not in walker.captured_values:
            inner: dict[Value, None] = {}
            _collect_captured(region, set(), inner)
            walker.captured_values[region] = tuple(inner)
        found.update(dict.fromkeys(walker.captured_values[region]))
    return tuple(found)


def _collect_captured(block: Block, inside: set[Value], found: dict[Value, None]) -> None:
    inside = inside | set(block.args)
    for op in block.ops:
        found.update(dict.fromkeys(v for v in op.operands if v not in inside))
        for region in op.regions:
            _collect_captured(region, inside, found)
        inside.update(op.results)
    found.update(dict.fromkeys(v for v in block.returns if v not in inside))
