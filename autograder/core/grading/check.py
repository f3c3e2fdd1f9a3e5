"""A check as data: what is asked, of which inputs, at which cost. It runs nothing of a student.

What differs from one kind of task to the next is one object that a check holds. The two speak of
each other, so they stand together; `autograder.core.kinds` has the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from inspect import signature
from typing import Any, ClassVar

from autograder.core.grading.budget import Budget, fitted_size
from autograder.core.grading.compare_outputs import data
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import Expected, items, wide
from autograder.core.grading.structure_hints import ANSWER
from autograder.core.inputs.cases import Case, Declared, draw_cases, make_case, resolve, size
from autograder.core.inputs.generator import PUBLIC, Stream
from autograder.core.inputs.input_spec import Given, Name
from autograder.core.inputs.tree import leaves
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Finding


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that can be run: its name, its message, and the function or the values."""

    name: str
    message: str
    answer: Any


@dataclass(frozen=True)
class Check:
    """What `check(...)` in a task file declares, with the reference and the known mistakes."""

    task: str
    kind: Kind
    points: float
    names: tuple[str, ...]
    reference: Any  # a function, or the tuple of right values; None where it is withheld
    # What an author may declare: None where it is not said. `DECLARED` is read from these.
    given: Declared | None = None
    spec: Callable[..., Any] | None = None
    law: Callable[..., Any] | None = None
    budget: Budget | None = None
    tolerance: float | None = None
    sums: str | None = None  # the type that terms are added up in, if that is asked for
    memo: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    load_mistakes: Callable[[], tuple[Mistake, ...]] = field(default=tuple, repr=False)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The named wrong answers, loaded when first needed."""
        return self.load_mistakes()

    @property
    def withheld(self) -> bool:
        """Whether the solution is not here (`core/grading/withheld.py`)."""
        return self.reference is None

    @property
    def parameters(self) -> tuple[str, ...]:
        """What the solution calls its arguments."""
        if "parameters" not in self.memo:
            known = self.kind.drawn and not self.withheld
            self.memo["parameters"] = tuple(signature(self.reference).parameters) if known else ()
        kept: tuple[str, ...] = self.memo["parameters"]
        return kept

    def cases(self, key: bytes = PUBLIC) -> tuple[Case, ...]:
        """The graded cases for a key, simplest first. A value has one, without arguments."""
        if key not in self.memo:
            if self.given is None:
                self.memo[key] = (Case((), (), public=key == PUBLIC),)
            else:
                drawn = draw_cases(self.given, key, compiled=self.kind.compiled)
                self.memo[key] = (*drawn, *self._counted_cases(drawn, key))
        kept: tuple[Case, ...] = self.memo[key]
        return kept

    def sizes_differ(self, case: Case) -> bool:
        """Whether no two sizes of a case are alike, and none is 1."""
        if not isinstance(self.given, Given):
            return False
        sizes = [case.env[name] for name, entry in self.given.names.items() if entry.size]
        return len({1, *sizes}) == len(sizes) + 1

    def _counted_cases(self, drawn: tuple[Case, ...], key: bytes) -> Iterator[Case]:
        """Values where cost is counted: a program that is cheap there alone must be right there."""
        if not isinstance(self.given, Given):
            return  # its cost is counted at the largest of the drawn cases
        known = {repr(case.signature) for case in drawn}
        names = tuple(self.given.args)
        for index, env in enumerate(self._cost_envs if self.cost_points else ()):
            signature = self.given.fill(env)
            if repr(signature) not in known:
                stream = Stream(key, "counted", index)
                yield make_case(signature, stream, env, names, key == PUBLIC)

    @cached_property
    def exact(self) -> bool:
        """Whether outputs are compared with `==`: every drawn array holds whole numbers."""
        return self.tolerance is None and all(
            getattr(leaf, "how", "whole") == "whole"
            for case in self.cases()
            for _, leaf in leaves(case.signature)
        )

    @cached_property
    def cost_points(self) -> tuple[tuple[int, tuple[Any, ...]], ...]:
        """Where cost is counted: (size, signature), growing; the last is the full size."""
        if self.budget is None or not self.budget.measures:
            return ()
        if not isinstance(self.given, Given):
            if self.budget.fitted:
                raise CourseError(f"{self.task}: a fit over sizes needs named sizes in `given`.")
            return ((1, self.full_size.signature),)
        envs = self._cost_envs
        over = fitted_size(self.task, envs) if self.budget.fitted else ""
        return tuple((env.get(over, 1), self.given.fill(env)) for env in envs)

    @cached_property
    def full_size(self) -> Case:
        """The public case at which cost is counted and shown.

        Named sizes are at their upper ends or where the budget puts them. A callable `given` draws
        its cases, and the largest of them counts.
        """
        if not isinstance(self.given, Given):
            return max(self.cases(), key=size)
        env = self._cost_envs[-1]
        stream = Stream(PUBLIC, "full size")
        return make_case(self.given.fill(env), stream, env, tuple(self.given.args), True)

    @cached_property
    def _cost_envs(self) -> list[dict[str, Any]]:
        """The sizes at which cost is counted, growing."""
        assert isinstance(self.given, Given)
        parts = (8, 4, 2, 1) if self.budget and self.budget.fitted else (1,)
        return [self._cost_env(self.given, part) for part in parts]

    def _cost_env(self, given: Given, part: int) -> dict[str, Any]:
        at: Mapping[str, Any] = (self.budget.at if self.budget else None) or {}

        def choose(name: str, entry: Name, low: Any, high: Any) -> Any:
            if not entry.size:
                return at.get(name, entry.choices[0] if entry.choices else high)
            if entry.choices and name not in at:  # choices are taken as they are, from the end
                return entry.choices[-min(len(entry.choices), part.bit_length())]
            return max(at.get(name, high) // part, low)

        return resolve(given, choose)

    @cached_property
    def calls(self) -> tuple[tuple[Any, ...], ...]:
        """The signatures of the stated series of calls, over which programs are counted."""
        return tuple(case.signature for case in self.series())

    def series(self, key: bytes = PUBLIC) -> tuple[Case, ...]:
        """The stated calls as cases: what is compiled for them must be right for them as well."""
        if self.budget is None or self.budget.compilations is None:
            return ()
        if not isinstance(self.given, Given):
            raise CourseError(f"{self.task}: a series of calls needs named sizes in `given`.")
        if ("series", key) not in self.memo:
            calls = enumerate(self.budget.calls)
            made = [self._call(self.given, call, Stream(key, "call", at)) for at, call in calls]
            self.memo["series", key] = tuple(replace(c, public=key == PUBLIC) for c in made)
        kept: tuple[Case, ...] = self.memo["series", key]
        return kept

    def _call(self, given: Given, call: Mapping[str, Any], stream: Stream) -> Case:
        env = resolve(given, lambda name, *_: call[name])
        return make_case(given.fill(env), stream, env, tuple(given.args), public=True)


# Keywords of `check` that declare something; any other keyword names a value under check.
DECLARED = tuple(each.name for each in fields(Check) if each.default is None)


@dataclass(frozen=True)
class Kind:
    """A kind of task: its traits, and how its answers are read, run, compared.

    Where nothing else is said, the answer is one function of drawn arguments. Whoever asks looks
    at a trait and never at the name: names are for headers, tables and people.
    """

    name: ClassVar[str]
    words: ClassVar[str]  # for readers of the book
    judged: ClassVar[bool] = True  # else the answer is text, and a person reads it
    drawn: ClassVar[bool] = True  # it is called with what `given` draws
    compiled: ClassVar[bool] = False  # each shape is a program of its own, with a cost
    sends: ClassVar[bool] = False  # it is a program of several devices
    personal: ClassVar[bool] = False  # its figures belong to the student; no input is hidden

    def __str__(self) -> str:
        return self.name

    @property
    def runs_here(self) -> bool:
        """Whether it is a program of one device: what it costs and takes can be shown at home."""
        return self.compiled and not self.sends

    def stub(self, names: Sequence[str]) -> list[str]:
        """The lines that stand in the place of the solution."""
        return ['raise NotImplementedError("your turn")']

    def answer(self, names: Sequence[str], space: Mapping[str, Any]) -> Any:
        """What is judged, out of the names that stand after the cells have run."""
        return space[names[0]]

    def constant(self, names: Sequence[str], value: str) -> str:
        """The source of an answer that is always this."""
        return f"def {names[0]}(*anything):\n    return {value}"

    def outcome(self, function: Any, case: Case) -> Any:
        """What an answer of ours gives; it is trusted."""
        raise NotImplementedError

    def expected(self, check: Check, case: Case) -> Expected:
        """The right answer for a case."""
        if check.law is not None:
            return Expected(None)
        if check.spec is not None:
            return Expected(check.spec(*wide(case.args)))
        return Expected(self.outcome(check.reference, case))

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        """The first property in which an output differs from the right one."""
        return data(expected.values, output, check.tolerance, ANSWER)

    def same(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """Whether two outputs are the same answer, as closely as the check looks."""
        return self.compare(check, replace(expected, values=one), other) is None

    def parts(self, check: Check, expected: Expected, one: Any, other: Any) -> Iterator[bool]:
        """Of an output's parts, a tuple's items: where `one` is wrong, and `other` the same."""
        for right, mine, theirs in items(expected, one, other):
            yield self.wrong_alike(check, right, mine, theirs)

    def wrong_alike(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """Whether `one` is wrong, and `other` the same."""
        wrong = self.compare(check, expected, one) is not None
        return wrong and (one is other or self.same(check, expected, one, other))

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        """Run an answer in this process: for home, and for our own proofs.

        The wall gathers the same evidence from elsewhere; nothing here is used for a grade.
        """
        raise NotImplementedError

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """How to run the answer on one more case, as cheaply as can be."""
        raise NotImplementedError

    def origin(self, check: Check, answer: Any, case: Case) -> str:
        """Where an entry that is no finite number comes from, in a sentence; of a compiled kind."""
        return ""

    def export(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
        """The function at these shapes, as it leaves a learner's process; of a compiled kind."""
        raise NotImplementedError

    def compilations(self, check: Check, function: Callable[..., Any]) -> tuple[int, str]:
        """How many programs the check's series of calls makes of a function, and why each call
        makes one of its own, where that is known; of a compiled kind."""
        raise NotImplementedError

    def canonical(self, artifact: bytes) -> bytes:
        """An export in the one form that is judged; StudentError for what may not be."""
        raise NotImplementedError

    def misplaced(self, check: Check, signature: tuple[Any, ...], text: bytes) -> Finding | None:
        """What a canonical form tells before it is run; None where nothing is wrong with it."""
        return None

    def load(self, text: bytes) -> Any:
        """What can be run and counted, of a canonical form."""
        raise NotImplementedError

    def program(self, artifact: bytes) -> Any:
        """The same of an export."""
        return self.load(self.canonical(artifact))
