"""What differs from one kind of task to the next, as one object; `autograder.kinds` holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from autograder.judge.compare import data
from autograder.judge.expect import Expected, wide

if TYPE_CHECKING:
    from autograder.draw.cases import Case
    from autograder.judge.check import Check
    from autograder.judge.judgement import Evidence
    from autograder.say.verdict import Finding


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
        return data(expected.values, output, check.tolerance, "The answer")

    def same(self, check: Check, expected: Expected, one: Any, other: Any) -> bool:
        """Whether two outputs are the same answer, as closely as the check looks."""
        return self.compare(check, replace(expected, values=one), other) is None

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        """Run an answer in this process: for home, and for our own proofs.

        The wall gathers the same evidence from elsewhere; nothing here is used for a grade.
        """
        raise NotImplementedError

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """How to run the answer on one more case, as cheaply as can be."""
        raise NotImplementedError

    def export(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> Any:
        """The function at these shapes, as it leaves a learner's process; of a compiled kind."""
        raise NotImplementedError

    def canonical(self, artifact: bytes, routines: Sequence[str]) -> bytes:
        """An export in the one form that is judged; StudentError for what may not be."""
        raise NotImplementedError

    def misplaced(self, check: Check, signature: tuple[Any, ...], text: bytes) -> Finding | None:
        """What a canonical form tells before it is run; None where nothing is wrong with it."""
        return None

    def load(self, text: bytes, routines: Sequence[str]) -> Any:
        """What can be run and counted, of a canonical form."""
        raise NotImplementedError

    def compilations(self, check: Check, function: Callable[..., Any]) -> int:
        """How many programs the check's series of calls makes of a function; of a compiled kind."""
        raise NotImplementedError

    def program(self, artifact: bytes, routines: Sequence[str]) -> Any:
        """The same of an export."""
        return self.load(self.canonical(artifact, routines), routines)
