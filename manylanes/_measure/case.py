"""A benchmark case, as data: its program, its inputs, its work and its bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import jax

from manylanes._cost import Cost, cost
from manylanes._record.measurement import format_label
from manylanes._record.query import RecordError
from manylanes._record.schema import COUNT, MEASUREMENT, Field, check_fields

# The memory that a result overwrites: the previous result, the last input, or nothing (a result in
# new memory). Writing to new memory causes page faults, which can take longer than the work.
Donated = Literal["result", "last input", "nothing"]
# Ops that `cost` counts but that are not FLOPs: branches and reads at an address.
NOT_FLOPS = "case", "dynamic_slice"
# Ops that count as one kernel each. XLA may merge two products with a common operand, but no chain.
PRODUCTS = "dot_general", "convolution"
# Direction of a copy between host and device. A copy is one call of `jax.device_put` or
# `np.asarray`, and not a compiled program.
Transfer = Literal["to device", "from device"]


# Checks of the fields of a case that results files contain or queries use.
_FIELDS: Mapping[str, Field] = {
    "name": (
        "letters, digits and _, as in a query",
        lambda v: isinstance(v, str) and re.fullmatch(r"\w+", v) is not None,
    ),
    "params": MEASUREMENT["params"],
    "inputs": (
        "a tuple of shapes, such as (manylanes.records.f32(8),)",
        lambda v: (
            isinstance(v, tuple)
            and all(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(v))
        ),
    ),
    "work": COUNT,
    "bytes": COUNT,
    "donated": ("result, last input or nothing", lambda v: v in get_args(Donated)),
}


@dataclass(frozen=True)
class Case:
    """A benchmark: a program with its parameters, input shapes, work (FLOP) and bytes.

    A field that cannot be stored in a results file raises RecordError.
    """

    name: str
    params: Mapping[str, int | float | str]
    program: Callable[..., Any]
    inputs: tuple[Any, ...]  # shapes, or pytrees of shapes
    work: int
    bytes: int
    donated: Donated = "result"
    # Total size of all arrays, for a program that reads an array more than once; 0 means `bytes`.
    array_bytes: int = 0
    # True if `work` and `bytes` assume that tiles stay in the cache. `cost` does not model caches
    # and counts more bytes.
    tiled: bool = False
    # Length of the longest chain of dependent multiply-adds.
    chain: int = 0
    # XLA options for this case only; a device ignores options that it does not know.
    compiler_options: Mapping[str, int] = field(default_factory=dict)
    # False: the products deliberately use a shorter format than float32.
    pinned: bool = True
    # Kinds of device that support the case; empty means all.
    device_kinds: tuple[str, ...] = ()
    # Maps the positions of inputs that cannot be random (addresses) to functions that make them.
    input_makers: Mapping[int, Callable[[], Any]] = field(default_factory=dict)
    # A function to time instead of `program`, uncompiled; `program` defines the work and bytes.
    uncompiled: Callable[..., Any] | None = None
    # False: the timer deliberately does not wait for the result.
    awaited: bool = True
    # Maps kinds of device to the case that is measured there instead, with the same label.
    variants: Mapping[str, Case] = field(default_factory=dict)
    # The direction of the copy, if the case times one; `program` then only defines the result.
    transfer: Transfer | None = None

    def __post_init__(self) -> None:
        values = vars(self)  # a `CountedCase` has no work and bytes yet
        fields = {name: field for name, field in _FIELDS.items() if name in values}
        check_fields({name: values[name] for name in fields}, fields, f"the case {self.name!r}")

    @property
    def label(self) -> str:
        """The name and the parameters of the case, as in a query: `gemm[n=2048]`."""
        return format_label(self.name, self.params)

    @property
    def case(self) -> str:
        """The name of the case; queries read the attribute `case` of cases and of measurements."""
        return self.name

    def count(self) -> Cost:
        """Return the cost of the program, which is counted only once."""
        values = vars(self)  # a frozen dataclass forbids assignments, but not a cache
        if "_cost" not in values:
            values["_cost"] = cost(self.program, *self.inputs)
        counted: Cost = values["_cost"]
        return counted

    @property
    def launches(self) -> int:
        """Lower bound of the number of GPU kernel launches, at least 1.

        Each product counts as a kernel, and each iteration of a loop launches its body again. XLA
        may fuse all other ops into these kernels.
        """
        totals = self.count()
        products = sum(op.count for op in totals.by_op if op.op in PRODUCTS)
        return max(1, products, *totals.rounds.values())

    @property
    def format(self) -> str:
        """The number format of the products: "f32", "tf32", "bf16" or "fp8".

        "tf32" means float32 that a GPU may round to TF32. "bf16" means any 16-bit format, and "fp8"
        means any 8-bit format.
        """
        smallest = min((spec.dtype.itemsize for spec in jax.tree.leaves(self.inputs)), default=4)
        return {1: "fp8", 2: "bf16"}.get(smallest, "f32" if self.pinned else "tf32")


@dataclass(frozen=True)
class CountedCase(Case):
    """A case whose work and bytes `cost` computes on first use.

    The first use raises RecordError if `cost` cannot count the whole program.
    """

    work: int = field(init=False, repr=False)
    bytes: int = field(init=False, repr=False)

    def __getattr__(self, name: str) -> int:
        if name not in ("work", "bytes"):
            raise AttributeError(name)
        try:
            totals = self.count()
        except Exception as error:  # a user's program may raise anything
            raise RecordError(
                f"Cannot count the case {self.label}: {describe_error(error)}. Correct its program."
            ) from error
        if totals.unknown:
            raise RecordError(
                f"Cannot count the case {self.label}: {totals.unknown[0]}. "
                "Define it as a Case with work and bytes."
            )
        object.__setattr__(self, "work", count_flops(totals))
        object.__setattr__(self, "bytes", totals.bytes)
        return int(getattr(self, name))


def describe_error(error: Exception) -> str:
    """Return the type and the first line of an exception, without a full stop."""
    return f"{type(error).__name__}: {error}".partition("\n")[0].removesuffix(".")


def count_flops(totals: Cost) -> int:
    """Return the work without lookups and branches, which are not FLOPs."""
    return totals.work - sum(op.work for op in totals.by_op if op.op in NOT_FLOPS)


def f32(*shape: int) -> jax.ShapeDtypeStruct:
    """Return the specification of a float32 array of the given shape."""
    return jax.ShapeDtypeStruct(shape, "float32")
