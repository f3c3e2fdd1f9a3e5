"""An array that is in memory: what it is, how large, and who made it."""

from __future__ import annotations

from dataclasses import dataclass

from manylanes._cost.read.program import Block, Value


@dataclass(frozen=True)
class Held:
    """One array that is there when the memory is fullest, or that a backward pass keeps."""

    array: str  # such as f32[64, 128]
    bytes: int
    scope: str  # that made it; an argument has none
    line: str
    role: str  # "argument 0", "constant" or "made"

    def __str__(self) -> str:
        place = " ".join(name for name in (self.scope, self.line) if name)
        return f"{self.array}  {self.role}{' in ' if self.scope else ' '}{place}".rstrip()


def held(value: Value, program: Block) -> Held:
    """What people want to know of an array."""
    array = f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if value in program.args:
        role = f"argument {program.args.index(value)}"
        return Held(array, value.bytes, "", "", role)
    producer = value.producer
    origin = producer.origin if producer is not None else ("", "")
    role = "constant" if producer is not None and producer.name == "constant" else "made"
    return Held(array, value.bytes, *origin, role)
