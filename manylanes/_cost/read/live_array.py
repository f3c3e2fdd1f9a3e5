"""Describe an array in memory: its type, size and origin."""

from __future__ import annotations

from dataclasses import dataclass

from manylanes._cost.read.program import Block, Value


@dataclass(frozen=True)
class LiveArray:
    """An array that is live at the peak memory, or that is stored for a backward pass."""

    array: str  # such as f32[64, 128]
    bytes: int
    scope: str  # the scope of the op that computes the array; "" for an argument
    line: str
    role: str  # "argument 0", "constant" or "computed"

    def __str__(self) -> str:
        place = " ".join(name for name in (self.scope, self.line) if name)
        return f"{self.array}  {self.role}{' in ' if self.scope else ' '}{place}".rstrip()


def describe_array(value: Value, program: Block) -> LiveArray:
    """Return the type, size and origin of a value of a program."""
    array = f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if value in program.args:
        role = f"argument {program.args.index(value)}"
        return LiveArray(array, value.bytes, "", "", role)
    producer = value.producer
    origin = producer.origin if producer is not None else ("", "")
    role = "constant" if producer is not None and producer.name == "constant" else "computed"
    return LiveArray(array, value.bytes, *origin, role)
