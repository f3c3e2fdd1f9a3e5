"""A JAX function over a mesh of eight devices, with explicit collectives in one `shard_map`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from autograder.draw.cases import Case
from autograder.judge.check import Check
from autograder.kinds.program import Program, Signature, key_of
from autograder.say.trouble import trouble
from autograder.say.verdict import Finding

# Who has the whole of an array from the beginning need not be sent any of it.
MISPLACED = (
    "The arrays do not lie as the task says. Its mesh, and how its `in_specs` and `out_specs` cut "
    "the arrays, are part of the question."
)


@dataclass(frozen=True)
class Sharded(Program):
    """A program in all but its form; it may also be judged by what a device sends."""

    name: ClassVar[str] = "sharded"
    words: ClassVar[str] = "JAX program on eight devices"
    sends: ClassVar[bool] = True

    def outcome(self, function: Any, case: Case) -> Any:
        """Not jitted: there are no eight devices here to run it on."""
        return _made(function, key_of(case)).run(case.inputs, compiled=True).result

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """Interpreted where it is small: that it fails is known, and smaller inputs are many."""

        def run(case: Case) -> Any:
            try:
                return _made(answer, key_of(case)).run(case.inputs).result
            except Exception as error:
                return trouble(error)

        return run

    def misplaced(self, check: Check, signature: tuple[Any, ...], text: bytes) -> Finding | None:
        key = "layout", repr(signature)
        if key not in check.memo:
            ours = self.canonical(self.export(check.reference, signature).artifact)
            check.memo[key] = _layout(ours)
        asked, came = check.memo[key], _layout(text)
        if asked == came or _axes(asked) != _axes(came):  # of other axes the shape says it
            return None
        return Finding("refused", False, MISPLACED)

    def canonical(self, artifact: bytes) -> bytes:
        from autograder.program.sharded import canonical

        return canonical(artifact)

    def load(self, text: bytes) -> Any:
        from autograder.program.sharded import Sharded

        return Sharded(text)


SHARDED = Sharded()


@lru_cache(maxsize=256)
def _made(function: Callable[..., Any], signature: Signature) -> Any:
    return SHARDED.program(SHARDED.export(function, signature.tree).artifact)


def _layout(text: bytes) -> bytes:
    """The line of a canonical form that says how arrays lie on the mesh."""
    return text.split(b"\n", 2)[1]


def _axes(layout: bytes) -> list[int]:
    """How many axes each result has."""
    from autograder.program.sharded import CUT

    *_, outputs = ast.literal_eval(layout.decode().removeprefix(CUT))
    return [len(cut) for cut in outputs]
