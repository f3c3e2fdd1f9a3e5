"""A small decoder-only transformer: prefill, decoding token by token, and gradients."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import Case, CountedCase, f32

_LAYERS, _WIDTH, _HEADS, _ROOM, _WORDS = 6, 512, 8, 512, 4096
_SIZE = _WIDTH // _HEADS
_SHAPES = {
    "asked": (_WIDTH, 3 * _WIDTH),
    "joined": (_WIDTH, _WIDTH),
    "wide": (_WIDTH, 4 * _WIDTH),
    "narrow": (4 * _WIDTH, _WIDTH),
}
Array = jax.Array
Tree = dict[str, Any]


# ---- the network -----------------------------------------------------------------------------
def _weights() -> Tree:
    """Return the shapes: a tied embedding table and four matrices in each layer."""
    layer = {name: f32(*shape) for name, shape in _SHAPES.items()}
    return {"words": f32(_WORDS, _WIDTH), "layers": [layer] * _LAYERS}


def _start() -> Tree:
    """Draw weights small enough to keep the scale of the activations constant across layers."""
    draw = np.random.Generator(np.random.Philox(0))

    def small(shape: jax.ShapeDtypeStruct) -> np.ndarray:
        rows: np.ndarray = draw.standard_normal(shape.shape, np.float32)
        return rows / np.float32(len(rows) ** 0.5)

    found: Tree = jax.tree.map(small, _weights())
    return found


def _evened(x: Array) -> Array:
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def _after(layer: Tree, x: Array, seen: Array) -> Array:
    """Add the output of attention to the tokens and apply two dense layers."""
    x = x + seen.reshape(x.shape) @ layer["joined"]
    more: Array = jnp.maximum(_evened(x) @ layer["wide"], 0) @ layer["narrow"]
    return x + more


def _apart(layer: Tree, x: Array) -> list[Array]:
    """Compute a query, a key and a value for each token and head."""
    return jnp.split((_evened(x) @ layer["asked"]).reshape(*x.shape[:-1], 3 * _HEADS, -1), 3, -2)


def _scores(weights: Tree, x: Array) -> Array:
    return jnp.einsum("...d,wd->...w", _evened(x), weights["words"])


# ---- all words at once -----------------------------------------------------------------------
def _read(weights: Tree, x: Array) -> tuple[Array, list[Tree]]:
    """Apply the network with causal attention. x: f32[batch, words, width]."""
    cache = []
    before = np.tri(x.shape[1], dtype=bool)
    for layer in weights["layers"]:
        query, key, value = _apart(layer, x)
        scores = jnp.einsum("bthd,bshd->bhts", query, key) / _SIZE**0.5
        shares = jax.nn.softmax(jnp.where(before, scores, -1e9))
        x = _after(layer, x, jnp.einsum("bhts,bshd->bthd", shares, value))
        cache.append({"keys": key, "values": value})
    return x, cache


def _prefill(words: int) -> Case:
    """Process a prompt of `words` tokens: compute the cache and the scores of the next token."""

    def program(weights: Tree, text: Array) -> tuple[Array, list[Tree]]:
        x, cache = _read(weights, text)
        return _scores(weights, x[:, -1]), cache

    inputs = _weights(), f32(1, words, _WIDTH)
    return CountedCase(
        "prefill", {"words": words, "steps": words}, program, inputs, input_makers={0: _start}
    )


def _uncached(words: int) -> Case:
    """Compute the next token after `words` tokens without a cache: process all tokens again."""

    def program(weights: Tree, text: Array) -> Array:
        return _scores(weights, _read(weights, text)[0][:, -1])

    inputs = _weights(), f32(1, words, _WIDTH)
    return CountedCase("uncached", {"words": words}, program, inputs, input_makers={0: _start})


def _learn(words: int) -> Case:
    """Compute the gradients of all weights for one sequence. Each token predicts the next row."""

    def wrong(weights: Tree, text: Array, truth: Array) -> Array:
        likely = jax.nn.log_softmax(_scores(weights, _read(weights, text)[0]))
        return -jnp.mean(jnp.sum(truth * likely, axis=-1))

    inputs = _weights(), f32(1, words, _WIDTH), f32(1, words, _WORDS)
    made: dict[int, Callable[[], Any]] = {0: _start, 2: partial(_truth, words)}
    params: dict[str, int | str] = {"words": words, "steps": words}
    return CountedCase("learn", params, jax.grad(wrong), inputs, input_makers=made)


def _truth(words: int) -> np.ndarray:
    return np.eye(_WORDS, dtype=np.float32)[None, np.arange(words) * 7 % _WORDS]


# ---- one word for each reader ----------------------------------------------------------------
def _by_words(query: Array, keys: Array, values: Array) -> Array:
    """Compute attention over a cache in the order in which it grows.

    Shapes: the cache is f32[readers, words, heads, size], the query is f32[readers, heads, size].
    """
    scores = jnp.einsum("bhd,bshd->bhs", query, keys) / _SIZE**0.5
    return jnp.einsum("bhs,bshd->bhd", jax.nn.softmax(scores), values)


def _by_heads(query: Array, keys: Array, values: Array) -> Array:
    """Compute attention over a cache in the layout of the products: f32[tables, words, size].

    There is one table for each head of each reader. With readers and heads as two axes, the
    compiler would copy the cache of a single reader. It removes the axis of length one for the
    product and restores it for the result.
    """
    scores = jnp.einsum("nd,nsd->ns", query.reshape(-1, _SIZE), keys) / _SIZE**0.5
    return jnp.einsum("ns,nsd->nd", jax.nn.softmax(scores), values)


_LOOKS_BACK = {"words": _by_words, "heads": _by_heads}


def _rows(kept: str, batch: int) -> jax.ShapeDtypeStruct:
    if kept == "heads":
        return f32(batch * _HEADS, _ROOM, _SIZE)
    return f32(batch, _ROOM, _HEADS, _SIZE)


def _added(rows: Array, row: Array) -> Array:
    """Store the key or value of the new token in the last row of the cache.

    Every call then costs as much as the last token of a sequence.
    """
    row = row.reshape(len(rows), 1, *rows.shape[2:])
    return lax.dynamic_update_slice_in_dim(rows, row, _ROOM - 1, axis=1)


def _state(kept: str, batch: int) -> Tree:
    """Return the shapes of the cache after a prompt and of the scores for the next token."""
    rows = _rows(kept, batch)
    return {"scores": f32(batch, _WORDS), "cache": [{"keys": rows, "values": rows}] * _LAYERS}


def _some_state(kept: str, batch: int) -> Tree:
    """Draw a random cache: the cost does not depend on its contents."""
    draw = np.random.Generator(np.random.Philox(2))

    def drawn(shape: jax.ShapeDtypeStruct) -> np.ndarray:
        rows: np.ndarray = draw.random(shape.shape, np.float32)
        return rows * np.float32(2) - np.float32(1)

    found: Tree = jax.tree.map(drawn, _state(kept, batch))
    return found


def _decode(kept: str, batch: int) -> Case:
    """Choose the most likely token, apply the network to it and append to the cache."""

    def program(weights: Tree, state: Tree) -> Tree:
        x = weights["words"][jnp.argmax(state["scores"], axis=-1)]
        cache = []
        for layer, rows in zip(weights["layers"], state["cache"], strict=True):
            query, key, value = _apart(layer, x)
            keys, values = _added(rows["keys"], key), _added(rows["values"], value)
            x = _after(layer, x, _LOOKS_BACK[kept](query, keys, values))
            cache.append({"keys": keys, "values": values})
        return {"scores": _scores(weights, x), "cache": cache}

    params: dict[str, int | str] = {"kept": kept, "batch": batch, "steps": batch}
    made: dict[int, Callable[[], Any]] = {0: _start, 1: partial(_some_state, kept, batch)}
    inputs = _weights(), _state(kept, batch)
    return CountedCase("decode", params, program, inputs, donated="last input", input_makers=made)


def _products(batch: int) -> Case:
    """Compute only the products with the weights in sequence: a decoder without attention."""

    def program(weights: Tree, x: Array) -> Array:
        for layer in weights["layers"]:
            seen = x @ layer["asked"]
            x = _after(layer, x, seen[:, :_WIDTH])
        return _scores(weights, x)

    params: dict[str, int | str] = {"batch": batch, "steps": batch}
    return CountedCase(
        "products", params, program, (_weights(), f32(batch, _WIDTH)), input_makers={0: _start}
    )


def _attend(kept: str, batch: int) -> Case:
    """Compute the attention of one layer for one new token of each reader."""
    rows = _rows(kept, batch)
    inputs = f32(batch, _HEADS, _SIZE), rows, rows
    params: dict[str, int | str] = {"kept": kept, "batch": batch}
    return CountedCase("attend", params, _LOOKS_BACK[kept], inputs)


CASES = (
    *(_decode("heads", batch) for batch in (1, 2, 4, 8, 16, 32)),
    *(_decode("words", batch) for batch in (1, 8)),
    *map(_products, (1, 8)),
    *(_attend(kept, batch) for kept in _LOOKS_BACK for batch in (1, 8)),
    _prefill(512),
    _uncached(256),
    _learn(512),
)
