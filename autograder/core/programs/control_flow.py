"""The control flow of a program: its loops and the sides of its branches, each with a number.

The numbers are those that `manylanes.cost` gives. While counters are put in, the place of each is
written into its operation: an operation's own hash changes with its operands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

COUNTS, STOPS = "counts", "stops"  # for each block a counter, or none; of a loop its own
MARKS = (COUNTS, STOPS)
NONE = -1
Side = tuple[int, int]  # a branch, and the place of one of its blocks
Way = TypeVar("Way", int, Side)  # a loop, or a side
LOOP = (
    "By the program's text a loop goes round {}, and when it was run it went round {}. A cost that "
    "is not what runs cannot be graded: write the number of turns plainly."
)
BRANCH = (
    "By the program's text a side of a branch is taken {}, and when it was run it was taken {}. "
    "A cost that is not what runs cannot be graded: write plainly what the branch is chosen by."
)
BRANCHES = ("stablehlo.case", "stablehlo.if")


def loops(block: Any) -> list[Any]:
    """Every loop in the order of the program's text, as `manylanes.cost` numbers them."""
    return [op for op in mlir.walk(block) if op.name == "stablehlo.while"]


def branches(block: Any) -> list[Any]:
    """Every branch, in the same order."""
    return [op for op in mlir.walk(block) if op.name in BRANCHES]


def sides(block: Any) -> list[Side]:
    """Every side of every branch: the branch's number, and the place of its block."""
    each = enumerate(branches(block))
    return [(number, place) for number, op in each for place in range(len(op.regions))]


def number_all(block: Any) -> int:
    """Write into each loop and branch where it counts; how many counters there are."""
    slot = 0
    for op in loops(block):
        mark(op, COUNTS, [NONE, slot])
        mark(op, STOPS, [slot])
        slot += 1
    for op in branches(block):
        mark(op, COUNTS, list(range(slot, slot + len(op.regions))))
        slot += len(op.regions)
    return slot


def inside(ops: Iterable[Any]) -> list[int]:
    """The counters of these operations, and of all that stands in them."""
    found: set[int] = set()
    for op in ops:
        found |= {*marked(op, COUNTS), *marked(op, STOPS)}
        for block in mlir.blocks(op):
            found.update(inside(mlir.operations(block)))
    return sorted(found - {NONE})


def mark(op: Any, name: str, slots: Sequence[int]) -> None:
    """Kept in the operation: its hash changes with its operands."""
    op.attributes[name] = ir.DenseI64ArrayAttr.get(list(slots))


def marked(op: Any, name: str) -> list[int]:
    return mlir.whole_numbers(op.attributes[name]) if name in op.attributes else []


def hold(
    words: str, read: Mapping[Way, int], ran: Mapping[Way, int], at_most: Collection[Any]
) -> None:
    """StudentError with both numbers where a run went another way than was read in the text."""
    for way, often in sorted(read.items()):  # outer loops first
        if ran[way] > often or (ran[way] < often and way not in at_most):
            raise StudentError("ways", words.format(_times(often), _times(ran[way])))


def _times(number: int) -> str:
    return f"{number:,} time{'' if number == 1 else 's'}"
