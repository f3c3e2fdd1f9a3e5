"""A JAX function over a mesh of eight devices, with explicit collectives in one `shard_map`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from autograder.core.grading.check import Check
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import fill
from autograder.core.kinds.program import Program, Signature, key_of
from autograder.core.messages.explain_error import trouble
from autograder.core.messages.verdict import Finding

# Who has the whole of an array from the beginning need not be sent any of it.
MISPLACED = Finding(
    "refused",
    False,
    "The arrays do not lie as the task says. Its mesh, and how its `in_specs` and `out_specs` cut "
    "the arrays, are part of the question.",
)


@dataclass(frozen=True)
class Sharded(Program):
    """A program in all but its form; it may also be judged by what a device sends."""

    name: ClassVar[str] = "sharded"
    description: ClassVar[str] = "JAX program on eight devices"
    multi_device: ClassVar[bool] = True

    def run_trusted(self, function: Any, case: Case) -> Any:
        """Not jitted: there are no eight devices here to run it on."""
        return _run(function, case, compiled=True)

    def runner(self, check: Check, answer: Any) -> Callable[[Case], Any]:
        """Interpreted where it is small: that it fails is known, and smaller inputs are many."""

        def run(case: Case) -> Any:
            try:
                return _run(answer, case, compiled=False)
            except Exception as error:
                return trouble(error)

        return run

    def sharding_error(
        self, check: Check, signature: tuple[Any, ...], text: bytes
    ) -> Finding | None:
        from autograder.core.programs.mesh import Layout

        key = "layout", repr(signature)
        if key not in check.cache:
            ours = self.canonical(self.export(check.reference, signature).artifact)
            check.cache[key] = ours.decode().partition("\n")[0]
        asked, came = map(Layout.of, (check.cache[key], text.decode()))
        return None if asked.agrees(came) else MISPLACED

    def canonical(self, artifact: bytes) -> bytes:
        from autograder.core.programs.eight_devices import canonical

        return canonical(artifact)

    def load(self, text: bytes) -> Any:
        from autograder.core.programs.eight_devices import Sharded

        return Sharded(text)


SHARDED = Sharded()


@lru_cache(maxsize=256)
def _made(function: Callable[..., Any], signature: Signature) -> tuple[Any, Any]:
    """The program of a function, and the tree of its results."""
    exported = SHARDED.export(function, signature.tree)
    return SHARDED.program(exported.artifact), exported.tree


def _run(function: Callable[..., Any], case: Case, *, compiled: bool) -> Any:
    program, tree = _made(function, key_of(case))
    return fill(tree, program.run(case.inputs, compiled=compiled).results)
