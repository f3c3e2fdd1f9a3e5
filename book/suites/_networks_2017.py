"""Networks like those of a benchmark table of 2017, small enough to train on two CPU cores.

Shi et al. timed a dense network on MNIST, a small AlexNet and a ResNet-56 on CIFAR-10, and an LSTM
with two layers on text. The dense network has exactly their shapes. Our AlexNet has no local
response normalization, and our ResNet has 20 of the 56 layers. Our LSTM classifies sequences of
vectors into ten classes; theirs looked up and scored a vocabulary of ten thousand words.
"""

from collections.abc import Iterator
from itertools import pairwise, product

import jax
import jax.numpy as jnp
from jax import lax

from ._networks import Network, Weights, convolved, likely

Array = jax.Array
_CLASSES = 10
_FCN = (784, 2048, 4096, 1024, _CLASSES)
_STAGES, _BLOCKS, _THIN = 3, 3, 16
_TEXT, _WIDTH = 32, 256
_LAYERS = ("lower", "upper")


def _digits(weights: Weights, pictures: Array) -> Array:
    """Classify images of 8 by 8 pixels: one hidden layer of 64 neurons, 4,810 parameters."""
    hidden = jnp.maximum(pictures @ weights["in"] + weights["add_in"], 0)
    scores: Array = hidden @ weights["out"] + weights["add_out"]
    return scores


def _fcn(weights: Weights, pictures: Array) -> Array:
    """Classify flattened images of 28 by 28 pixels with three wide hidden layers."""
    *hidden, last = (weights[f"layer_{i}"] for i in range(len(_FCN) - 1))
    for layer in hidden:
        pictures = jnp.maximum(pictures @ layer, 0)
    scores: Array = pictures @ last
    return scores


def _alexnet(weights: Weights, pictures: Array) -> Array:
    """Apply three convolutions of 5 by 5, each with pooling, and one dense layer."""
    for name in ("first", "second", "third"):
        pictures = convolved(pictures, weights[name])
    scores: Array = pictures.reshape(pictures.shape[0], -1) @ weights["out"]
    return scores


def _evened(pictures: Array, scale: Array, shift: Array) -> Array:
    """Apply batch normalization: normalize each channel over positions and batch, then scale and
    shift it.
    """
    mean = jnp.mean(pictures, axis=(0, 1, 2))
    spread = jnp.mean((pictures - mean) ** 2, axis=(0, 1, 2))
    return (pictures - mean) * (lax.rsqrt(spread + 1e-5) * scale) + shift


def _resnet(weights: Weights, pictures: Array) -> Array:
    def layer(seen: Array, name: str, stride: int = 1) -> Array:
        kernel, scale, shift = (weights[f"{name}_{part}"] for part in ("kernel", "scale", "shift"))
        layout = ("NHWC", "HWIO", "NHWC")
        seen = lax.conv_general_dilated(
            seen, kernel, (stride, stride), "SAME", dimension_numbers=layout
        )
        return _evened(seen, scale, shift)

    seen = jnp.maximum(layer(pictures, "stem"), 0)
    for stage, block in product(range(_STAGES), range(_BLOCKS)):
        stride = 2 if stage and not block else 1
        past = seen[:, ::stride, ::stride]
        found = jnp.maximum(layer(seen, f"{stage}_{block}_a", stride), 0)
        found = layer(found, f"{stage}_{block}_b")
        more = found.shape[-1] - past.shape[-1]
        seen = jnp.maximum(found + jnp.pad(past, ((0, 0), (0, 0), (0, 0), (0, more))), 0)
    scores: Array = jnp.mean(seen, axis=(1, 2)) @ weights["out"]
    return scores


def _resnet_shapes() -> Iterator[tuple[str, tuple[int, ...]]]:
    def layer(name: str, seen: int, out: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}_kernel", (3, 3, seen, out)
        yield f"{name}_scale", (out,)
        yield f"{name}_shift", (out,)

    yield from layer("stem", 3, _THIN)
    seen = _THIN
    for stage, block in product(range(_STAGES), range(_BLOCKS)):
        out = _THIN * 2**stage
        yield from layer(f"{stage}_{block}_a", seen, out)
        yield from layer(f"{stage}_{block}_b", out, out)
        seen = out
    yield "out", (seen, _CLASSES)


def _lstm(weights: Weights, texts: Array) -> Array:
    """Apply two LSTM layers over 32 time steps. Each layer computes its input projection for all
    steps first.
    """
    seen = texts.transpose(1, 0, 2)
    for name in _LAYERS:
        around, start = weights[f"{name}_state"], jnp.zeros_like(seen[0])

        def turn(
            kept: tuple[Array, Array], come: Array, around: Array = around
        ) -> tuple[tuple[Array, Array], Array]:
            state, cell = kept
            into, forget, out, new = jnp.split(come + state @ around, 4, axis=-1)
            cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(into) * jnp.tanh(new)
            state = jax.nn.sigmoid(out) * jnp.tanh(cell)
            return (state, cell), state

        _, seen = lax.scan(turn, (start, start), seen @ weights[f"{name}_input"])
    scores: Array = seen[-1] @ weights["out"]
    return scores


NETWORKS_2017 = {
    "digits": Network(
        _digits,
        likely,
        {"in": (64, 64), "add_in": (64,), "out": (64, _CLASSES), "add_out": (_CLASSES,)},
        (64,),
        (_CLASSES,),
    ),
    "fcn": Network(
        _fcn,
        likely,
        {f"layer_{i}": shape for i, shape in enumerate(pairwise(_FCN))},
        (784,),
        (_CLASSES,),
    ),
    "alexnet": Network(
        _alexnet,
        likely,
        {
            "first": (5, 5, 3, 32),
            "second": (5, 5, 32, 32),
            "third": (5, 5, 32, 64),
            "out": (4 * 4 * 64, _CLASSES),
        },
        (32, 32, 3),
        (_CLASSES,),
    ),
    "resnet": Network(_resnet, likely, dict(_resnet_shapes()), (32, 32, 3), (_CLASSES,)),
    "lstm": Network(
        _lstm,
        likely,
        {f"{name}_{part}": (_WIDTH, 4 * _WIDTH) for name in _LAYERS for part in ("input", "state")}
        | {"out": (_WIDTH, _CLASSES)},
        (_TEXT, _WIDTH),
        (_CLASSES,),
    ),
}
