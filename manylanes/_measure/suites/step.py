"""One training step of three networks: forward, backward, update, for few examples and for many."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes._cost import cost
from manylanes._measure.case import Case, f32

Weights = dict[str, Any]
_RATE = 1e-3  # small: the same batch is learnt over and over, and nothing may overflow
_CLASSES = 10
_WIDTH, _HEADS, _TOKENS = 256, 4, 128


def _likely(scores: jax.Array, truth: jax.Array) -> jax.Array:
    return -jnp.mean(jnp.sum(truth * jax.nn.log_softmax(scores), axis=-1))


def _tiny(weights: Weights, digits: jax.Array, truth: jax.Array) -> jax.Array:
    """Pictures of 8 by 8, 64 neurons, ten classes."""
    hidden = jnp.maximum(digits @ weights["in"], 0)
    return _likely(hidden @ weights["out"], truth)


def _convolved(pictures: jax.Array, kernel: jax.Array) -> jax.Array:
    """Three by three, what is negative to zero, and of each two by two the largest."""
    layout = ("NHWC", "HWIO", "NHWC")
    seen = lax.conv_general_dilated(pictures, kernel, (1, 1), "SAME", dimension_numbers=layout)
    return lax.reduce_window(
        jnp.maximum(seen, 0), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
    )


def _picture(weights: Weights, pictures: jax.Array, truth: jax.Array) -> jax.Array:
    """Pictures of 28 by 28: two convolutions, two dense layers, ten classes."""
    seen = _convolved(_convolved(pictures, weights["first"]), weights["second"])
    hidden = jnp.maximum(seen.reshape(seen.shape[0], -1) @ weights["dense"], 0)
    return _likely(hidden @ weights["out"], truth)


def _evened(words: jax.Array) -> jax.Array:
    return words * lax.rsqrt(jnp.mean(words * words, axis=-1, keepdims=True) + 1e-6)


def _block(weights: Weights, words: jax.Array, truth: jax.Array) -> jax.Array:
    """One block of a transformer: attention in four heads, and two dense layers."""
    batch = words.shape[0]
    apart = (_evened(words) @ weights["asked"]).reshape(batch, _TOKENS, 3, _HEADS, -1)
    query, key, value = apart[:, :, 0], apart[:, :, 1], apart[:, :, 2]
    scores = jnp.einsum("bthd,bshd->bhts", query, key) / 8
    scores = jnp.where(np.tri(_TOKENS, dtype=bool), scores, -1e9)
    seen = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores), value)
    words = words + seen.reshape(batch, _TOKENS, _WIDTH) @ weights["joined"]
    hidden = jnp.maximum(_evened(words) @ weights["wide"], 0)
    return jnp.mean((words + hidden @ weights["narrow"] - truth) ** 2)


# Loss, weights by name, and the shapes of one example and of its truth.
_NETS: dict[str, tuple[Callable[..., jax.Array], dict[str, tuple[int, ...]], Any, Any]] = {
    "tiny": (_tiny, {"in": (64, 64), "out": (64, _CLASSES)}, (64,), (_CLASSES,)),
    "picture": (
        _picture,
        {
            "first": (3, 3, 1, 32),
            "second": (3, 3, 32, 64),
            "dense": (7 * 7 * 64, 128),
            "out": (128, _CLASSES),
        },
        (28, 28, 1),
        (_CLASSES,),
    ),
    "block": (
        _block,
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


def _start(shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    """Weights so small that every layer's numbers stay about as large as the last one's."""
    draw = np.random.Generator(np.random.Philox(0))
    return {
        name: draw.standard_normal(shape, np.float32) / np.float32(np.prod(shape[:-1]) ** 0.5)
        for name, shape in shapes.items()
    }


def _truth(batch: int, shape: tuple[int, ...]) -> np.ndarray:
    """A class for each example; numbers where there are no classes."""
    if shape == (_CLASSES,):
        return np.eye(_CLASSES, dtype=np.float32)[np.arange(batch) % _CLASSES]
    return np.random.Generator(np.random.Philox(1)).standard_normal((batch, *shape), np.float32)


def _step(net: str, batch: int) -> Case:
    loss, shapes, example, answer = _NETS[net]

    def program(given: jax.Array, truth: jax.Array, weights: Weights) -> Weights:
        slopes = jax.grad(loss)(weights, given, truth)
        return jax.tree.map(lambda now, slope: now - _RATE * slope, weights, slopes)

    weights = {name: f32(*shape) for name, shape in shapes.items()}
    inputs = f32(batch, *example), f32(batch, *answer), weights
    counted = cost(program, *inputs)
    assert isinstance(counted.work, int)
    assert isinstance(counted.bytes, int)
    return Case(
        "step",
        {"net": net, "batch": batch},
        program,
        inputs,
        # No closed formula is as sure as the count: three products a layer, but for the first.
        work=counted.work,
        bytes=counted.bytes,
        donated="last input",
        made={1: partial(_truth, batch, answer), 2: partial(_start, shapes)},
    )


CASES = tuple(
    _step(net, batch)
    for net, batches in (("tiny", (1, 256)), ("picture", (1, 64)), ("block", (1, 8)))
    for batch in batches
)
