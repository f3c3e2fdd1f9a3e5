"""Convert the tally of a walk to a `Cost` with totals and three tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from manylanes._cost.price.label import natural_sort_key
from manylanes._cost.read.program import Block
from manylanes._cost.read.shardings import OFFLOADED, PARTITIONED
from manylanes._cost.show.amounts import Bound, LoopAt, OpCost, PlaceCost
from manylanes._cost.show.cost import Cost
from manylanes._cost.walk.tally import (
    ROW_MEASURES,
    TABLES,
    TOTAL,
    TOTAL_MEASURES,
    Row,
    Tally,
    rows_of,
    sum_rows,
)

MEASURES = (*TOTAL_MEASURES, "peak")


def total(tally: Tally, program: Block) -> Cost:
    """Return the cost of a program from the tally of a walk.

    The rows of a table are in the order of decreasing work, then decreasing bytes, then names.
    """
    _mark_placement(tally, program)

    def bounds(names: Iterable[str], row: Row = TOTAL) -> dict[str, Bound]:
        return {
            n: Bound.of((n, row) in tally.overcounted, (n, row) in tally.undercounted)
            for n in names
        }

    columns = {name: _round_up(sum_rows(getattr(tally, name))) for name in ROW_MEASURES}
    rows = dict.fromkeys(row for column in columns.values() for row in column)
    work, moved = columns["work"], columns["bytes"]
    tables: dict[str, list[Any]] = {table: [] for table in TABLES}
    for row in sorted(rows, key=lambda r: (-work[r], -moved[r], natural_sort_key(r[1]))):
        amounts = {name: column[row] for name, column in columns.items()}
        if any(amounts.values()):
            kind = OpCost if row[0] == "op" else PlaceCost
            tables[row[0]].append(kind(row[1], **amounts, bounds=bounds(ROW_MEASURES, row)))
    count_by_line: dict[str, Counter[str]] = {}
    for part, count in _round_up(tally.count).items():
        count_by_line.setdefault(part.line, Counter())[part.op] += count
    iterations = _round_up(tally.rounds)
    totals: dict[str, Any] = {name: ceil(tally.total(name)) for name in MEASURES}
    by_table: dict[str, Any] = {f"by_{table}": tuple(rows) for table, rows in tables.items()}
    return Cost(
        **totals, **by_table,
        live_arrays=tuple(sorted(tally.live_arrays, key=lambda array: -array.bytes)),
        unknown=tuple(tally.unknown), assumed=tuple(tally.assumed),
        rounds=dict(iterations), branch_counts=dict(_round_up(tally.branch_counts)),
        optional=frozenset(tally.optional),
        loops=tuple(LoopAt(number, *loop.origin, iterations.get(number))
                    for number, loop in program.loops.items()),
        count_by_line=count_by_line, bounds=bounds(MEASURES),
    )  # fmt: skip


def _mark_placement(tally: Tally, program: Block) -> None:
    """Mark the amounts that depend on the devices, memories and types of arrays in JAX."""
    if program.partitioned:
        tally.unknown[PARTITIONED] = None
        rows = [TOTAL, *(row for part in tally.count for row in rows_of(part))]
        for measure in (*TOTAL_MEASURES, "peak", "count"):
            doubts = {(measure, row) for row in rows}
            tally.undercounted |= doubts
            tally.overcounted |= doubts if measure not in ("sent", "messages") else set()
    if program.narrowed:
        tally.assumed["64-bit NumPy arrays as 32-bit arrays (unless JAX_ENABLE_X64=1 is set)"] = (
            None
        )
    if program.offloaded:
        tally.unknown[OFFLOADED] = None
        tally.undercounted |= {("bytes", TOTAL), ("peak", TOTAL)}
        tally.overcounted.add(("peak", TOTAL))


def _round_up(row: Mapping[Any, Any]) -> Counter[Any]:
    """Round all numbers up: a mean trip count may be a fraction."""
    return Counter({name: ceil(number) for name, number in row.items()})
