"""The operations that a graded program may hold, and what is said of every other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

# StableHLO without what leaves the program (custom calls, transfers, messages between devices),
# what depends on the machine (generators of random bits) and what has no fixed size.
STABLEHLO = """
    abs add and atan2 bitcast_convert broadcast_in_dim case cbrt ceil cholesky clamp compare
    complex concatenate constant convert convolution cosine count_leading_zeros divide dot_general
    dynamic_slice dynamic_update_slice exponential exponential_minus_one fft floor gather if imag
    iota is_finite log log_plus_one logistic maximum minimum multiply negate not
    optimization_barrier or pad popcnt power real reduce reduce_precision reduce_window remainder
    reshape return reverse round_nearest_afz round_nearest_even rsqrt scatter select
    select_and_scatter shift_left shift_right_arithmetic shift_right_logical sign sine slice sort
    sqrt subtract tan tanh transpose triangular_solve while xor
"""
# What JAX writes for its own functions and XLA knows by name.
CHLO = """
    acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc lgamma
    next_after polygamma scan sinh square tan top_k zeta
"""
NAMES = {f"stablehlo.{name}" for name in STABLEHLO.split()}
NAMES |= {f"chlo.{name}" for name in CHLO.split()}
NAMES |= {"func.return"}

# JAX puts these in by itself: its random bits on a GPU.
JAX_PUTS_IN = r"cu_threefry2x32_ffi"

CALLS = (
    (
        r"lapack_\w+_ffi|cusolver_\w+_ffi|cu_lu_pivots_to_permutation",
        "`jnp.linalg` (solve, inv, cholesky, qr, svd, eigh and the like) and `jnp.polyfit` call a "
        "library ({name}), and a graded program may not. Write it with products and sums.",
    ),
    (
        r".*callback.*",
        "The program calls Python while it runs, and a GPU cannot do that. Write it with `jnp`.",
    ),
    (
        r"ApproxTopK",
        "`jax.lax.approx_max_k` and `approx_min_k` give other results on other machines. "
        "`jax.lax.top_k` gives the same on all.",
    ),
    (r"", "The program calls {name}, a function of one machine. Write it with `jnp` or `jax.lax`."),
)
OPERATIONS = (
    (
        r"stablehlo\.rng_bit_generator",
        "This generator draws other numbers on other machines. Use the key that "
        "`jax.random.key(seed)` makes without other arguments.",
    ),
    (
        r"stablehlo\.(all_\w+|collective_\w+|reduce_scatter|partition_id|replica_id|send|recv)"
        r"|sdy\..*",
        "The program speaks of several devices (sharding, `psum` and the like); it is graded on "
        "one. Leave the placement of arrays out.",
    ),
    (r"stablehlo\.(dynamic_|real_dynamic|get_dimension|set_dimension)\w*", mlir.STATIC),
    (r"", "The operation {name} is not on the list of a graded program. Use `jnp` or `jax.lax`."),
)


def check_allowed(block: Any, more: Sequence[str]) -> None:
    """StudentError for the first operation that is not on the list."""
    for op in mlir.walk(block):
        if op.name == "stablehlo.custom_call":
            name = ir.StringAttr(op.attributes["call_target_name"]).value
            if not re.fullmatch(JAX_PUTS_IN, name):
                raise StudentError("refused", _words(CALLS, name))
        elif op.name not in NAMES and op.name not in more:
            raise StudentError("refused", _words(OPERATIONS, op.name))


def _words(table: Sequence[tuple[str, str]], name: str) -> str:
    words = next(words for pattern, words in table if re.fullmatch(pattern or ".*", name, re.S))
    return words.format(name=name[:60])
