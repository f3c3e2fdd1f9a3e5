"""One case of the suite, as data: what runs, on what, and what it must do by formula."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import jax

from manylanes._cost import Cost, cost
from manylanes._record.measurement import label
from manylanes._record.query import RecordError
from manylanes._record.schema import COUNT, MEASUREMENT, Field, checked

# A fresh result can cost more in page faults than the work itself, so a result is written over
# the one before it, or over the last input. "nothing": a plain call, as a program makes it.
Donated = Literal["result", "last input", "nothing"]
# To follow an address or choose a branch by data is work for whoever pays by it, and no FLOP.
LOOKED_UP = "case", "dynamic_slice"
# A kernel of its own each: XLA joins none of them to another.
PRODUCTS = "dot_general", "convolution"


def _is_shape(leaf: Any) -> bool:
    return isinstance(leaf, jax.ShapeDtypeStruct)


# What a sheet can hold and a query can ask for.
_FIELDS: Mapping[str, Field] = {
    "name": (
        "letters, digits and _, as a query has it",
        lambda v: isinstance(v, str) and re.fullmatch(r"\w+", v) is not None,
    ),
    "params": MEASUREMENT["params"],
    "inputs": (
        "a tuple of shapes, such as (manylanes.f32(8),)",
        lambda v: isinstance(v, tuple) and all(map(_is_shape, jax.tree.leaves(v))),
    ),
    "work": COUNT,
    "bytes": COUNT,
    "donated": ("result, last input or nothing", lambda v: v in get_args(Donated)),
}
# A copy between the host's arrays and the device's is a call of JAX and no compiled program.
Crossing = Literal["to device", "from device"]


@dataclass(frozen=True)
class Case:
    name: str
    params: Mapping[str, int | float | str]
    program: Callable[..., Any]
    inputs: tuple[Any, ...]  # shapes, or trees of them
    work: int  # FLOP
    bytes: int
    donated: Donated = "result"
    # Bytes of all its arrays, where a program passes over them more than once and so moves more.
    held: int = 0
    # Whether work and bytes are those of tiles that stay near: no sums that travel from step to
    # step. `cost`, which knows no near memory, counts more.
    near: bool = False
    # Multiply-adds of which each needs the last one's result, one after another.
    chain: int = 0
    # Options of the compiler for this case alone; a device that does not know one ignores it.
    compiler: Mapping[str, int] = field(default_factory=dict)
    # False: its products run in a shorter format than float32, and are meant to.
    pinned: bool = True
    # The kinds of device that have what it measures; all of them where it is empty.
    kinds: tuple[str, ...] = ()
    # Inputs that mean something, addresses for example, and so cannot be drawn: place to maker.
    made: Mapping[int, Callable[[], Any]] = field(default_factory=dict)
    # What is called in its place, as it stands and not compiled; `program` says what is computed.
    called: Callable[..., Any] | None = None
    # False: the clock stops when the call is back, as a careless one does; the wait comes after.
    awaited: bool = True
    # Set where the copy itself is timed; `program` then only says what comes out.
    crossing: Crossing | None = None

    def __post_init__(self) -> None:
        known = vars(self)  # the work of `Counted` is not
        fields = {name: field for name, field in _FIELDS.items() if name in known}
        checked({name: known[name] for name in fields}, fields, f"the case {self.name!r}")

    @property
    def label(self) -> str:
        return label(self.name, self.params)

    @property
    def case(self) -> str:
        """As a query and a measurement call it."""
        return self.name

    @property
    def launches(self) -> int:
        """Kernels that a GPU must be handed at least: one for each product, and one in each turn of
        a loop, whose body is launched anew. What is left may be joined to these."""
        totals = cost(self.program, *self.inputs)
        products = sum(op.count for op in totals.by_op if op.op in PRODUCTS)
        return max(1, products, *totals.rounds.values())

    @property
    def format(self) -> str:
        """Of the numbers that it multiplies: f32; tf32, which a GPU takes for float32 where it is
        free to; bf16, whatever has 16 bits; or fp8, whatever has 8."""
        least = min((spec.dtype.itemsize for spec in jax.tree.leaves(self.inputs)), default=4)
        return {1: "fp8", 2: "bf16"}.get(least, "f32" if self.pinned else "tf32")


@dataclass(frozen=True)
class Counted(Case):
    """One whose work and bytes are no short formula: they are counted when somebody asks."""

    work: int = field(init=False, repr=False)
    bytes: int = field(init=False, repr=False)

    def __getattr__(self, name: str) -> int:
        if name not in ("work", "bytes"):
            raise AttributeError(name)
        try:
            totals = cost(self.program, *self.inputs)
        except Exception as error:  # whatever a program of theirs raises
            raise RecordError(
                f"The case {self.label} cannot be counted: {raised(error)}. Mend its program."
            ) from error
        if totals.unknown:
            raise RecordError(
                f"The case {self.label} cannot be counted: {totals.unknown[0]}. "
                "Write it as a Case, with its work and its bytes."
            )
        object.__setattr__(self, "work", arithmetic(totals))
        object.__setattr__(self, "bytes", totals.bytes)
        return int(getattr(self, name))


def raised(error: Exception) -> str:
    """What somebody's program raised, within a sentence."""
    return f"{type(error).__name__}: {error}".partition("\n")[0].removesuffix(".")


def arithmetic(totals: Cost) -> int:
    """What a rate is of: all work but what was looked up."""
    work = totals.work
    for op in totals.by_op:
        if op.op in LOOKED_UP:
            work -= op.work
    return work


def f32(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, "float32")
