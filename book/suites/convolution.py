"""Implementations of one convolution, depthwise convolution, and the two halves of VGG16."""

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
# Convolutions of VGG16 by block. Each block is followed by pooling, which halves the sides.
_VGG = (64, 64), (128, 128), (256, 256, 256), (512, 512, 512), (512, 512, 512)
_PHOTO, _DENSE = 224, (7 * 7 * 512, 4096, 4096, 1000)
# The Winograd transforms of the input tile (4 by 4), of the kernel, and of the output (2 by 2).
_TILES = ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1))
_KERNELS = ((1, 0, 0), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5), (0, 0, 1))
_BACK = ((1, 1, 1, 0), (0, 1, -1, -1))


def _library(pictures: Array, kernel: Array, groups: int = 1) -> Array:
    seen: Array = lax.conv_general_dilated(
        pictures, kernel, (1, 1), "SAME", dimension_numbers=_LAYOUT, feature_group_count=groups
    )
    return seen


def _shifted(pictures: Array, k: int) -> list[Array]:
    """Return one shifted copy of the images for each of the k by k taps, padded with zeros."""
    edge, (height, width) = k // 2, pictures.shape[1:3]
    wide = jnp.pad(pictures, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    return [wide[:, i : i + height, j : j + width] for i, j in product(range(k), repeat=2)]


def _unfolded(pictures: Array, kernel: Array) -> Array:
    """Convolve with im2col: store the patch of each position as a row and compute one product."""
    k, _, channels, out = kernel.shape
    rows = jnp.stack(_shifted(pictures, k), axis=3).reshape(-1, k * k * channels)
    # Without this barrier, the compiler may remove the copy.
    rows = lax.optimization_barrier(rows)
    seen: Array = (rows @ kernel.reshape(-1, out)).reshape(*pictures.shape[:3], out)
    return seen


def _taps(pictures: Array, kernel: Array) -> Array:
    """Convolve with one matrix product for each tap and add the results."""
    k = kernel.shape[0]
    taps = zip(_shifted(pictures, k), kernel.reshape(k * k, *kernel.shape[2:]), strict=True)
    first, *others = (moved @ weights for moved, weights in taps)
    seen: Array = sum(others, first)
    return seen


def _places(pictures: Array, kernel: Array) -> Array:
    """Convolve with loops: multiply the patch at each position by the kernel."""
    k, _, channels, out = kernel.shape
    batch, height, width, _ = pictures.shape
    edge, weights = k // 2, kernel.reshape(-1, out)
    wide = jnp.pad(pictures, ((0, 0), (edge, edge), (edge, edge), (0, 0)))

    def place(at: Array, seen: Array) -> Array:
        row, column = at // width, at % width
        patch = lax.dynamic_slice(wide, (0, row, column, 0), (batch, k, k, channels))
        one = (patch.reshape(batch, -1) @ weights)[:, None, None]
        return lax.dynamic_update_slice(seen, one, (0, row, column, 0))

    start = jnp.zeros((batch, height, width, out))
    seen: Array = lax.fori_loop(0, height * width, place, start)
    return seen


def _winograd(pictures: Array, kernel: Array) -> Array:
    """Convolve with Winograd's method: 16 multiplications instead of 36 for two by two outputs."""
    batch, height, width, _ = pictures.shape
    wide = jnp.pad(pictures, ((0, 0), (1, 1), (1, 1), (0, 0)))
    cut = [wide[:, i : i + height : 2, j : j + width : 2] for i, j in product(range(4), repeat=2)]
    into, of, back = (jnp.array(numbers, jnp.float32) for numbers in (_TILES, _KERNELS, _BACK))
    tiles = jnp.stack(cut).reshape(4, 4, -1, pictures.shape[3])
    factors = jnp.einsum("ai,bj,ijpc->abpc", into, into, tiles)
    weights = jnp.einsum("ai,bj,ijco->abco", of, of, kernel)
    products = jnp.einsum("abpc,abco->abpo", factors, weights)
    seen = jnp.einsum("ia,jb,abpo->pijo", back, back, products)
    seen = seen.reshape(batch, height // 2, width // 2, 2, 2, -1)
    return seen.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height, width, -1)


def _depthwise(pictures: Array, kernel: Array) -> Array:
    """Convolve each channel with its own kernel: scale shifted images and add them."""
    taps = zip(_shifted(pictures, 3), kernel.reshape(9, -1), strict=True)
    first, *others = (moved * weights for moved, weights in taps)
    seen: Array = sum(others, first)
    return seen


def _halved(pictures: Array) -> Array:
    """Apply max pooling over two by two pixels."""
    window = (1, 2, 2, 1)
    largest: Array = lax.reduce_window(pictures, -jnp.inf, lax.max, window, window, "VALID")
    return largest


def _convolutions(pictures: Array, *kernels: Array) -> Array:
    left = iter(kernels)
    for block in _VGG:
        for _ in block:
            pictures = jnp.maximum(_library(pictures, next(left)), 0)
        pictures = _halved(pictures)
    return pictures


def _dense(rows: Array, *layers: Array) -> Array:
    for layer in layers[:-1]:
        rows = jnp.maximum(rows @ layer, 0)
    return rows @ layers[-1]


_WAYS: dict[str, Callable[[Array, Array], Array]] = {
    "library": _library,
    "im2col": _unfolded,
    "taps": _taps,
    "places": _places,
    "winograd": _winograd,
}


def _conv(way: str, k: int) -> Case:
    inputs = f32(_BATCH, _SIDE, _SIDE, _CHANNELS), f32(k, k, _CHANNELS, _CHANNELS)
    return CountedCase("conv", {"way": way, "k": k}, _WAYS[way], inputs)


def _each_channel(way: str) -> Case:
    programs: dict[str, Callable[[Array, Array], Array]] = {
        "library": partial(_library, groups=_CHANNELS),
        "shifts": _depthwise,
    }
    inputs = f32(_BATCH, _SIDE, _SIDE, _CHANNELS), f32(3, 3, 1, _CHANNELS)
    return CountedCase("depthwise", {"way": way}, programs[way], inputs)


def _half(part: str, batch: int) -> Case:
    channels = [3, *(out for block in _VGG for out in block)]
    if part == "dense":
        layers = (f32(*shape) for shape in pairwise(_DENSE))
        return CountedCase(
            "vgg16", {"part": part, "batch": batch}, _dense, (f32(batch, 25088), *layers)
        )
    kernels = (f32(3, 3, *shape) for shape in pairwise(channels))
    photos = f32(batch, _PHOTO, _PHOTO, 3)
    return CountedCase("vgg16", {"part": part, "batch": batch}, _convolutions, (photos, *kernels))


CASES = (
    *(_conv(way, k) for k in (1, 3, 5) for way in ("library", "im2col")),
    *(_conv("taps", k) for k in (3, 5)),
    *(_conv(way, 3) for way in ("places", "winograd")),
    *map(_each_channel, ("library", "shifts")),
    _half("convolutions", 1),
    *(_half("dense", batch) for batch in (1, 16)),
)
