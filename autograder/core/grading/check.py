"""The data model of a check: the requirements, the inputs and the cost limits of a task.

`Check` runs no student code. The subclasses of `Kind` in `autograder.core.kinds` contain everything
that depends on the kind of task. `Check` and `Kind` refer to each other, so they are in the same
module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from inspect import signature
from typing import Any, ClassVar

from autograder.core.grading.budget import Budget, growth_size
from autograder.core.grading.compare_outputs import data
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import Expected, widen_args
from autograder.core.grading.structure_hints import ANSWER
from autograder.core.inputs.cases import Case, Declared, draw_cases, make_case, resolve, size
from autograder.core.inputs.generator import PUBLIC, Stream
from autograder.core.inputs.input_spec import Given, Name
from autograder.core.inputs.tree import leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding


@dataclass(frozen=True)
class Mistake:
    """A known wrong answer: its name, its message, and its function or values."""

    name: str
    message: str
    answer: Any


@dataclass(frozen=True)
class Check:
    """The declarations of `check(...)` in a task file, with the reference and known mistakes."""

    task: str
    kind: Kind
    points: float
    names: tuple[str, ...]
    reference: Any  # the solution: a function or values; None if it is withheld
    # Optional declarations, None if absent. `DECLARED` is derived from these fields.
    given: Declared | None = None
    spec: Callable[..., Any] | None = None
    law: Callable[..., Any] | None = None
    budget: Budget | None = None
    tolerance: float | None = None
    sums: str | None = None  # the required accumulation dtype, such as "f32"
    cache: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    load_mistakes: Callable[[], tuple[Mistake, ...]] = field(default=tuple, repr=False)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The known wrong answers, loaded on first use."""
        return self.load_mistakes()

    @property
    def withheld(self) -> bool:
        """True if the solution was removed before release (`core/grading/withheld.py`)."""
        return self.reference is None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the solution's parameters; empty for a value task."""
        if "parameters" not in self.cache:
            has_names = self.kind.takes_inputs and not self.withheld
            self.cache["parameters"] = (
                tuple(signature(self.reference).parameters) if has_names else ()
            )
        names: tuple[str, ...] = self.cache["parameters"]
        return names

    def cases(self, key: bytes = PUBLIC) -> tuple[Case, ...]:
        """Return the (cached) test cases drawn from `key`, starting with the smallest sizes.

        Cases at the sizes of the cost count come last. A value task has a single case without
        arguments.
        """
        if key not in self.cache:
            if self.given is None:
                self.cache[key] = (Case((), (), public=key == PUBLIC),)
            else:
                drawn = draw_cases(self.given, key, compiled=self.kind.compiled)
                self.cache[key] = (*drawn, *self._counted_cases(drawn, key))
        cases: tuple[Case, ...] = self.cache[key]
        return cases

    def has_distinct_sizes(self, case: Case) -> bool:
        """Return True if the sizes of a case are distinct and none is 1.

        Return False if `given` is callable, because its sizes have no names.
        """
        if not isinstance(self.given, Given):
            return False
        sizes = [case.env[name] for name, entry in self.given.names.items() if entry.size]
        return len({1, *sizes}) == len(sizes) + 1

    def _counted_cases(self, drawn: tuple[Case, ...], key: bytes) -> Iterator[Case]:
        """Yield a case for each signature at which cost is counted and that is not in `drawn`.

        The values must be checked at these sizes, too: a program could contain cheaper, wrong code
        for only these sizes.
        """
        if not isinstance(self.given, Given):
            return  # cost is counted at the largest of the drawn cases
        signatures = {repr(case.signature) for case in drawn}
        names = tuple(self.given.args)
        for index, env in enumerate(self._cost_envs if self.cost_points else ()):
            signature = self.given.fill(env)
            if repr(signature) not in signatures:
                stream = Stream(key, "counted", index)
                yield make_case(signature, stream, env, names, key == PUBLIC)

    @cached_property
    def exact(self) -> bool:
        """True if outputs are compared with `==`: no tolerance, whole numbers in input arrays."""
        return self.tolerance is None and all(
            getattr(leaf, "how", "whole") == "whole"
            for case in self.cases()
            for _, leaf in leaves(case.signature)
        )

    @cached_property
    def cost_points(self) -> tuple[tuple[int, tuple[Any, ...]], ...]:
        """The pairs (size, signature) at which cost is counted, in increasing order of size.

        There is one pair, with the size 1, if no growth is limited, and none if no cost is limited.
        Raise CourseError if the sizes of a growth limit have no names.
        """
        if self.budget is None or not self.budget.measures:
            return ()
        if not isinstance(self.given, Given):
            if self.budget.has_growth_limit:
                raise CourseError(f"{self.task}: a growth limit needs named sizes in `given`.")
            return ((1, self.full_size.signature),)
        envs = self._cost_envs
        over = growth_size(self.task, envs) if self.budget.has_growth_limit else ""
        return tuple((env.get(over, 1), self.given.fill(env)) for env in envs)

    @cached_property
    def full_size(self) -> Case:
        """The largest public case at which cost is counted. Students see the cost in this case.

        Each named size has its value in `budget.at`, or else its upper bound or last choice. If
        `given` is callable, this is the largest drawn case.
        """
        if not isinstance(self.given, Given):
            return max(self.cases(), key=size)
        env = self._cost_envs[-1]
        stream = Stream(PUBLIC, "full size")
        return make_case(self.given.fill(env), stream, env, tuple(self.given.args), True)

    @cached_property
    def _cost_envs(self) -> list[dict[str, Any]]:
        """The values of all sizes and scalars with which cost is counted, by increasing size."""
        assert isinstance(self.given, Given)
        parts = (8, 4, 2, 1) if self.budget and self.budget.has_growth_limit else (1,)
        return [self._cost_env(self.given, part) for part in parts]

    def _cost_env(self, spec: Given, part: int) -> dict[str, Any]:
        at: Mapping[str, Any] = (self.budget.at if self.budget else None) or {}

        def choose(name: str, entry: Name, low: Any, high: Any) -> Any:
            if not entry.size:
                return at.get(name, entry.choices[0] if entry.choices else high)
            if entry.choices and name not in at:  # choices are listed in increasing order
                return entry.choices[-min(len(entry.choices), part.bit_length())]
            return max(at.get(name, high) // part, low)

        return resolve(spec, choose)

    @cached_property
    def calls(self) -> tuple[tuple[Any, ...], ...]:
        """The signatures of the calls in the budget, whose compilations are counted."""
        return tuple(case.signature for case in self.series())

    def series(self, key: bytes = PUBLIC) -> tuple[Case, ...]:
        """Return the calls in the budget as cases.

        The outputs of the calls must be right, like those of the drawn cases. The tuple is empty if
        compilations are not limited. Raise CourseError if `given` is callable.
        """
        if self.budget is None or self.budget.compilations is None:
            return ()
        if not isinstance(self.given, Given):
            raise CourseError(f"{self.task}: a series of calls needs named sizes in `given`.")
        if ("series", key) not in self.cache:
            public = key == PUBLIC
            cases = []
            for index, call in enumerate(self.budget.calls):
                env = resolve(self.given, lambda name, *_, call=call: call[name])
                stream = Stream(key, "call", index)
                names = tuple(self.given.args)
                cases.append(make_case(self.given.fill(env), stream, env, names, public))
            self.cache["series", key] = tuple(cases)
        cached: tuple[Case, ...] = self.cache["series", key]
        return cached


# The keywords of `check` that declare requirements. Any other keyword names a value to check.
DECLARED = tuple(each.name for each in fields(Check) if each.default is None)


@dataclass(frozen=True)
class Kind:
    """A kind of task: its traits, and how its answers are read, run and compared.

    By default, the answer is one function that is called with drawn arguments. Other modules test
    the traits of a kind and do not compare its name.
    """

    name: ClassVar[str]
    description: ClassVar[str]  # shown to readers of the book
    judged: ClassVar[bool] = True  # False: the answer is prose, which a person grades
    takes_inputs: ClassVar[bool] = True  # the answer is a function, called with inputs from `given`
    compiled: ClassVar[bool] = False  # each signature is compiled to a program that has a cost
    multi_device: ClassVar[bool] = False  # the program runs on several devices
    per_student: ClassVar[bool] = False  # parameters differ per student; no input is hidden

    def __str__(self) -> str:
        return self.name

    @property
    def is_single_device(self) -> bool:
        """True for single-device programs, whose cost and time a notebook can show."""
        return self.compiled and not self.multi_device

    def placeholder(self, names: Sequence[str]) -> list[str]:
        """Return the lines that replace the solution in a notebook."""
        return ['raise NotImplementedError("your turn")']

    def read_answer(self, names: Sequence[str], space: Mapping[str, Any]) -> Any:
        """Return the answer from the namespace in which the student's cells ran."""
        return space[names[0]]

    def constant_answer(self, names: Sequence[str], value: str) -> str:
        """Return the source of an answer whose results are all the constant `value`."""
        return f"def {names[0]}(*anything):\n    return {value}"

    def run_trusted(self, function: Any, case: Case) -> Any:
        """Run a trusted answer, such as the solution, on a case and return its output."""
        raise NotImplementedError

    def expected(self, check: Check, case: Case) -> Expected:
        """Return the right answer for a case, without values if the task has a law."""
        if check.law is not None:
            return Expected(None)
        if check.spec is not None:
            return Expected(check.spec(*widen_args(case.args)))
        return Expected(self.run_trusted(check.reference, case))

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        """Return a finding for the first property in which an output is wrong, or else None."""
        return data(expected.values, output, check.tolerance, ANSWER)

    def same_answer(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """Return True if two outputs are equal within the tolerance of the check."""
        return self.compare(check, replace(expected, values=one), other) is None

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        """Run an answer in this process and return its outputs and costs.

        Only notebooks and the commands for authors call this method. When grading, the judge
        collects the same data from the sandbox.
        """
        raise NotImplementedError

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """Return a function that runs the answer on a case and does not count the cost.

        The function returns the output, or a Finding if the answer raises an error.
        """
        raise NotImplementedError

    def origin(self, check: Check, answer: Any, case: Case) -> str:
        """Return a sentence about the cause of the first entry that is not finite, or "".

        Only compiled kinds look for a cause.
        """
        return ""

    # The methods below are only for compiled kinds.

    def export(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
        """Export a function at a signature, in the form that the sandbox returns to the judge."""
        raise NotImplementedError

    def compilations(self, check: Check, function: Callable[..., Any]) -> tuple[int, str]:
        """Return the number of distinct programs that the calls in the budget compile.

        Also return why each call compiles a separate program, or "" if no reason is known. If a
        call cannot be exported, assume that every call compiles a new program.
        """
        raise NotImplementedError

    def canonical(self, artifact: bytes) -> bytes:
        """Return the canonical form of an export, or raise StudentError for forbidden programs."""
        raise NotImplementedError

    def sharding_error(
        self, check: Check, signature: tuple[Any, ...], text: bytes
    ) -> Finding | None:
        """Return a finding if arrays are sharded differently than the task requires, or None."""
        return None

    def load(self, text: bytes) -> Any:
        """Load a canonical form as a program that can be run and whose cost can be counted."""
        raise NotImplementedError

    def program(self, artifact: bytes) -> Any:
        """Load an export as a program that can be run and whose cost can be counted."""
        return self.load(self.canonical(artifact))
