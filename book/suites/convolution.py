"""Implementations of a convolution, a depthwise convolution, and the two halves of VGG16."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, CountedCase, f32

Array = jax.Array
_LAYOUT = ("NHWC", "HWIO", "NHWC")
_BATCH, _SIDE, _CHANNELS = 4, 28, 256
# Output channels of the convolutions of VGG16, by block. Pooling halves the sides of the images
# after each block.
_VGG = (64, 64), (128, 128), (256, 256, 256), (512, 512, 512), (512, 512, 512)
_IMAGE_SIDE, _DENSE = 224, (7 * 7 * 512, 4096, 4096, 1000)
# The Winograd transforms of the input tile (4 by 4), of the kernel, and of the output (2 by 2).
_INPUT_TRANSFORM = ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1))
_KERNEL_TRANSFORM = ((1, 0, 0), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5), (0, 0, 1))
_OUTPUT_TRANSFORM = ((1, 1, 1, 0), (0, 1, -1, -1))


def _library(images: Array, kernel: Array, groups: int = 1) -> Array:
    outputs: Array = lax.conv_general_dilated(
        images, kernel, (1, 1), "SAME", dimension_numbers=_LAYOUT, feature_group_count=groups
    )
    return outputs


def _shifted(images: Array, k: int) -> list[Array]:
    """Return k * k shifted copies of images, one for each tap of a kernel, padded with zeros."""
    edge, (height, width) = k // 2, images.shape[1:3]
    padded = jnp.pad(images, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    return [padded[:, i : i + height, j : j + width] for i, j in product(range(k), repeat=2)]


def _im2col(images: Array, kernel: Array) -> Array:
    """Convolve with im2col: store the patch of each position as a row and compute one product."""
    k, _, channels, out = kernel.shape
    rows = jnp.stack(_shifted(images, k), axis=3).reshape(-1, k * k * channels)
    # Without this barrier, the compiler may remove the copy that im2col makes.
    rows = lax.optimization_barrier(rows)
    outputs: Array = (rows @ kernel.reshape(-1, out)).reshape(*images.shape[:3], out)
    return outputs


def _taps(images: Array, kernel: Array) -> Array:
    """Convolve with one matrix product for each tap of the kernel, and add the results."""
    k = kernel.shape[0]
    taps = zip(_shifted(images, k), kernel.reshape(k * k, *kernel.shape[2:]), strict=True)
    first, *others = (shifted @ weights for shifted, weights in taps)
    outputs: Array = sum(others, first)
    return outputs


def _patch_loop(images: Array, kernel: Array) -> Array:
    """Convolve in a loop over positions: multiply the patch at each position by the kernel."""
    k, _, channels, out = kernel.shape
    batch, height, width, _ = images.shape
    edge, weights = k // 2, kernel.reshape(-1, out)
    padded = jnp.pad(images, ((0, 0), (edge, edge), (edge, edge), (0, 0)))

    def body(index: Array, outputs: Array) -> Array:
        row, column = index // width, index % width
        patch = lax.dynamic_slice(padded, (0, row, column, 0), (batch, k, k, channels))
        output = (patch.reshape(batch, -1) @ weights)[:, None, None]
        return lax.dynamic_update_slice(outputs, output, (0, row, column, 0))

    zeros = jnp.zeros((batch, height, width, out))
    outputs: Array = lax.fori_loop(0, height * width, body, zeros)
    return outputs


def _winograd(images: Array, kernel: Array) -> Array:
    """Convolve with Winograd's method: 16 instead of 36 multiplications for 2 by 2 outputs."""
    batch, height, width, _ = images.shape
    padded = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    patches = [
        padded[:, i : i + height : 2, j : j + width : 2] for i, j in product(range(4), repeat=2)
    ]
    input_transform, kernel_transform, output_transform = (
        jnp.array(matrix, jnp.float32)
        for matrix in (_INPUT_TRANSFORM, _KERNEL_TRANSFORM, _OUTPUT_TRANSFORM)
    )
    tiles = jnp.stack(patches).reshape(4, 4, -1, images.shape[3])
    factors = jnp.einsum("ai,bj,ijpc->abpc", input_transform, input_transform, tiles)
    weights = jnp.einsum("ai,bj,ijco->abco", kernel_transform, kernel_transform, kernel)
    products = jnp.einsum("abpc,abco->abpo", factors, weights)
    outputs = jnp.einsum("ia,jb,abpo->pijo", output_transform, output_transform, products)
    outputs = outputs.reshape(batch, height // 2, width // 2, 2, 2, -1)
    return outputs.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height, width, -1)


def _depthwise(images: Array, kernel: Array) -> Array:
    """Convolve each channel with its own kernel: scale shifted images and add them."""
    taps = zip(_shifted(images, 3), kernel.reshape(9, -1), strict=True)
    first, *others = (shifted * weights for shifted, weights in taps)
    outputs: Array = sum(others, first)
    return outputs


def _max_pool(images: Array) -> Array:
    """Apply max pooling over two by two pixels."""
    window = (1, 2, 2, 1)
    pooled: Array = lax.reduce_window(images, -jnp.inf, lax.max, window, window, "VALID")
    return pooled


def _convolutions(images: Array, *kernels: Array) -> Array:
    remaining = iter(kernels)
    for block in _VGG:
        for _ in block:
            images = jnp.maximum(_library(images, next(remaining)), 0)
        images = _max_pool(images)
    return images


def _dense(rows: Array, *layers: Array) -> Array:
    for layer in layers[:-1]:
        rows = jnp.maximum(rows @ layer, 0)
    return rows @ layers[-1]


_IMPLEMENTATIONS: dict[str, Callable[[Array, Array], Array]] = {
    "library": _library,
    "im2col": _im2col,
    "taps": _taps,
    "patch_loop": _patch_loop,
    "winograd": _winograd,
}


def _conv(method: str, k: int) -> Case:
    inputs = f32(_BATCH, _SIDE, _SIDE, _CHANNELS), f32(k, k, _CHANNELS, _CHANNELS)
    return CountedCase("conv", {"method": method, "k": k}, _IMPLEMENTATIONS[method], inputs)


def _depthwise_case(method: str) -> Case:
    programs: dict[str, Callable[[Array, Array], Array]] = {
        "library": partial(_library, groups=_CHANNELS),
        "shifts": _depthwise,
    }
    inputs = f32(_BATCH, _SIDE, _SIDE, _CHANNELS), f32(3, 3, 1, _CHANNELS)
    return CountedCase("depthwise", {"method": method}, programs[method], inputs)


def _vgg16(stage: str, batch: int) -> Case:
    channels = [3, *(out for block in _VGG for out in block)]
    if stage == "dense":
        layers = (f32(*shape) for shape in pairwise(_DENSE))
        return CountedCase(
            "vgg16", {"stage": stage, "batch": batch}, _dense, (f32(batch, 25088), *layers)
        )
    kernels = (f32(3, 3, *shape) for shape in pairwise(channels))
    images = f32(batch, _IMAGE_SIDE, _IMAGE_SIDE, 3)
    return CountedCase("vgg16", {"stage": stage, "batch": batch}, _convolutions, (images, *kernels))


CASES = (
    *(_conv(method, k) for k in (1, 3, 5) for method in ("library", "im2col")),
    *(_conv("taps", k) for k in (3, 5)),
    *(_conv(method, 3) for method in ("patch_loop", "winograd")),
    *map(_depthwise_case, ("library", "shifts")),
    _vgg16("convolutions", 1),
    *(_vgg16("dense", batch) for batch in (1, 16)),
)
