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


def likely(scores: jax.Array, truth: jax.Array) -> jax.Array:
    return -jnp.mean(jnp.sum(truth * jax.nn.log_softmax(scores), axis=-1))


def _near(found: jax.Array, truth: jax.Array) -> jax.Array:
    return jnp.mean((found - truth) ** 2)


def _tiny(weights: Weights, digits: jax.Array) -> jax.Array:
    """Classify images of 8 by 8 pixels: one hidden layer of 64 neurons, ten classes."""
    hidden = jnp.maximum(digits @ weights["in"], 0)
    scores: jax.Array = hidden @ weights["out"]
    return scores


def _dense(weights: Weights, pictures: jax.Array) -> jax.Array:
    """Classify flattened images of 28 by 28 pixels: two hidden layers of 512 with biases."""
    seen = jnp.maximum(pictures @ weights["first"] + weights["add_first"], 0)
    hidden = jnp.maximum(seen @ weights["second"] + weights["add_second"], 0)
    scores: jax.Array = hidden @ weights["out"] + weights["add_out"]
    return scores


def convolved(pictures: jax.Array, kernel: jax.Array) -> jax.Array:
    """Apply a convolution, ReLU and max pooling over two by two pixels."""
    layout = ("NHWC", "HWIO", "NHWC")
    seen = lax.conv_general_dilated(pictures, kernel, (1, 1), "SAME", dimension_numbers=layout)
    largest: jax.Array = lax.reduce_window(
        jnp.maximum(seen, 0), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
    )
    return largest


def _picture(weights: Weights, pictures: jax.Array) -> jax.Array:
    """Classify images of 28 by 28 pixels: two convolutions, two dense layers, ten classes."""
    seen = convolved(convolved(pictures, weights["first"]), weights["second"])
    hidden = jnp.maximum(seen.reshape(seen.shape[0], -1) @ weights["dense"], 0)
    scores: jax.Array = hidden @ weights["out"]
    return scores


def _evened(words: jax.Array) -> jax.Array:
    return words * lax.rsqrt(jnp.mean(words * words, axis=-1, keepdims=True) + 1e-6)


def _block(weights: Weights, words: jax.Array) -> jax.Array:
    """Apply one transformer block: attention with four heads and two dense layers."""
    batch = words.shape[0]
    apart = (_evened(words) @ weights["asked"]).reshape(batch, _TOKENS, 3, _HEADS, -1)
    query, key, value = apart[:, :, 0], apart[:, :, 1], apart[:, :, 2]
    scores = jnp.einsum("bthd,bshd->bhts", query, key) / 8
    scores = jnp.where(np.tri(_TOKENS, dtype=bool), scores, -1e9)
    seen = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores), value)
    words = words + seen.reshape(batch, _TOKENS, _WIDTH) @ weights["joined"]
    hidden = jnp.maximum(_evened(words) @ weights["wide"], 0)
    found: jax.Array = words + hidden @ weights["narrow"]
    return found


@dataclass(frozen=True)
class Network:
    forward: Callable[[Weights, jax.Array], jax.Array]
    wrong: Callable[[jax.Array, jax.Array], jax.Array]  # loss of output and target
    shapes: Mapping[str, tuple[int, ...]]  # shapes of the weights by name
    example: tuple[int, ...]
    answer: tuple[int, ...]  # shape for one example

    def loss(self, weights: Weights, given: jax.Array, truth: jax.Array) -> jax.Array:
        return self.wrong(self.forward(weights, given), truth)

    def inputs(self, batch: int) -> tuple[Any, ...]:
        """Return the shapes of the examples, the targets and the weights."""
        weights = {name: f32(*shape) for name, shape in self.shapes.items()}
        return f32(batch, *self.example), f32(batch, *self.answer), weights

    def made(self, batch: int) -> dict[int, Callable[[], Any]]:
        """Return the functions that create the targets and the initial weights."""
        return {1: partial(self._truth, batch), 2: self._start}

    def _start(self) -> dict[str, np.ndarray]:
        """Draw weights small enough to keep the scale of the activations constant across layers."""
        draw = np.random.Generator(np.random.Philox(0))
        return {
            name: draw.standard_normal(shape, np.float32) / np.float32(np.prod(shape[:-1]) ** 0.5)
            for name, shape in self.shapes.items()
        }

    def _truth(self, batch: int) -> np.ndarray:
        """Return one-hot classes, or random targets for a network without classes."""
        if self.answer == (_CLASSES,):
            return np.eye(_CLASSES, dtype=np.float32)[np.arange(batch) % _CLASSES]
        draw = np.random.Generator(np.random.Philox(1))
        return draw.standard_normal((batch, *self.answer), np.float32)


NETWORKS = {
    "tiny": Network(_tiny, likely, {"in": (64, 64), "out": (64, _CLASSES)}, (64,), (_CLASSES,)),
    "dense": Network(
        _dense,
        likely,
        {
            "first": (784, _HIDDEN),
            "add_first": (_HIDDEN,),
            "second": (_HIDDEN, _HIDDEN),
            "add_second": (_HIDDEN,),
            "out": (_HIDDEN, _CLASSES),
            "add_out": (_CLASSES,),
        },
        (784,),
        (_CLASSES,),
    ),
    "picture": Network(
        _picture,
        likely,
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
        _near,
        {
            "asked": (_WIDTH, 3 * _WIDTH),
            "joined": (_WIDTH, _WIDTH),
            "wide": (_WIDTH, 4 * _WIDTH),
            "narrow": (4 * _WIDTH, _WIDTH),
        },
        (_TOKENS, _WIDTH),
        (_TOKENS, _WIDTH),
    ),
}
