"""Test that every op that the installed JAX emits is in the table or known to be missing.

If a new release emits a new op instead of existing ones, counts become bounds. These tests then
fail with the name of the op. Add it to `_cost/price/table.py` or to a list below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax
from jaxlib.mlir.dialects import chlo, stablehlo

from manylanes import cost
from manylanes._cost.price.table import group_of

PLATFORMS = "cpu", "cuda", "tpu"
# Emitted by other libraries, for a host, or only in intermediate steps of JAX.
_NOT_LISTED = """
async_done async_start batch_norm_grad batch_norm_inference batch_norm_training broadcast
collective_reduce composite cross-replica-sum custom_call dot dynamic_broadcast_in_dim
dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape einsum get_tuple_element
infeed map outfeed real_dynamic_slice recv return rng rng_bit_generator send set_dimension_size
torch_index_select tuple unary_einsum uniform_dequantize uniform_quantize
chlo._asin_acos_kernel chlo.constant chlo.constant_like
"""
NOT_LISTED = set(_NOT_LISTED.split())
# Custom calls that are reported as unknown.
LEFT_OUT = {
    "LuDecomposition",
    "ProductOfElementaryHouseholderReflectors",
    "Qr",
    "cu_lu_pivots_to_permutation",
}


def test_every_op_of_jax_is_listed_or_known_to_be_missing() -> None:
    kinds = (kind for dialect in (stablehlo, chlo) for kind in vars(dialect).values())
    ops = {str(getattr(kind, "OPERATION_NAME", "")).removeprefix("stablehlo.") for kind in kinds}
    there = {op for op in ops - {""} if not op.startswith("chlo.broadcast_")}
    assert len(there) > 100
    assert {op for op in there if group_of(op) is None} - NOT_LISTED == set()
    assert {op for op in NOT_LISTED if group_of(op) is not None} == set()


def matrices(x: Any) -> Any:
    return [fn(x @ x.T) for fn in (jnp.linalg.cholesky, jnp.linalg.inv, jnp.linalg.qr, jnp.sort)]


def drawn(x: Any) -> Any:
    key = jax.random.key(0)
    draws = jax.random.normal, jax.random.exponential, jax.random.gumbel, jax.random.permutation
    return [draw(key, x.shape) for draw in draws[:3]], draws[3](key, x)


def special(x: Any) -> Any:
    names = "erf erfc gammaln digamma i0e i1e zeta logit ndtri expit"
    fns = [getattr(jax.scipy.special, name) for name in names.split()]
    return [fn(x, x) if fn is jax.scipy.special.zeta else fn(x) for fn in fns]


def of_networks(x: Any) -> Any:
    kernel, batch = jnp.ones((3, 3, 1, 2)), x[None, :, :, None]
    seen = lax.conv_general_dilated(batch, kernel, (1, 1), "SAME", dimension_numbers=_IMAGES)
    heads = x[None, :, None, :]
    return seen, jax.nn.dot_product_attention(heads, heads, heads), lax.top_k(x, 2), jax.nn.gelu(x)


_IMAGES = "NHWC", "HWIO", "NHWC"
PROGRAMS: list[Callable[..., Any]] = [matrices, drawn, special, of_networks, jnp.fft.fft2]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("fn", PROGRAMS)
def test_common_functions_are_counted_on_every_platform(
    fn: Callable[..., Any], platform: str
) -> None:
    with jax.numpy_dtype_promotion("standard"):
        counted = cost(fn, "f32[8, 8]", platform=platform)
    open_ = {reason.partition(":")[0].split()[-1] for reason in counted.unknown}
    assert open_ - LEFT_OUT == set()


RAGGED = "f32[12, 5]", "f32[3, 5, 4]", "i32[3]"


def of_groups(x: Any, w: Any, sizes: Any) -> Any:
    return lax.ragged_dot(x, w, sizes)


def backwards(x: Any, w: Any, sizes: Any) -> Any:
    return jax.grad(lambda x, w: of_groups(x, w, sizes).sum(), (0, 1))(x, w)


@pytest.mark.parametrize(("fn", "products"), [(of_groups, 1), (backwards, 2)])
def test_ragged_product_counts_once_except_on_cpu(fn: Callable[..., Any], products: int) -> None:
    one = 2 * 12 * 5 * 4
    for platform in ("cuda", "tpu"):
        counted = cost(fn, *RAGGED, platform=platform)
        rows = {row.op: row.work for row in counted.by_op}
        assert counted.exact
        assert rows["chlo.ragged_dot"] == products * one
        assert counted.span == (1 + 3) + (products - 1)  # sums of 5, or backwards of 4 and of 12
    rows = {row.op: row.work for row in cost(fn, *RAGGED).by_op}
    assert rows["dot_general"] == 3 * products * one


CUMULATIVE = {
    "sum": jnp.cumsum,
    "product": lambda x: lax.cumprod(x, axis=0),
    "sum, backwards": jax.grad(lambda x: (jnp.cumsum(x, axis=1) ** 2).sum()),
}


@pytest.mark.parametrize("name", CUMULATIVE)
def test_ops_along_an_axis_cost_the_same_on_every_platform(name: str) -> None:
    counted = [cost(CUMULATIVE[name], "f32[12, 5]", platform=platform) for platform in PLATFORMS]
    assert all(each.exact for each in counted)
    assert len({(each.work, each.span, each.bytes) for each in counted}) == 1
