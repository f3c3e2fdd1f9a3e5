"""The kind `sharded`: a JAX function over eight devices, with collectives in one `shard_map`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from autograder.core.grading.check import Check
from autograder.core.inputs.cases import Case
from autograder.core.inputs.tree import replace_leaves
from autograder.core.kinds.program import Program, Signature, key_of
from autograder.core.messages.verdict import Finding

# Without this check, a program could start with whole arrays on each device and need no
# communication.
WRONG_SHARDING = Finding(
    "refused",
    False,
    "The arrays are not sharded as the task requires. Use the mesh of the task, and shard the "
    "arrays with `in_specs` and `out_specs` as the statement describes.",
)


@dataclass(frozen=True)
class Sharded(Program):
    """A JAX program for eight devices. The budget can also limit the communication."""

    name: ClassVar[str] = "sharded"
    description: ClassVar[str] = "JAX program on eight devices"
    multi_device: ClassVar[bool] = True

    def run_trusted(self, function: Any, case: Case) -> Any:
        """Run the program of eight devices on one device, because a machine may have only one."""
        program, tree = _export_and_load(function, key_of(case))
        return replace_leaves(tree, program.run(case.inputs).results)

    def sharding_error(
        self, check: Check, signature: tuple[Any, ...], text: bytes
    ) -> Finding | None:
        from autograder.core.programs.mesh import Layout

        key = "layout", repr(signature)
        if key not in check.cache:
            ours = self.canonical(self.export(check.reference, signature).artifact)
            check.cache[key] = ours.decode().partition("\n")[0]
        required, got = map(Layout.of, (check.cache[key], text.decode()))
        return None if required.agrees(got) else WRONG_SHARDING

    def canonical(self, artifact: bytes) -> bytes:
        from autograder.core.programs.eight_devices import canonical_sharded

        return canonical_sharded(artifact)

    def load(self, text: bytes) -> Any:
        from autograder.core.programs.eight_devices import ShardedProgram

        return ShardedProgram(text)


SHARDED = Sharded()


@lru_cache(maxsize=256)
def _export_and_load(function: Callable[..., Any], signature: Signature) -> tuple[Any, Any]:
    """Return the (cached) program of a function and the tree of its results."""
    exported = SHARDED.export(function, signature.tree)
    return SHARDED.program(exported.artifact), exported.tree
