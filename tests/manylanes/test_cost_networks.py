"""Compare whole networks with published numbers, and with XLA's count where that is exact."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import cost
from manylanes._cost.read.specs import to_structs

LAYERS = (64, 64, "pool", 128, 128, "pool", 256, 256, 256, "pool",
          512, 512, 512, "pool", 512, 512, 512, "pool")  # fmt: skip
PARAMETERS = 138_357_544
MULTIPLY_ADDS = 15_470_264_320


def vgg16(weights: list[tuple[Any, Any]], image: Any) -> Any:
    """Run one image through VGG16, layer by layer."""
    left = iter(weights)
    for layer in LAYERS:
        if layer == "pool":
            window = (1, 2, 2, 1)
            image = lax.reduce_window(image, -jnp.inf, lax.max, window, window, "VALID")
            continue
        kernel, bias = next(left)
        layout = ("NHWC", "HWIO", "NHWC")
        image = lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=layout)
        image = jax.nn.relu(image + bias)
    image = image.reshape(1, -1)
    for last in (False, False, True):
        matrix, bias = next(left)
        image = image @ matrix + bias
        image = image if last else jax.nn.relu(image)
    return image


def vgg16_weights() -> list[tuple[str, str]]:
    shapes, channels = [], 3
    for layer in LAYERS:
        if isinstance(layer, int):
            shapes.append((f"f32[3, 3, {channels}, {layer}]", f"f32[{layer}]"))
            channels = layer
    for m, n in ((7 * 7 * 512, 4096), (4096, 4096), (4096, 1000)):
        shapes.append((f"f32[{m}, {n}]", f"f32[{n}]"))
    return shapes


def test_vgg16_matches_the_published_count() -> None:
    weights = vgg16_weights()
    assert sum(w.size for w in jax.tree.leaves(to_structs(weights))) == PARAMETERS
    counted = cost(vgg16, weights, "f32[1, 224, 224, 3]")
    assert counted.exact
    products = {row.op: row.work for row in counted.by_op}
    assert products["convolution"] + products["dot_general"] == 2 * MULTIPLY_ADDS
    assert counted.bytes > 4 * PARAMETERS


EXACT_IN_XLA = {
    "matmul": (lambda x, y: x @ y, ((8, 16), (16, 4))),
    "einsum": (lambda x, y: jnp.einsum("bij,bkj->bik", x, y), ((3, 8, 16), (3, 4, 16))),
    "convolution": (lambda x, w: lax.conv(x, w, (1, 1), "VALID"), ((2, 3, 8, 8), (4, 3, 3, 3))),
    "elementwise": (lambda x, y: x * y + x, ((8, 16), (8, 16))),
    "product, transposed": (lambda x, y: (x @ y).T, ((64, 32), (32, 16))),
    "gradient of weights": (
        lambda x, y: jax.vjp(lambda w: x @ w, jnp.zeros((32, 16)))[1](y), ((64, 32), (64, 16))),
}  # fmt: skip


def xla(fn: Any, shapes: Any) -> dict[str, float]:
    specs = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes]
    return jax.jit(fn).lower(*specs).compile().cost_analysis()


@pytest.mark.parametrize("name", EXACT_IN_XLA)
def test_agrees_with_xla_where_xla_is_exact(name: str) -> None:
    fn, shapes = EXACT_IN_XLA[name]
    counted = cost(fn, *(jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes))
    theirs = xla(fn, shapes)
    assert counted.work == theirs["flops"]
    if name != "convolution":  # XLA adds the copies that its layout requires
        assert counted.bytes == theirs["bytes accessed"]


def test_xla_counts_a_loop_body_once_and_cost_every_iteration() -> None:
    def power(x: Any) -> Any:
        return lax.scan(lambda c, _: (c @ x, None), x, None, 100)[0]

    counted = cost(power, "f32[16, 16]")
    assert counted.work == 100 * 2 * 16**3
    assert xla(power, ((16, 16),))["flops"] < 2 * 2 * 16**3
