"""Count the cost of a program in canonical form, and run it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import numpy as np

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.bytes_copied import copied_bytes
from autograder.core.programs.canonical import FORGED, body, check_module
from autograder.core.programs.control_flow import BRANCH, LOOP, Side, compare_counts, loops, sides
from autograder.core.programs.counters import add_counters
from autograder.core.programs.element_types import element_types, sum_types
from autograder.core.programs.largest_block import largest_block
from autograder.core.programs.origin import describe_nonfinite
from autograder.core.programs.reducers import uncountable_reducers
from autograder.core.programs.trip_counts import Counts, record_counts
from manylanes import cost

# The limit for the effort of a run. The effort is the sum of the operations, the copied bytes, and
# ITERATION_EFFORT for the overhead of each loop iteration.
EFFORT = 10_000_000_000
ITERATION_EFFORT = 10_000
MAX_MEMORY = 1 << 30
CHOICES = 8  # maximum number of subsets that `run_call` tries
PRODUCTS = ("dot_general", "convolution")
MAX_ITERATIONS = 100_000  # limit for a loop with a trip count that depends on data


@dataclass(frozen=True)
class Cost:
    """The cost of a program in all measures, some of which only grading needs."""

    work: Any
    span: Any
    bytes: Any
    largest: Any
    peak: Any
    products: Any  # matrix products and convolutions, in all iterations of all loops
    block: Any  # bytes of the largest array that the program computes with
    unknown: tuple[str, ...]
    ran: bool  # True if trip counts from a run are included
    # The next three fields are compared with the counts of a run. These fields never leave the
    # process.
    rounds: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[Side, int] = field(default_factory=dict)  # executions of each side of a branch
    at_most: frozenset[Any] = frozenset()  # loops and sides that may run less often than counted
    sent: Any = 0  # bytes that each device sends
    messages: Any = 0  # sequential messages of each device


@dataclass(frozen=True)
class RunResult:
    """The results of a run, and the trip counts that do not follow from the text of the program."""

    results: list[Any]
    rounds: Mapping[int, int]


class RunnableProgram:
    """A program that is checked on creation. Its executable is compiled on the first run."""

    def __init__(self, text: bytes, platform: str = "cpu") -> None:
        self.text = text.decode()
        self._platform = platform
        with mlir.context():
            self._module = mlir.parse_module(self.text)
            check_module(self._module)
            block = body(self._module)
            self.dtypes = element_types(block)
            self.sums = sum_types(block)
            self._loops = len(loops(block))
            self._sides = sides(block)
            kinds = [each.type for each in block.arguments]
            self._kinds = [(tuple(kind.shape), str(kind.element_type)) for kind in kinds]

    def cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        """Return the cost of the program; `rounds` contains trip counts from a run."""
        return self._cost(rounds) if rounds else self._static_cost

    @cached_property
    def _static_cost(self) -> Cost:
        """The cost that the program text determines, which is complete for most programs."""
        return self._cost()

    def _cost(self, rounds: Mapping[int, int] | None = None) -> Cost:
        found = cost(self.text, total_rounds=rounds)
        amounts = found.work, found.span, found.bytes, found.largest
        products: list[Any] = [row.count for row in found.by_op if row.op in PRODUCTS]
        with mlir.context():
            block, reducers = (
                largest_block(body(self._module)),
                uncountable_reducers(body(self._module)),
            )
        pieces = found.peak, sum(products), block
        counts = found.rounds, found.branch_counts, found.optional
        unknown = *found.unknown, *reducers
        return Cost(*amounts, *pieces, unknown, bool(rounds), *counts)

    def run(self, inputs: Sequence[Any]) -> RunResult:
        """Run the compiled program.

        Raise StudentError if the inputs do not fit, if the program needs too many operations or too
        much memory, if a loop exceeds its limit, or if a count differs from the program analysis.
        """
        if not self._matches(inputs):  # XLA would check only the number of bytes
            raise StudentError("refused", FORGED)
        arrays = mlir.execute(self._executable, inputs)
        rounds = self._checked_trip_counts(arrays.pop().tolist()) if self._has_counters else {}
        return RunResult(arrays, rounds)

    def origin(self, inputs: Sequence[Any]) -> str:
        """Return a sentence about the origin of the first element that is not finite, or ""."""
        return describe_nonfinite(self.text, inputs)

    def run_call(self, values: Sequence[Any]) -> list[list[Any]]:
        """Return the results for each subset of `values` that fits the program's input types.

        Subsets keep the order of `values`, and strings are left out. At most CHOICES subsets are
        tried. Raise StudentError if no subset fits.
        """
        # As in JAX, a Python number becomes a 32-bit number.
        kinds = {bool: np.bool_, int: np.int32, float: np.float32}
        numbers = [value for value in values if not isinstance(value, str)]
        arrays = [np.asarray(value, kinds.get(type(value))) for value in numbers]
        with mlir.context():
            rows = combinations(arrays, len(self._kinds))
            choices = list(islice((list(row) for row in rows if self._matches(row)), CHOICES))
        if not choices:
            raise StudentError("refused", FORGED)
        return [self.run(row).results for row in choices]

    def _matches(self, row: Sequence[Any]) -> bool:
        with mlir.context():
            return [(array.shape, mlir.type_name(array.dtype)) for array in row] == self._kinds

    def _checked_trip_counts(self, counts: list[int]) -> dict[int, int]:
        """Return the trip counts that the text of the program does not determine.

        Raise StudentError if one of these loops exceeds its limit, or if any other count of the run
        does not agree with the program analysis.
        """
        rounds = dict(enumerate(counts[: self._loops]))
        dynamic = {number: rounds[number] for number in self._dynamic_loops}
        if any(ran > self._iteration_limit for ran in dynamic.values()):
            words = f"Your loop was still running after {self._iteration_limit:,} iterations."
            raise StudentError("rounds", f"{words} Check its condition.")
        cost = self.cost(dynamic)
        compare_counts(LOOP, cost.rounds, rounds, cost.at_most)
        taken = dict(zip(self._sides, counts[self._loops :], strict=True))
        compare_counts(BRANCH, cost.taken, taken, cost.at_most)
        return dynamic

    def runs(self, many: Sequence[Sequence[Any]]) -> list[Counts]:
        """Run the program on many inputs, and return the distinct trip counts of dynamic loops.

        Without dynamic loops, nothing is run, and the list is empty.
        """
        runs: list[Counts] = []
        for inputs in many if self._dynamic_loops else ():
            record_counts(runs, self.run(inputs).rounds)
        return runs

    @cached_property
    def _dynamic_loops(self) -> list[int]:
        """The loops whose trip counts the program text does not determine."""
        return [number for number in range(self._loops) if number not in self._static_trip_counts]

    @property
    def _static_trip_counts(self) -> Mapping[int, int]:
        """The trip counts that the program text determines."""
        return self.cost().rounds

    @property
    def _has_counters(self) -> bool:
        return bool(self._loops or self._sides)

    @cached_property
    def _iteration_limit(self) -> int:
        """The iteration limit for loops whose trip counts the program text does not determine.

        The limit is lower for loops with expensive iterations. Raise StudentError if the program
        exceeds EFFORT without any of these iterations.
        """
        least, once = map(self._effort, (0, 1))
        if least > EFFORT:
            raise StudentError("refused", self._limit_message())
        return max(1, min(MAX_ITERATIONS, (EFFORT - least) // max(once - least, 1)))

    @cached_property
    def _executable(self) -> Any:
        text, limit = self.text, self._iteration_limit
        if self._has_counters:
            limits = [self._static_trip_counts.get(loop, limit) for loop in range(self._loops)]
            with mlir.context():
                module = mlir.parse_module(text)
                add_counters(module, limits)
                text = str(module)
        executable = mlir.compile_text(text, self._platform)
        if (needed := mlir.memory(executable)) > MAX_MEMORY:
            words = f"The program needs {needed >> 20:,} MB; the limit is {MAX_MEMORY >> 20:,} MB."
            raise StudentError("refused", f"{words} Process smaller blocks.")
        return executable

    def _effort(self, each: int) -> int:
        """Return the effort of a run in which every data-dependent loop has `each` iterations."""
        cost = self.cost(dict.fromkeys(self._dynamic_loops, each))
        return int(
            cost.work
            + ITERATION_EFFORT * sum(cost.rounds.values())
            + self._copied_bytes(cost.rounds)
        )

    def _copied_bytes(self, rounds: Mapping[int, int]) -> int:
        """Return the number of bytes that all iterations of all loops copy."""
        with mlir.context():
            each = copied_bytes(body(self._module))
        return sum(much * (1 if n is None else rounds.get(n, 0)) for n, much in each.items())

    def _limit_message(self) -> str:
        cost = self.cost(dict.fromkeys(self._dynamic_loops, 0))
        rounds, moved = sum(cost.rounds.values()), self._copied_bytes(cost.rounds)
        if moved > max(cost.work, rounds * ITERATION_EFFORT):
            return f"The program copies {moved:,} bytes; the limit is {EFFORT:,}."
        if rounds * ITERATION_EFFORT > cost.work:
            limit = EFFORT // ITERATION_EFFORT
            return f"Your loops run {rounds:,} iterations; the limit is {limit:,}."
        return f"The program performs {cost.work:,} operations; the limit is {EFFORT:,}."
