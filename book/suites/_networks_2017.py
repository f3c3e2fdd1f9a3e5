"""Networks like those of a benchmark table of 2017, small enough to train on two CPU cores.

Shi et al. timed a dense network on MNIST, a small AlexNet and a ResNet-56 on CIFAR-10, and an LSTM
with two layers on text. Our dense network has exactly the same shapes as that of Shi et al. Our
AlexNet has no local response normalization, and our ResNet has 20 layers instead of 56. Our LSTM
classifies sequences of vectors into ten classes. The LSTM of Shi et al. predicted words of a
vocabulary of ten thousand.
"""

from collections.abc import Iterator
from itertools import pairwise, product

import jax
import jax.numpy as jnp
from jax import lax

from ._networks import Network, Weights, conv_relu_pool, cross_entropy

Array = jax.Array
_CLASSES = 10
_FCN = (784, 2048, 4096, 1024, _CLASSES)
_STAGES, _BLOCKS, _BASE_CHANNELS = 3, 3, 16
_TIME_STEPS, _WIDTH = 32, 256
_LAYERS = ("lower", "upper")


def _digits(weights: Weights, images: Array) -> Array:
    """Classify images of 8 by 8 pixels: one hidden layer of 64 neurons, 4,810 parameters."""
    hidden = jnp.maximum(images @ weights["in"] + weights["in_bias"], 0)
    scores: Array = hidden @ weights["out"] + weights["out_bias"]
    return scores


def _fcn(weights: Weights, images: Array) -> Array:
    """Classify flattened images of 28 by 28 pixels with three wide hidden layers."""
    *hidden, last = (weights[f"layer_{i}"] for i in range(len(_FCN) - 1))
    for layer in hidden:
        images = jnp.maximum(images @ layer, 0)
    scores: Array = images @ last
    return scores


def _alexnet(weights: Weights, images: Array) -> Array:
    """Apply three convolutions of 5 by 5, each with pooling, and one dense layer."""
    for name in ("first", "second", "third"):
        images = conv_relu_pool(images, weights[name])
    scores: Array = images.reshape(images.shape[0], -1) @ weights["out"]
    return scores


def _batch_norm(images: Array, scale: Array, shift: Array) -> Array:
    """Apply batch normalization: normalize each channel, then scale and shift it.

    The mean and the variance are those over all positions and all images of the batch.
    """
    mean = jnp.mean(images, axis=(0, 1, 2))
    variance = jnp.mean((images - mean) ** 2, axis=(0, 1, 2))
    return (images - mean) * (lax.rsqrt(variance + 1e-5) * scale) + shift


def _resnet(weights: Weights, images: Array) -> Array:
    def layer(x: Array, name: str, stride: int = 1) -> Array:
        kernel, scale, shift = (weights[f"{name}_{part}"] for part in ("kernel", "scale", "shift"))
        layout = ("NHWC", "HWIO", "NHWC")
        x = lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=layout)
        return _batch_norm(x, scale, shift)

    x = jnp.maximum(layer(images, "stem"), 0)
    for stage, block in product(range(_STAGES), range(_BLOCKS)):
        stride = 2 if stage and not block else 1
        shortcut = x[:, ::stride, ::stride]
        y = jnp.maximum(layer(x, f"{stage}_{block}_a", stride), 0)
        y = layer(y, f"{stage}_{block}_b")
        extra = y.shape[-1] - shortcut.shape[-1]
        x = jnp.maximum(y + jnp.pad(shortcut, ((0, 0), (0, 0), (0, 0), (0, extra))), 0)
    scores: Array = jnp.mean(x, axis=(1, 2)) @ weights["out"]
    return scores


def _resnet_shapes() -> Iterator[tuple[str, tuple[int, ...]]]:
    def layer(name: str, channels: int, out: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{name}_kernel", (3, 3, channels, out)
        yield f"{name}_scale", (out,)
        yield f"{name}_shift", (out,)

    yield from layer("stem", 3, _BASE_CHANNELS)
    channels = _BASE_CHANNELS
    for stage, block in product(range(_STAGES), range(_BLOCKS)):
        out = _BASE_CHANNELS * 2**stage
        yield from layer(f"{stage}_{block}_a", channels, out)
        yield from layer(f"{stage}_{block}_b", out, out)
        channels = out
    yield "out", (channels, _CLASSES)


def _lstm(weights: Weights, sequences: Array) -> Array:
    """Apply two LSTM layers over 32 time steps.

    Before its loop, each layer computes the input projection for all steps.
    """
    x = sequences.transpose(1, 0, 2)
    for name in _LAYERS:
        recurrent, zeros = weights[f"{name}_state"], jnp.zeros_like(x[0])

        def step(
            carry: tuple[Array, Array], projected: Array, recurrent: Array = recurrent
        ) -> tuple[tuple[Array, Array], Array]:
            h, c = carry
            i, f, o, g = jnp.split(projected + h @ recurrent, 4, axis=-1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        _, x = lax.scan(step, (zeros, zeros), x @ weights[f"{name}_input"])
    scores: Array = x[-1] @ weights["out"]
    return scores


NETWORKS_2017 = {
    "digits": Network(
        _digits,
        cross_entropy,
        {"in": (64, 64), "in_bias": (64,), "out": (64, _CLASSES), "out_bias": (_CLASSES,)},
        (64,),
        (_CLASSES,),
    ),
    "fcn": Network(
        _fcn,
        cross_entropy,
        {f"layer_{i}": shape for i, shape in enumerate(pairwise(_FCN))},
        (784,),
        (_CLASSES,),
    ),
    "alexnet": Network(
        _alexnet,
        cross_entropy,
        {
            "first": (5, 5, 3, 32),
            "second": (5, 5, 32, 32),
            "third": (5, 5, 32, 64),
            "out": (4 * 4 * 64, _CLASSES),
        },
        (32, 32, 3),
        (_CLASSES,),
    ),
    "resnet": Network(_resnet, cross_entropy, dict(_resnet_shapes()), (32, 32, 3), (_CLASSES,)),
    "lstm": Network(
        _lstm,
        cross_entropy,
        {f"{name}_{part}": (_WIDTH, 4 * _WIDTH) for name in _LAYERS for part in ("input", "state")}
        | {"out": (_WIDTH, _CLASSES)},
        (_TIME_STEPS, _WIDTH),
        (_CLASSES,),
    ),
}
