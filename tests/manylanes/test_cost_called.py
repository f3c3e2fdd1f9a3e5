"""Test StableHLO that JAX does not emit: work hidden in called functions and in branches."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from manylanes import Bound, cost


def program(arguments: str, results: str, *lines: str) -> str:
    written = "\n".join(lines)
    return f"func.func @main({arguments}) -> {results} {{\n{written}\n}}"


def test_map_is_not_elementwise() -> None:
    """The function of a map may read outer arrays, so it is not elementwise."""
    counted = cost(
        program(
            "%a: tensor<4x4xf32>",
            "tensor<1xf32>",
            "%i = stablehlo.constant dense<0.0> : tensor<1xf32>",
            '%r = "stablehlo.map"(%i) ({',
            "^bb0(%x: tensor<f32>):",
            "%p = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : "
            "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>",
            "%s = stablehlo.slice %p [0:1, 0:1] : (tensor<4x4xf32>) -> tensor<1x1xf32>",
            "%t = stablehlo.reshape %s : (tensor<1x1xf32>) -> tensor<f32>",
            "stablehlo.return %t : tensor<f32>",
            "}) {dimensions = array<i64: 0>} : (tensor<1xf32>) -> tensor<1xf32>",
            "return %r : tensor<1xf32>",
        )
    )
    assert counted.bounds["work"] is Bound.LEAST
    assert counted.unknown == ("the op map: not in the table",)


def test_function_that_reads_outer_arrays_is_unknown() -> None:
    """Its bytes, products and arrays would not be counted."""
    counted = cost(
        program(
            "%a: tensor<4x4xf32>, %i: tensor<8xf32>",
            "tensor<f32>",
            "%z = stablehlo.constant dense<0.0> : tensor<f32>",
            '%r = "stablehlo.reduce"(%i, %z) ({',
            "^bb0(%x: tensor<f32>, %y: tensor<f32>):",
            "%p = stablehlo.dot_general %a, %a, contracting_dims = [0, 1] x [0, 1] : "
            "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<f32>",
            "stablehlo.return %p : tensor<f32>",
            "}) {dimensions = array<i64: 0>} : (tensor<8xf32>, tensor<f32>) -> tensor<f32>",
            "return %r : tensor<f32>",
        )
    )
    assert counted.bounds["bytes"] is Bound.LEAST
    assert counted.unknown == ("the function of reduce reads arrays from outside",)


SCATTER = (
    "%a: tensor<9xf32>, %b: tensor<9xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>, "
    "%v: tensor<4xf32>",
    "(tensor<9xf32>, tensor<9xf32>)",
    '%r:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) ({',
    "^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):",
    "stablehlo.return %z, %w : tensor<f32>, tensor<f32>",
    "}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<9xf32>, tensor<9xf32>, "
    "tensor<4x1xi32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<9xf32>, tensor<9xf32>)",
    "return %r#0, %r#1 : tensor<9xf32>, tensor<9xf32>",
)


def test_scatter_into_two_arrays_writes_both() -> None:
    counted = cost(program(*SCATTER))
    assert counted.exact
    assert counted.work == 2 * 4  # looked up in each
    assert counted.bytes == 4 * (4 + 2 * 4 + 2 * 4)  # indices and updates read, updates written


def test_window_over_two_arrays_counts_all_taps() -> None:
    """The holes of one dilated operand may contain elements of the other."""
    zero = np.float32(0)

    def sums(x: Any, y: Any) -> Any:
        spread = lax.pad(x, zero, [(0, 0, 3)])
        return lax.reduce_window((spread, y), (zero, zero), both, (4,), (1,), "VALID")

    def both(a: Any, b: Any) -> Any:
        return a[0] + b[0], a[1] + b[1]

    assert cost(sums, "f32[5]", "f32[17]").work == 2 * 4 * 14


def test_data_dependent_branch_shows_the_most_products() -> None:
    """The side with less work may contain more products."""

    def product(x: Any) -> Any:
        return x @ x @ x

    def sines(x: Any) -> Any:
        return lax.fori_loop(0, 99, lambda i, y: jnp.sin(y), x)

    counted = cost(lambda x: lax.cond(x[0, 0] > 0, product, sines, x), "f32[4, 4]")
    (row,) = (row for row in counted.by_op if row.op == "dot_general")
    assert row.count == 2
    assert row.bounds["count"] is Bound.MOST
    assert row.bounds["work"] is Bound.LEAST
    assert counted.bounds["work"] is Bound.MOST


@pytest.mark.parametrize("square", [jnp.square, lambda z: z * z, lambda z: z**2])
def test_every_complex_square_counts_as_a_product(square: Any) -> None:
    assert cost(square, "c64[10]").work == 6 * 10
    assert cost(square, "f32[10]").work == 10


def test_taps_of_a_long_dilated_axis_are_counted_quickly() -> None:
    """There are ten thousand million taps, so they are counted by residues."""
    n, taps = 1_000_001, 10_000
    counted = cost(
        lambda x, k: lax.conv_general_dilated(x, k, (1,), [(0, 0)], lhs_dilation=(2,)),
        f"f32[1, 1, {n}]",
        f"f32[1, 1, {taps}]",
    )
    out = 2 * n - 1 - taps + 1
    assert counted.work == 2 * out * taps // 2
