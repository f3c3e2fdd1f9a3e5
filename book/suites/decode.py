"""A small decoder-only transformer: prefill, decoding token by token, and gradients."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import Case, CountedCase, f32

_LAYERS, _WIDTH, _HEADS, _CAPACITY, _VOCABULARY = 6, 512, 8, 512, 4096
_SIZE = _WIDTH // _HEADS
_SHAPES = {
    "qkv": (_WIDTH, 3 * _WIDTH),
    "projection": (_WIDTH, _WIDTH),
    "up": (_WIDTH, 4 * _WIDTH),
    "down": (4 * _WIDTH, _WIDTH),
}
Array = jax.Array
Tree = dict[str, Any]


# ---- the network -----------------------------------------------------------------------------
def _weights() -> Tree:
    """Return the shapes of the weights: an embedding table, and four matrices for each layer."""
    layer = {name: f32(*shape) for name, shape in _SHAPES.items()}
    return {"embedding": f32(_VOCABULARY, _WIDTH), "layers": [layer] * _LAYERS}


def _initial_weights() -> Tree:
    """Draw weights small enough to keep the scale of the activations constant across layers."""
    rng = np.random.Generator(np.random.Philox(0))

    def draw(shape: jax.ShapeDtypeStruct) -> np.ndarray:
        rows: np.ndarray = rng.standard_normal(shape.shape, np.float32)
        return rows / np.float32(len(rows) ** 0.5)

    tree: Tree = jax.tree.map(draw, _weights())
    return tree


def _rms_norm(x: Array) -> Array:
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def _finish_layer(layer: Tree, x: Array, attended: Array) -> Array:
    """Add the output of attention to the tokens and apply two dense layers."""
    x = x + attended.reshape(x.shape) @ layer["projection"]
    mlp_output: Array = jnp.maximum(_rms_norm(x) @ layer["up"], 0) @ layer["down"]
    return x + mlp_output


def _project_qkv(layer: Tree, x: Array) -> list[Array]:
    """Compute a query, a key and a value for each token and head."""
    return jnp.split((_rms_norm(x) @ layer["qkv"]).reshape(*x.shape[:-1], 3 * _HEADS, -1), 3, -2)


def _logits(weights: Tree, x: Array) -> Array:
    return jnp.einsum("...d,wd->...w", _rms_norm(x), weights["embedding"])


# ---- prefill: all tokens at once --------------------------------------------------------------
def _forward(weights: Tree, x: Array) -> tuple[Array, list[Tree]]:
    """Apply the network with causal attention. x: f32[batch, tokens, width]."""
    cache = []
    causal_mask = np.tri(x.shape[1], dtype=bool)
    for layer in weights["layers"]:
        query, key, value = _project_qkv(layer, x)
        scores = jnp.einsum("bthd,bshd->bhts", query, key) / _SIZE**0.5
        probabilities = jax.nn.softmax(jnp.where(causal_mask, scores, -1e9))
        x = _finish_layer(layer, x, jnp.einsum("bhts,bshd->bthd", probabilities, value))
        cache.append({"keys": key, "values": value})
    return x, cache


def _prefill(tokens: int) -> Case:
    """Return a case that processes a prompt of `tokens` tokens.

    The program computes the cache of keys and values, and the logits of the next token.
    """

    def program(weights: Tree, embeddings: Array) -> tuple[Array, list[Tree]]:
        x, cache = _forward(weights, embeddings)
        return _logits(weights, x[:, -1]), cache

    inputs = _weights(), f32(1, tokens, _WIDTH)
    return CountedCase(
        "prefill",
        {"tokens": tokens, "steps": tokens},
        program,
        inputs,
        input_makers={0: _initial_weights},
    )


def _uncached(tokens: int) -> Case:
    """Return a case that computes the next token without a cache: it processes all tokens again."""

    def program(weights: Tree, embeddings: Array) -> Array:
        return _logits(weights, _forward(weights, embeddings)[0][:, -1])

    inputs = _weights(), f32(1, tokens, _WIDTH)
    return CountedCase(
        "uncached", {"tokens": tokens}, program, inputs, input_makers={0: _initial_weights}
    )


def _gradients(tokens: int) -> Case:
    """Return a case that computes the gradients for one sequence, with a target for each token."""

    def loss(weights: Tree, embeddings: Array, targets: Array) -> Array:
        log_probabilities = jax.nn.log_softmax(_logits(weights, _forward(weights, embeddings)[0]))
        return -jnp.mean(jnp.sum(targets * log_probabilities, axis=-1))

    inputs = _weights(), f32(1, tokens, _WIDTH), f32(1, tokens, _VOCABULARY)
    makers: dict[int, Callable[[], Any]] = {
        0: _initial_weights,
        2: partial(_one_hot_targets, tokens),
    }
    params: dict[str, int | str] = {"tokens": tokens, "steps": tokens}
    return CountedCase("decoder_gradients", params, jax.grad(loss), inputs, input_makers=makers)


def _one_hot_targets(tokens: int) -> np.ndarray:
    return np.eye(_VOCABULARY, dtype=np.float32)[None, np.arange(tokens) * 7 % _VOCABULARY]


# ---- decoding: one token for each sequence of a batch -----------------------------------------
def _attend_by_token(query: Array, keys: Array, values: Array) -> Array:
    """Compute attention over a cache that is stored token by token.

    The cache is f32[batch, tokens, heads, size], and the query is f32[batch, heads, size].
    """
    scores = jnp.einsum("bhd,bshd->bhs", query, keys) / _SIZE**0.5
    return jnp.einsum("bhs,bshd->bhd", jax.nn.softmax(scores), values)


def _attend_by_head(query: Array, keys: Array, values: Array) -> Array:
    """Compute attention over a cache in the layout that the products need: f32[n, tokens, size].

    The axis n combines the sequences of the batch and the heads. With separate axes, the compiler
    would copy the cache of a single sequence: the compiler removes the batch axis of length one for
    the product and restores the axis for the result.
    """
    scores = jnp.einsum("nd,nsd->ns", query.reshape(-1, _SIZE), keys) / _SIZE**0.5
    return jnp.einsum("ns,nsd->nd", jax.nn.softmax(scores), values)


_ATTENTION = {"tokens": _attend_by_token, "heads": _attend_by_head}


def _cache_shape(layout: str, batch: int) -> jax.ShapeDtypeStruct:
    if layout == "heads":
        return f32(batch * _HEADS, _CAPACITY, _SIZE)
    return f32(batch, _CAPACITY, _HEADS, _SIZE)


def _write_last_row(rows: Array, row: Array) -> Array:
    """Store the key or value of the new token in the last row of the cache.

    Therefore, every call costs as much as a call for the last token of a sequence.
    """
    row = row.reshape(len(rows), 1, *rows.shape[2:])
    return lax.dynamic_update_slice_in_dim(rows, row, _CAPACITY - 1, axis=1)


def _state_shapes(layout: str, batch: int) -> Tree:
    """Return the shapes of the cache after a prompt and of the logits of the next token."""
    rows = _cache_shape(layout, batch)
    return {"logits": f32(batch, _VOCABULARY), "cache": [{"keys": rows, "values": rows}] * _LAYERS}


def _random_state(layout: str, batch: int) -> Tree:
    """Draw random logits and a random cache: the cost of a step does not depend on their values."""
    rng = np.random.Generator(np.random.Philox(2))

    def draw_array(shape: jax.ShapeDtypeStruct) -> np.ndarray:
        rows: np.ndarray = rng.random(shape.shape, np.float32)
        return rows * np.float32(2) - np.float32(1)

    tree: Tree = jax.tree.map(draw_array, _state_shapes(layout, batch))
    return tree


def _decode(layout: str, batch: int) -> Case:
    """Return a case that decodes one token: it applies the network to the most likely next token.

    The program also stores the token's keys and values in the cache.
    """

    def program(weights: Tree, state: Tree) -> Tree:
        x = weights["embedding"][jnp.argmax(state["logits"], axis=-1)]
        cache = []
        for layer, rows in zip(weights["layers"], state["cache"], strict=True):
            query, key, value = _project_qkv(layer, x)
            keys, values = (
                _write_last_row(rows["keys"], key),
                _write_last_row(rows["values"], value),
            )
            x = _finish_layer(layer, x, _ATTENTION[layout](query, keys, values))
            cache.append({"keys": keys, "values": values})
        return {"logits": _logits(weights, x), "cache": cache}

    params: dict[str, int | str] = {"layout": layout, "batch": batch, "steps": batch}
    makers: dict[int, Callable[[], Any]] = {
        0: _initial_weights,
        1: partial(_random_state, layout, batch),
    }
    inputs = _weights(), _state_shapes(layout, batch)
    return CountedCase("decode", params, program, inputs, donated="last input", input_makers=makers)


def _products(batch: int) -> Case:
    """Return a case that computes only the products with weights: a decoder without attention."""

    def program(weights: Tree, x: Array) -> Array:
        for layer in weights["layers"]:
            attended = x @ layer["qkv"]
            x = _finish_layer(layer, x, attended[:, :_WIDTH])
        return _logits(weights, x)

    params: dict[str, int | str] = {"batch": batch, "steps": batch}
    return CountedCase(
        "products",
        params,
        program,
        (_weights(), f32(batch, _WIDTH)),
        input_makers={0: _initial_weights},
    )


def _attention(layout: str, batch: int) -> Case:
    """Return a case that computes the attention of one layer for a new token of each sequence."""
    rows = _cache_shape(layout, batch)
    inputs = f32(batch, _HEADS, _SIZE), rows, rows
    params: dict[str, int | str] = {"layout": layout, "batch": batch}
    return CountedCase("attention", params, _ATTENTION[layout], inputs)


CASES = (
    *(_decode("heads", batch) for batch in (1, 2, 4, 8, 16, 32)),
    *(_decode("tokens", batch) for batch in (1, 8)),
    *map(_products, (1, 8)),
    *(_attention(layout, batch) for layout in _ATTENTION for batch in (1, 8)),
    _prefill(512),
    _uncached(256),
    _gradients(512),
)
