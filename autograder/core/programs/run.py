"""A program in its canonical form: what it costs, and what comes of running exactly that.

A small one is interpreted, any other is compiled; who is told that it failed has been compiled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import numpy as np

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.bytes_copied import moved
from autograder.core.programs.canonical import FORGED, body, check
from autograder.core.programs.control_flow import BRANCH, LOOP, Side, hold, loops, sides
from autograder.core.programs.counters import count
from autograder.core.programs.element_types import element_types, sum_types
from autograder.core.programs.interpreter import guard, is_small
from autograder.core.programs.largest_block import largest_piece
from autograder.core.programs.origin import origin
from autograder.core.programs.reducers import unbelieved
from autograder.core.programs.trip_counts import Counts, note
from manylanes import cost

# A run's length is bounded by what it does before any clock is: operations, bytes that are moved,
# and so many more for each round of a loop, which costs a machine about as much whatever it holds.
EFFORT = 10_000_000_000
ROUND = 10_000
MEMORY = 1 << 30
CHOICES = 8  # among the numbers of a call
PRODUCTS = ("dot_general", "convolution")
ROUNDS = 100_000  # of one loop in one run, all told, where the text does not say


@dataclass(frozen=True)
class Cost:
    """What `manylanes` counts of a program, and what only a grader asks."""

    work: Any
    span: Any
    bytes: Any
    largest: Any
    peak: Any
    products: Any  # of arrays, with all turns of all loops
    block: Any  # bytes of the largest piece that is worked on at once
    unknown: tuple[str, ...]
    ran: bool  # whether rounds are in it that only a run could tell
    # These three hold a run to its text, and stay where it ran.
    rounds: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[Side, int] = field(default_factory=dict)  # of the sides of branches
    at_most: frozenset[Any] = frozenset()  # loops and sides that a branch on data may leave out
    sent: Any = 0  # bytes that a device sends
    messages: Any = 0  # one after another


@dataclass(frozen=True)
class Ran:
    """The results in order, and how often each loop went round that only a run can tell."""

    results: list[Any]
    rounds: Mapping[int, int]


class Program:
    """One program: checked, then counted or compiled when first asked."""

    def __init__(self, text: bytes, platform: str = "cpu") -> None:
        self.text = text.decode()
        self._platform = platform
        with mlir.context():
            self._module = mlir.parse(self.text)
            check(self._module)
            block = body(self._module)
            self.dtypes = element_types(block)
            self.sums = sum_types(block)
            self._loops = len(loops(block))
            self._sides = sides(block)
            kinds = [each.type for each in block.arguments]
            self._kinds = [(tuple(kind.shape), str(kind.element_type)) for kind in kinds]

    def cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        """What it takes; `rounds` as a run counted them."""
        return self._cost(rounds) if rounds else self._written

    @cached_property
    def _written(self) -> Cost:
        """What can be read from the text alone: for most programs, everything."""
        return self._cost()

    def _cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        found = cost(self.text, total_rounds=rounds)
        amounts = found.work, found.span, found.bytes, found.largest
        products: list[Any] = [row.count for row in found.by_op if row.op in PRODUCTS]
        with mlir.context():
            piece, called = largest_piece(body(self._module)), unbelieved(body(self._module))
        pieces = found.peak, sum(products), piece
        ways = found.rounds, found.branch_counts, found.optional
        unknown = *found.unknown, *called
        return Cost(*amounts, *pieces, unknown, bool(rounds), *ways)

    def run(self, inputs: Sequence[Any], *, compiled: bool = False) -> Ran:
        """Run it, compiled if that is asked for; StudentError where a loop had not ended."""
        if not self._takes(inputs):  # XLA asks for as many bytes, and reads them as it was told
            raise StudentError("refused", FORGED)
        if compiled or self._interpreted is None:
            arrays = mlir.execute(self._compiled, inputs)
        else:
            with mlir.context():
                arrays = mlir.interpret(self._interpreted, inputs)
        rounds = self._held(arrays.pop().tolist()) if self._counted else {}
        return Ran(arrays, rounds)

    @property
    def quick(self) -> bool:
        """Whether a run is so short that many of them are one step."""
        return self._interpreted is not None

    def origin(self, inputs: Sequence[Any]) -> str:
        """Where an entry that is no finite number comes from, of inputs that it has run on."""
        return origin(self.text, inputs)

    def run_call(self, values: Sequence[Any], *, compiled: bool = False) -> list[list[Any]]:
        """The results for each choice among the values of a call that this program may take."""
        arrays = [_array(value) for value in values if not isinstance(value, str)]
        with mlir.context():
            rows = combinations(arrays, len(self._kinds))
            choices = list(islice((list(row) for row in rows if self._takes(row)), CHOICES))
        if not choices:
            raise StudentError("refused", FORGED)
        return [self.run(row, compiled=compiled).results for row in choices]

    def _takes(self, row: Sequence[Any]) -> bool:
        with mlir.context():
            return [(array.shape, mlir.type_name(array.dtype)) for array in row] == self._kinds

    def _held(self, counts: list[int]) -> dict[int, int]:
        """The rounds that only a run can tell; StudentError unless all else went as it was read."""
        rounds = dict(enumerate(counts[: self._loops]))
        unread = {number: rounds[number] for number in self._unread}
        if any(ran > self._most for ran in unread.values()):
            words = f"Your loop had not ended after {self._most:,} rounds."
            raise StudentError("rounds", f"{words} Look at what its condition waits for.")
        cost = self.cost(unread)
        hold(LOOP, cost.rounds, rounds, cost.at_most)
        taken = dict(zip(self._sides, counts[self._loops :], strict=True))
        hold(BRANCH, cost.taken, taken, cost.at_most)
        return unread

    def runs(self, many: Sequence[Sequence[Any]]) -> list[Counts]:
        """How often such loops go round on each of these inputs."""
        runs: list[Counts] = []
        for inputs in many if self._unread else ():
            note(runs, self.run(inputs).rounds)
        return runs

    @cached_property
    def _unread(self) -> list[int]:
        """The loops whose rounds cannot be read from the text."""
        return [number for number in range(self._loops) if number not in self._rounds]

    @cached_property
    def _rounds(self) -> Mapping[int, int]:
        """Of all loops, as they are read; a program without one is not counted for it."""
        return self.cost().rounds if self._loops else {}

    @cached_property
    def _interpreted(self) -> Any:
        """A module for the interpreter; None for a program that it is not given."""
        if self._platform != "cpu" or self._unread:
            return None
        with mlir.context():
            if not is_small(body(self._module), self._rounds):
                return None
            module = mlir.parse(self.text)
            self._count(module)
            guard(module)
            return module

    @property
    def _counted(self) -> bool:
        return bool(self._loops or self._sides)

    def _count(self, module: Any) -> None:
        """Put a counter into each loop and each side of a branch."""
        if self._counted:
            read = self._rounds
            count(module, [read.get(number, self._most) for number in range(self._loops)])

    @cached_property
    def _most(self) -> int:
        """How often a loop may go round where the text does not say: fewer if it is much work."""
        least, once = map(self._effort, (0, 1))
        if least > EFFORT:
            raise StudentError("refused", self._too_much())
        return max(1, min(ROUNDS, (EFFORT - least) // max(once - least, 1)))

    @cached_property
    def _compiled(self) -> Any:
        text = self.text
        if self._most and self._counted:
            with mlir.context():
                module = mlir.parse(text)
                self._count(module)
                text = str(module)
        made = mlir.compile_text(text, self._platform)
        if (needed := mlir.memory(made)) > MEMORY:
            words = f"The program needs {needed >> 20:,} MB at once; {MEMORY >> 20:,} is the most."
            raise StudentError("refused", f"{words} Work in smaller pieces.")
        return made

    def _effort(self, each: int) -> int:
        """All that a run takes, if each loop that is not read goes round so often."""
        cost = self.cost(dict.fromkeys(self._unread, each))
        return int(cost.work + ROUND * sum(cost.rounds.values()) + self._bytes(cost.rounds))

    def _bytes(self, rounds: Mapping[int, int]) -> int:
        """That are moved, in all rounds of all loops."""
        with mlir.context():
            each = moved(body(self._module))
        return sum(much * (1 if n is None else rounds.get(n, 0)) for n, much in each.items())

    def _too_much(self) -> str:
        cost = self.cost(dict.fromkeys(self._unread, 0))
        rounds, moved = sum(cost.rounds.values()), self._bytes(cost.rounds)
        if moved > max(cost.work, rounds * ROUND):
            return f"The program moves {moved:,} bytes to other places; {EFFORT:,} is the most."
        if rounds * ROUND > cost.work:
            return f"Your loops go round {rounds:,} times; {EFFORT // ROUND:,} is the most."
        return f"The program takes {cost.work:,} operations; {EFFORT:,} is the most."


def _array(value: Any) -> Any:
    """A value as JAX traces it: a Python number has 32 bits."""
    if isinstance(value, np.ndarray):
        return value
    kinds = {bool: np.bool_, int: np.int32, float: np.float32}
    return np.asarray(value, kinds.get(type(value)))
