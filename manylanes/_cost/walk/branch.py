"""Count branches: the cost of the region that is taken, or of the most expensive one."""

from __future__ import annotations

from dataclasses import replace

from manylanes._cost.price.label import part_of
from manylanes._cost.read.program import Op, region_index
from manylanes._cost.walk.tally import TOTAL, Frame, most_expensive
from manylanes._cost.walk.walker import Walker


def count_branch(walker: Walker, op: Op, frame: Frame) -> None:
    """Add the cost of the region that is taken or, for an unknown index, the maximum costs."""
    context = frame.context
    # If the trip count of an enclosing loop is a mean, no iteration has a known branch index.
    index = None if context.averaged else walker.number(op.operands[0])
    sides = range(len(op.regions)) if index is None else (region_index(op, index),)
    regions = [op.regions[position] for position in sides]
    if len(regions) > 1:
        context = replace(context, estimated=True, varying=True)
    tallies = [walker.walk_block(region, context) for region in regions]
    merged = most_expensive(tallies)
    for position in range(0 if context.averaged else len(op.regions)):
        merged.branch_counts[op.number, position] += position in sides
    end_depths = [  # a region starts when all values that it reads are ready
        frame.max_depth((op.operands[0], *walker.captured_values([region]))) + tally.span
        for region, tally in zip(regions, tallies, strict=True)
    ]
    if len({*end_depths}) > 1:
        merged.overcounted.add(("span", TOTAL))
    # If the index depends on data, the branch itself costs as much as a select.
    depends_on_data = not walker.infos[op.operands[0]].data_independent
    if depends_on_data:
        merged.count[part_of(op)] += 1
        merged.work[part_of(op)] += 1
    if index is None:
        merged.undecided.add(op)
        merged.optional |= {*merged.rounds, *merged.branch_counts}
    if merged.overcounted and len(regions) > 1:
        merged.assumed["the most expensive side of a branch that depends on data"] = None
    frame.tally.add(merged)
    frame.set_depth(op.results, max(end_depths) + depends_on_data)
    for value, end in zip(op.results, regions[0].returns, strict=True):
        walker.reset(value, current=None if len(regions) > 1 else walker.number(end))
    walker.store_results(op.results, op, regions, frame)
