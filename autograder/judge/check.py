"""A check as data: what is asked, of which inputs, at which cost. It runs nothing of a student."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from autograder.draw.cases import Case, Declared, draw_cases, make_case, resolve
from autograder.draw.draw import PUBLIC, Stream
from autograder.draw.given import Given, Name
from autograder.draw.tree import leaves
from autograder.judge.budget import Budget
from autograder.say.errors import CourseError

if TYPE_CHECKING:
    from autograder.judge.kind import Kind


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
    reference: Any  # a function, or the tuple of right values
    given: Declared | None = None
    spec: Callable[..., Any] | None = None
    law: Callable[..., Any] | None = None
    budget: Budget | None = None
    tolerance: float | None = None
    routines: tuple[str, ...] = ()  # families of library routines that a program may call
    memo: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    load_mistakes: Callable[[], tuple[Mistake, ...]] = field(default=tuple, repr=False)

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The named wrong answers, loaded when first needed."""
        return self.load_mistakes()

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
        return len(sizes) > 1 and len({1, *sizes}) == len(sizes) + 1

    def _counted_cases(self, drawn: tuple[Case, ...], key: bytes) -> Iterator[Case]:
        """Values where cost is counted: a program that is cheap there alone must be right there."""
        if not isinstance(self.given, Given):
            return  # its cost is counted at the last of the drawn cases
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
            return tuple((1, case.signature) for case in self.cases()[-1:])
        envs = self._cost_envs
        moving = [name for name in envs[0] if len({env[name] for env in envs}) == len(envs)]
        if self.budget.fitted and not moving:
            raise CourseError(f"{self.task}: a fit over sizes needs a size that takes four values.")
        return tuple((env[moving[0]] if env else 1, self.given.fill(env)) for env in envs)

    @cached_property
    def full_size(self) -> Case:
        """A public case with every size at its upper end, or where the budget puts it."""
        if not isinstance(self.given, Given):
            return self.cases()[-1]
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
        if self.budget is None or self.budget.compilations is None:
            return ()
        if not isinstance(self.given, Given):
            raise CourseError(f"{self.task}: a series of calls needs named sizes in `given`.")
        given, series = self.given, self.budget.calls
        return tuple(given.fill(resolve(given, lambda n, *_, c=call: c[n])) for call in series)
