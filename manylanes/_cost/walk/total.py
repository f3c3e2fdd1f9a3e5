"""Convert the tally of a walk to a `Cost` with totals and three tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from manylanes._cost.bound import Bound
from manylanes._cost.price.label import Part, natural_sort_key
from manylanes._cost.read.program import Op
from manylanes._cost.show.amounts import LoopAt, OpCost, PlaceCost
from manylanes._cost.show.cost import Cost
from manylanes._cost.walk.tally import (
    ROW_MEASURES,
    TABLES,
    TOTAL,
    TOTAL_MEASURES,
    Row,
    Tally,
    sum_rows,
)

MEASURES = (*TOTAL_MEASURES, "peak")


def total(tally: Tally, loops: Iterable[Op]) -> Cost:
    """Return the cost of a program from its tally; `loops` contains all loops of the program."""

    def bounds(names: Iterable[str], row: Row = TOTAL) -> dict[str, Bound]:
        return {
            n: Bound.of((n, row) in tally.overcounted, (n, row) in tally.undercounted)
            for n in names
        }

    columns = {name: _round_up(sum_rows(getattr(tally, name))) for name in ROW_MEASURES}
    rows_by_table: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
    for row in dict.fromkeys(row for column in columns.values() for row in column):
        amounts = {name: column[row] for name, column in columns.items()}
        if any(amounts.values()):
            rows_by_table[row[0]].append(
                {"name": row[1], **amounts, "bounds": bounds(ROW_MEASURES, row)}
            )
    iterations = _round_up(tally.rounds)
    totals: dict[str, Any] = {name: ceil(tally.total(name)) for name in MEASURES}
    return Cost(
        **totals, **tables(rows_by_table),
        live_arrays=tuple(sorted(tally.live_arrays, key=lambda array: -array.bytes)),
        unknown=tuple(tally.unknown), assumed=tuple(tally.assumed),
        rounds=dict(iterations), branch_counts=dict(_round_up(tally.branch_counts)),
        optional=frozenset(tally.optional),
        loops=tuple(LoopAt(op.number, *op.origin, iterations.get(op.number)) for op in loops),
        count_by_line=_count_by_line(_round_up(tally.count)),
        bounds=bounds(MEASURES),
    )  # fmt: skip


def _count_by_line(counts: Mapping[Part, int]) -> dict[str, Counter[str]]:
    lines: dict[str, Counter[str]] = {}
    for part, count in counts.items():
        lines.setdefault(part.line, Counter())[part.op] += count
    return lines


def tables(rows_by_table: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the rows of the three tables as fields of `Cost`, such as `by_op`.

    The order is by decreasing work, then by decreasing bytes, then by name. The dictionaries in
    `rows_by_table` lose their key "name".
    """
    tables_by_name: dict[str, Any] = {}
    for table, rows in rows_by_table.items():
        if all(isinstance(row["work"], int) for row in rows):
            rows = sorted(
                rows, key=lambda r: (-r["work"], -r["bytes"], natural_sort_key(r["name"]))
            )
        kind = OpCost if table == "op" else PlaceCost
        names = [row.pop("name") for row in rows]
        pairs = zip(names, rows, strict=True)
        tables_by_name[f"by_{table}"] = tuple(kind(name, **row) for name, row in pairs)
    return tables_by_name


def _round_up(row: Mapping[Any, Any]) -> Counter[Any]:
    """Round all numbers up: a mean trip count may be a fraction."""
    return Counter({name: ceil(number) for name, number in row.items()})
