"""The operations that a graded program may contain, and the messages for all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.mlir import ir

# The operations of StableHLO, with these exceptions. Operations that communicate outside the
# program are not allowed: custom calls, transfers, and messages between devices. Operations that
# depend on the machine (generators of random bits) and operations without a static size are not
# allowed either. `map` is missing, because its cost could not be counted.
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
# Operations that JAX generates for its own functions and that XLA knows by name.
CHLO = """
    acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc lgamma
    next_after polygamma scan sinh square tan top_k zeta
"""
ALLOWED = {f"stablehlo.{name}" for name in STABLEHLO.split()}
ALLOWED |= {f"chlo.{name}" for name in CHLO.split()}
ALLOWED |= {"func.return"}

# Custom calls that JAX itself generates, for random bits on a GPU.
JAX_CALLS = r"cu_threefry2x32_ffi"

CALLS = (
    (
        r"lapack_\w+_ffi|cusolver_\w+_ffi|cu_lu_pivots_to_permutation",
        "`jnp.linalg` (solve, inv, cholesky, qr, svd, eigh and similar functions) and "
        "`jnp.polyfit` call a library ({name}), which a graded program may not do. "
        "Use products and sums.",
    ),
    (
        r".*callback.*",
        "The program calls Python while it runs, and a GPU cannot do that. Write it with `jnp`.",
    ),
    (
        r"ApproxTopK",
        "`jax.lax.approx_max_k` and `approx_min_k` give different results on different "
        "machines. Use `jax.lax.top_k`.",
    ),
    (r"", "The program calls {name}, which is specific to a machine. Use `jnp` or `jax.lax`."),
)
OPERATIONS = (
    (
        r"stablehlo\.rng_bit_generator",
        "This random generator gives different numbers on different machines. Use a key from "
        "`jax.random.key(seed)` without other arguments.",
    ),
    (
        r"stablehlo\.(all_\w+|collective_\w+|reduce_scatter|partition_id|replica_id|send|recv)"
        r"|sdy\..*",
        "The program uses several devices (sharding, `psum` and similar functions), but it is "
        "graded on one. Remove the sharding and the collectives.",
    ),
    (r"stablehlo\.(dynamic_|real_dynamic|get_dimension|set_dimension)\w*", mlir.STATIC),
    (r"", "A graded program may not contain the operation {name}. Use `jnp` or `jax.lax`."),
)


def check_allowed(block: Any, more: Sequence[str]) -> None:
    """Raise StudentError for the first operation that is neither in ALLOWED nor in `more`.

    Custom calls are allowed only if their target matches JAX_CALLS.
    """
    for op in mlir.walk(block):
        if op.name == "stablehlo.custom_call":
            name = ir.StringAttr(op.attributes["call_target_name"]).value
            if not re.fullmatch(JAX_CALLS, name):
                raise StudentError("refused", _message(CALLS, name))
        elif op.name not in ALLOWED and op.name not in more:
            raise StudentError("refused", _message(OPERATIONS, op.name))


def _message(table: Sequence[tuple[str, str]], name: str) -> str:
    message = next(text for pattern, text in table if re.fullmatch(pattern or ".*", name, re.S))
    return message.format(name=name[:60])
