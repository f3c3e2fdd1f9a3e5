"""From a walk's tally to a `Cost`: its totals, and its rows in three tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from manylanes._cost.bound import Bound
from manylanes._cost.price.given import Rule
from manylanes._cost.price.label import Part, counted
from manylanes._cost.read.heap import uncollected
from manylanes._cost.read.program import Block, each
from manylanes._cost.show.cost import Cost, LoopAt, OpCost, PlaceCost
from manylanes._cost.walk.passes import walk
from manylanes._cost.walk.tally import ROWS, TABLES, TOTAL, TOTALS, Iterations, Row, added_up
from manylanes._cost.walk.walk import STEPS

MEASURES = (*TOTALS, "peak")


@uncollected
def total(
    block: Block,
    rounds: Iterations = Iterations(),  # noqa: B008  (frozen)
    steps: int = STEPS,
    rules: Mapping[str, Rule] | None = None,
) -> Cost:
    """Walks a program, and gives what was counted."""
    loops = [op for op in each(block) if op.name == "while"]
    tally = walk(block, rounds, steps, rules)

    def bounds(names: Iterable[str], row: Row = TOTAL) -> dict[str, Bound]:
        return {n: Bound.of((n, row) in tally.over, (n, row) in tally.under) for n in names}

    columns = {name: _whole(added_up(getattr(tally, name))) for name in ROWS}
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
    for row in dict.fromkeys(row for column in columns.values() for row in column):
        amounts = {name: column[row] for name, column in columns.items()}
        if any(amounts.values()):
            found[row[0]].append({"name": row[1], **amounts, "bounds": bounds(ROWS, row)})
    gone = _whole(tally.rounds)
    totals: dict[str, Any] = {name: ceil(tally.total(name)) for name in MEASURES}
    return Cost(
        **totals, **tables(found),
        held=tuple(sorted(tally.held, key=lambda array: -array.bytes)),
        unknown=tuple(tally.unknown), assumed=tuple(tally.assumed),
        rounds=dict(gone), taken=dict(_whole(tally.taken)), at_most=frozenset(tally.at_most),
        loops=tuple(LoopAt(op.number, *op.origin, gone.get(op.number)) for op in loops),
        written=_by_line(_whole(tally.count)),
        bounds=bounds(MEASURES),
    )  # fmt: skip


def _by_line(counts: Mapping[Part, int]) -> dict[str, Counter[str]]:
    lines: dict[str, Counter[str]] = {}
    for part, times in counts.items():
        lines.setdefault(part.line, Counter())[part.op] += times
    return lines


def tables(found: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The rows of the three tables, dearest first where they are numbers."""
    made: dict[str, Any] = {}
    for table, rows in found.items():
        if all(isinstance(row["work"], int) for row in rows):
            rows = sorted(rows, key=lambda r: (-r["work"], -r["bytes"], counted(r["name"])))
        kind = OpCost if table == "op" else PlaceCost
        made[f"by_{table}"] = tuple(kind(row["name"], **_but_name(row)) for row in rows)
    return made


def _but_name(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "name"}


def _whole(row: Mapping[Any, Any]) -> Counter[Any]:
    """Rounds counted in a run may come to a broken number in the mean."""
    return Counter({name: ceil(number) for name, number in row.items()})
