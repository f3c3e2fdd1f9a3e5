"""A small decoder: words taken in all at once, written one by one, and learnt from."""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes._cost import cost
from manylanes._measure.case import Case, Donated, f32

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


def _counted(
    name: str,
    params: dict[str, int | str],
    program: Callable[..., Any],
    inputs: tuple[Any, ...],
    donated: Donated = "result",
    made: dict[int, Callable[[], Any]] | None = None,
) -> Case:
    """Work and bytes as the program says them, every lane and every masked score included."""
    count = cost(program, *inputs)
    assert isinstance(count.work, int)
    assert isinstance(count.bytes, int)
    return Case(name, params, program, inputs, count.work, count.bytes, donated, made=made or {})


# ---- the network -----------------------------------------------------------------------------
def _weights() -> Tree:
    """Shapes: a table of words, for the way in and the way out, and four matrices a layer."""
    layer = {name: f32(*shape) for name, shape in _SHAPES.items()}
    return {"words": f32(_WORDS, _WIDTH), "layers": [layer] * _LAYERS}


def _start() -> Tree:
    """Weights so small that every layer's numbers stay about as large as the last one's."""
    draw = np.random.Generator(np.random.Philox(0))

    def small(shape: jax.ShapeDtypeStruct) -> np.ndarray:
        return draw.standard_normal(shape.shape, np.float32) / np.float32(shape.shape[0] ** 0.5)

    found: Tree = jax.tree.map(small, _weights())
    return found


def _evened(x: Array) -> Array:
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def _after(layer: Tree, x: Array, seen: Array) -> Array:
    """What is seen joins the word, and two dense layers follow."""
    x = x + seen.reshape(x.shape) @ layer["joined"]
    return x + jnp.maximum(_evened(x) @ layer["wide"], 0) @ layer["narrow"]


def _apart(layer: Tree, x: Array) -> list[Array]:
    """Of each word a query, a key and a value for each head."""
    return jnp.split((_evened(x) @ layer["asked"]).reshape(*x.shape[:-1], 3 * _HEADS, -1), 3, -2)


def _scores(weights: Tree, x: Array) -> Array:
    return jnp.einsum("...d,wd->...w", _evened(x), weights["words"])


# ---- all words at once -----------------------------------------------------------------------
def _read(weights: Tree, x: Array) -> tuple[Array, list[Tree]]:
    """Every word sees itself and those before it. x: f32[batch, words, width]."""
    kept = []
    before = np.tri(x.shape[1], dtype=bool)
    for layer in weights["layers"]:
        query, key, value = _apart(layer, x)
        scores = jnp.einsum("bthd,bshd->bhts", query, key) / _SIZE**0.5
        shares = jax.nn.softmax(jnp.where(before, scores, -1e9))
        x = _after(layer, x, jnp.einsum("bhts,bshd->bthd", shares, value))
        kept.append({"keys": key, "values": value})
    return x, kept


def _prefill(words: int) -> Case:
    """A text of so many words: the cache, and the scores of the word that comes next."""

    def program(weights: Tree, text: Array) -> tuple[Array, list[Tree]]:
        x, kept = _read(weights, text)
        return _scores(weights, x[:, -1]), kept

    inputs = _weights(), f32(1, words, _WIDTH)
    return _counted("prefill", {"words": words, "steps": words}, program, inputs, made={0: _start})


def _uncached(words: int) -> Case:
    """One more word for a text of so many, with nothing kept of them: all are read again."""

    def program(weights: Tree, text: Array) -> Array:
        return _scores(weights, _read(weights, text)[0][:, -1])

    inputs = _weights(), f32(1, words, _WIDTH)
    return _counted("uncached", {"words": words}, program, inputs, made={0: _start})


def _learn(words: int) -> Case:
    """Slopes of all weights, from one text: each word foretells the next one's row."""

    def wrong(weights: Tree, text: Array, truth: Array) -> Array:
        likely = jax.nn.log_softmax(_scores(weights, _read(weights, text)[0]))
        return -jnp.mean(jnp.sum(truth * likely, axis=-1))

    inputs = _weights(), f32(1, words, _WIDTH), f32(1, words, _WORDS)
    made: dict[int, Callable[[], Any]] = {0: _start, 2: partial(_truth, words)}
    params: dict[str, int | str] = {"words": words, "steps": words}
    return _counted("learn", params, jax.grad(wrong), inputs, made=made)


def _truth(words: int) -> np.ndarray:
    return np.eye(_WORDS, dtype=np.float32)[None, np.arange(words) * 7 % _WORDS]


# ---- one word for each reader ----------------------------------------------------------------
def _by_einsum(query: Array, keys: Array, values: Array) -> Array:
    """query: f32[readers, heads, size]; keys and values: f32[readers, room, heads, size]."""
    scores = jnp.einsum("bhd,bshd->bhs", query, keys) / _SIZE**0.5
    return jnp.einsum("bhs,bshd->bhd", jax.nn.softmax(scores), values)


def _by_sums(query: Array, keys: Array, values: Array) -> Array:
    """The same, without a word that means a product: multiply, then add along an axis."""
    scores = jnp.sum(query[:, None] * keys, axis=-1) / _SIZE**0.5
    return jnp.sum(jax.nn.softmax(scores, axis=1)[..., None] * values, axis=1)


_WAYS = {"einsum": _by_einsum, "sums": _by_sums}


def _cache(batch: int) -> list[Tree]:
    rows = f32(batch, _ROOM, _HEADS, _SIZE)
    return [{"keys": rows, "values": rows}] * _LAYERS


def _some_cache(batch: int) -> Tree:
    """What a text left behind, and scores for the first word. Drawn: what the rows hold does not
    change what is done with them."""
    draw = np.random.Generator(np.random.Philox(2))

    def rows() -> np.ndarray:
        shape = batch, _ROOM, _HEADS, _SIZE
        return draw.random(shape, np.float32) * np.float32(2) - np.float32(1)

    cache = [{"keys": rows(), "values": rows()} for _ in range(_LAYERS)]
    return {"scores": draw.random((batch, _WORDS), np.float32), "cache": cache}


def _decode(way: str, batch: int) -> Case:
    """The likeliest word, through the network once; its key and value take the last row of the
    room, so every call does what the last word of a text costs."""

    def program(weights: Tree, state: Tree) -> Tree:
        x = weights["words"][jnp.argmax(state["scores"], axis=-1)]
        kept = []
        for layer, rows in zip(weights["layers"], state["cache"], strict=True):
            query, key, value = _apart(layer, x)
            keys = rows["keys"].at[:, _ROOM - 1].set(key)
            values = rows["values"].at[:, _ROOM - 1].set(value)
            x = _after(layer, x, _WAYS[way](query, keys, values))
            kept.append({"keys": keys, "values": values})
        return {"scores": _scores(weights, x), "cache": kept}

    params: dict[str, int | str] = {"way": way, "batch": batch, "steps": batch}
    inputs = _weights(), {"scores": f32(batch, _WORDS), "cache": _cache(batch)}
    made: dict[int, Callable[[], Any]] = {0: _start, 1: partial(_some_cache, batch)}
    return _counted("decode", params, program, inputs, "last input", made)


def _products(batch: int) -> Case:
    """The products of the weights alone, one after another: a decoder that looks at nothing."""

    def program(weights: Tree, x: Array) -> Array:
        for layer in weights["layers"]:
            seen = x @ layer["asked"]
            x = _after(layer, x, seen[:, :_WIDTH])
        return _scores(weights, x)

    params: dict[str, int | str] = {"batch": batch, "steps": batch}
    return _counted("products", params, program, (_weights(), f32(batch, _WIDTH)), made={0: _start})


def _attend(way: str, batch: int) -> Case:
    """One layer's attention, for one new word of each reader."""
    rows = f32(batch, _ROOM, _HEADS, _SIZE)
    inputs = f32(batch, _HEADS, _SIZE), rows, rows
    return _counted("attend", {"way": way, "batch": batch}, _WAYS[way], inputs)


CASES = (
    *(_decode("sums", batch) for batch in (1, 2, 4, 8, 16, 32)),
    *(_decode("einsum", batch) for batch in (1, 8)),
    *map(_products, (1, 8)),
    *(_attend(way, batch) for way in _WAYS for batch in (1, 8)),
    _prefill(512),
    _uncached(256),
    _learn(512),
)
