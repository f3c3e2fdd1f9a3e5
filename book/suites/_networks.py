"""The networks of the suites: forward functions, losses and initial weights."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import f32

Weights = dict[str, Any]
_CLASSES = 10
_WIDTH, _HEADS, _TOKENS = 256, 4, 128
_HIDDEN = 512


def cross_entropy(scores: jax.Array, targets: jax.Array) -> jax.Array:
    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(scores), axis=-1))


def _mean_squared_error(outputs: jax.Array, targets: jax.Array) -> jax.Array:
    return jnp.mean((outputs - targets) ** 2)


def _tiny(weights: Weights, images: jax.Array) -> jax.Array:
    """Classify images of 8 by 8 pixels: one hidden layer of 64 neurons, ten classes."""
    hidden = jnp.maximum(images @ weights["in"], 0)
    scores: jax.Array = hidden @ weights["out"]
    return scores


def _dense(weights: Weights, images: jax.Array) -> jax.Array:
    """Classify flattened images of 28 by 28 pixels: two hidden layers of 512 neurons, biases."""
    activations = jnp.maximum(images @ weights["first"] + weights["first_bias"], 0)
    hidden = jnp.maximum(activations @ weights["second"] + weights["second_bias"], 0)
    scores: jax.Array = hidden @ weights["out"] + weights["out_bias"]
    return scores


def conv_relu_pool(images: jax.Array, kernel: jax.Array) -> jax.Array:
    """Apply a convolution, ReLU and max pooling over two by two pixels."""
    layout = ("NHWC", "HWIO", "NHWC")
    activations = lax.conv_general_dilated(images, kernel, (1, 1), "SAME", dimension_numbers=layout)
    pooled: jax.Array = lax.reduce_window(
        jnp.maximum(activations, 0), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
    )
    return pooled


def _cnn(weights: Weights, images: jax.Array) -> jax.Array:
    """Classify images of 28 by 28 pixels: two convolutions, two dense layers, ten classes."""
    activations = conv_relu_pool(conv_relu_pool(images, weights["first"]), weights["second"])
    hidden = jnp.maximum(activations.reshape(activations.shape[0], -1) @ weights["dense"], 0)
    scores: jax.Array = hidden @ weights["out"]
    return scores


def _rms_norm(x: jax.Array) -> jax.Array:
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def _block(weights: Weights, x: jax.Array) -> jax.Array:
    """Apply one transformer block: attention with four heads and two dense layers."""
    batch = x.shape[0]
    qkv = (_rms_norm(x) @ weights["qkv"]).reshape(batch, _TOKENS, 3, _HEADS, -1)
    query, key, value = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    scores = jnp.einsum("bthd,bshd->bhts", query, key) / 8
    scores = jnp.where(np.tri(_TOKENS, dtype=bool), scores, -1e9)
    activations = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores), value)
    x = x + activations.reshape(batch, _TOKENS, _WIDTH) @ weights["projection"]
    hidden = jnp.maximum(_rms_norm(x) @ weights["up"], 0)
    outputs: jax.Array = x + hidden @ weights["down"]
    return outputs


@dataclass(frozen=True)
class Network:
    forward: Callable[[Weights, jax.Array], jax.Array]
    output_loss: Callable[
        [jax.Array, jax.Array], jax.Array
    ]  # computes the loss from outputs and targets
    shapes: Mapping[str, tuple[int, ...]]  # shapes of the weights by name
    example_shape: tuple[int, ...]
    target_shape: tuple[int, ...]  # the shape of the target of one example

    def loss(self, weights: Weights, examples: jax.Array, targets: jax.Array) -> jax.Array:
        return self.output_loss(self.forward(weights, examples), targets)

    def inputs(self, batch: int) -> tuple[Any, ...]:
        """Return the shapes of a batch of examples, of its targets and of the weights."""
        weights = {name: f32(*shape) for name, shape in self.shapes.items()}
        return f32(batch, *self.example_shape), f32(batch, *self.target_shape), weights

    def input_makers(self, batch: int) -> dict[int, Callable[[], Any]]:
        """Return the functions that create the targets and the initial weights."""
        return {1: partial(self._targets, batch), 2: self._initial_weights}

    def _initial_weights(self) -> dict[str, np.ndarray]:
        """Draw weights small enough to keep the scale of the activations constant across layers."""
        rng = np.random.Generator(np.random.Philox(0))
        return {
            name: rng.standard_normal(shape, np.float32) / np.float32(np.prod(shape[:-1]) ** 0.5)
            for name, shape in self.shapes.items()
        }

    def _targets(self, batch: int) -> np.ndarray:
        """Return one-hot targets, or random targets for a network that is not a classifier."""
        if self.target_shape == (_CLASSES,):
            return np.eye(_CLASSES, dtype=np.float32)[np.arange(batch) % _CLASSES]
        rng = np.random.Generator(np.random.Philox(1))
        return rng.standard_normal((batch, *self.target_shape), np.float32)


NETWORKS = {
    "tiny": Network(
        _tiny, cross_entropy, {"in": (64, 64), "out": (64, _CLASSES)}, (64,), (_CLASSES,)
    ),
    "dense": Network(
        _dense,
        cross_entropy,
        {
            "first": (784, _HIDDEN),
            "first_bias": (_HIDDEN,),
            "second": (_HIDDEN, _HIDDEN),
            "second_bias": (_HIDDEN,),
            "out": (_HIDDEN, _CLASSES),
            "out_bias": (_CLASSES,),
        },
        (784,),
        (_CLASSES,),
    ),
    "cnn": Network(
        _cnn,
        cross_entropy,
        {
            "first": (3, 3, 1, 32),
            "second": (3, 3, 32, 64),
            "dense": (7 * 7 * 64, 128),
            "out": (128, _CLASSES),
        },
        (28, 28, 1),
        (_CLASSES,),
    ),
    "block": Network(
        _block,
        _mean_squared_error,
        {
            "qkv": (_WIDTH, 3 * _WIDTH),
            "projection": (_WIDTH, _WIDTH),
            "up": (_WIDTH, 4 * _WIDTH),
            "down": (4 * _WIDTH, _WIDTH),
        },
        (_TOKENS, _WIDTH),
        (_TOKENS, _WIDTH),
    ),
}
