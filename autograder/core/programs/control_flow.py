"""Number the loops of a program and the sides of its branches.

A side is one of the blocks from which a branch selects. `manylanes.cost` numbers loops and branches
in the same way. While counters are added, the indices of an operation's counters are stored in its
attributes. A dict with operations as keys would not work, because an operation's hash changes with
its operands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

COUNTS, OWN = "counts", "stops"  # names of the attributes
ATTRIBUTES = (COUNTS, OWN)
NONE = -1
Side = tuple[int, int]  # a branch and the index of one of its blocks
Key = TypeVar("Key", int, Side)  # a loop or a side
LOOP = (
    "The program analysis predicts that a loop runs {}, but it ran {} during execution. The cost "
    "cannot be graded because the two counts differ. Write the trip count as a plain number."
)
BRANCH = (
    "The program analysis predicts that a branch is taken {}, but it was taken {} during "
    "execution. The cost cannot be graded because the two counts differ. Simplify the condition of "
    "the branch."
)
BRANCHES = ("stablehlo.case", "stablehlo.if")


def loops(block: Any) -> list[Any]:
    """Return every loop in text order, as `manylanes.cost` numbers them."""
    return [op for op in mlir.walk(block) if op.name == "stablehlo.while"]


def branches(block: Any) -> list[Any]:
    """Return every branch in text order."""
    return [op for op in mlir.walk(block) if op.name in BRANCHES]


def sides(block: Any) -> list[Side]:
    """Return each side of each branch as a pair of the branch's number and the block's index."""
    each = enumerate(branches(block))
    return [(number, place) for number, op in each for place in range(len(op.regions))]


def number_counters(block: Any) -> int:
    """Store the counter indices of each loop and branch, and return the number of counters.

    The attribute COUNTS contains the counter index, or NONE, of each block of the operation. The
    attribute OWN contains the counter index of the loop.
    """
    slot = 0
    for op in loops(block):
        set_counters(op, COUNTS, [NONE, slot])
        set_counters(op, OWN, [slot])
        slot += 1
    for op in branches(block):
        set_counters(op, COUNTS, list(range(slot, slot + len(op.regions))))
        slot += len(op.regions)
    return slot


def counters_in(ops: Iterable[Any]) -> list[int]:
    """Return the counter indices of these operations and of all operations inside them."""
    numbers: set[int] = set()
    for op in ops:
        numbers |= {*get_counters(op, COUNTS), *get_counters(op, OWN)}
        for block in mlir.blocks(op):
            numbers.update(counters_in(mlir.operations(block)))
    return sorted(numbers - {NONE})


def set_counters(op: Any, name: str, slots: Sequence[int]) -> None:
    """Store counter indices in the attribute `name` of an operation."""
    op.attributes[name] = ir.DenseI64ArrayAttr.get(list(slots))


def get_counters(op: Any, name: str) -> list[int]:
    return mlir.integers(op.attributes[name]) if name in op.attributes else []


def compare_counts(
    message: str, expected: Mapping[Key, int], ran: Mapping[Key, int], at_most: Collection[Any]
) -> None:
    """Raise StudentError if a run does not have the predicted counts.

    The loops and sides in `at_most` may run less often than predicted.
    """
    for key, count in sorted(expected.items()):  # outer loops first
        if ran[key] > count or (ran[key] < count and key not in at_most):
            raise StudentError("ways", message.format(_times(count), _times(ran[key])))


def _times(number: int) -> str:
    return f"{number:,} time{'' if number == 1 else 's'}"
