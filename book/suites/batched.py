"""Programs that are written for one example and applied to many: loops, `map`, `vmap` and scans."""

from collections.abc import Callable

import jax
import jax.numpy as jnp

from manylanes.records import Case, CountedCase, f32

_PAIRS = 1000
_LANES, _WIDTH = 64, 2048  # 16 MiB of weights
_IMAGES, _PIXELS = 512, 256
_LONG = 2**20
Array = jax.Array


def _python_loop(a: Array, b: Array) -> list[Array]:
    return [a[i] @ b[i] for i in range(_PAIRS)]


def _mapped(a: Array, b: Array) -> Array:
    products: Array = jax.lax.map(lambda pair: pair[0] @ pair[1], (a, b))
    return products


def _multiply_and_sum(a: Array, b: Array) -> Array:
    return jnp.sum(a[:, :, :, None] * b[:, None, :, :], axis=2)


_IMPLEMENTATIONS: dict[str, Callable[[Array, Array], Array | list[Array]]] = {
    "loop": _python_loop,
    "map": _mapped,
    "vmap": jax.vmap(jnp.matmul),
    "multiply and sum": _multiply_and_sum,
}


def _pairs(method: str, k: int) -> Case:
    """Return a case that multiplies a thousand pairs of small matrices."""
    shape = f32(_PAIRS, k, k)
    return Case(
        "pairs",
        {"k": k, "method": method},
        _IMPLEMENTATIONS[method],
        (shape, shape),
        work=2 * _PAIRS * k**3,
        # Each iteration of `map` first copies its two matrices out of the arrays.
        bytes=(20 if method == "map" else 12) * _PAIRS * k**2,
        donated="nothing" if method == "loop" else "result",
        uncompiled=_python_loop if method == "loop" else None,
    )


def _serve(method: str) -> Case:
    """Return a case that applies a layer to 64 requests, one after another or as a batch."""

    def one(weights: Array, vector: Array) -> Array:
        return jnp.maximum(weights @ vector, 0)

    def one_by_one(weights: Array, vectors: Array) -> Array:
        products: Array = jax.lax.map(lambda vector: one(weights, vector), vectors)
        return products

    weight_loads = _LANES if method == "map" else 1
    return Case(
        "serve",
        {"method": method},
        one_by_one if method == "map" else jax.vmap(one, in_axes=(None, 0)),
        (f32(_WIDTH, _WIDTH), f32(_LANES, _WIDTH)),
        work=_LANES * (2 * _WIDTH**2 + _WIDTH),
        bytes=4 * (weight_loads * _WIDTH**2 + 4 * _LANES * _WIDTH),
    )


def _choice(method: str) -> Case:
    """Return a case that applies one of two layers, chosen for all images or for each image."""

    def relu_layer(weights: Array, image: Array) -> Array:
        return jnp.maximum(weights[1] @ image, 0)

    def one(predicate: Array, weights: Array, image: Array) -> Array:
        if method == "where":
            return jnp.where(predicate > 0, relu_layer(weights, image), weights[0] @ image)
        selected: Array = jax.lax.cond(
            predicate > 0, lambda: relu_layer(weights, image), lambda: weights[0] @ image
        )
        return selected

    predicates = f32() if method == "shared cond" else f32(_IMAGES)
    axes = (None if method == "shared cond" else 0, None, 0)
    inputs = predicates, f32(2, _PIXELS, _PIXELS), f32(_IMAGES, _PIXELS)
    return CountedCase("choice", {"method": method}, jax.vmap(one, in_axes=axes), inputs)


def _prefix(method: str) -> Case:
    """Return a case that computes the prefix sums of a long vector."""

    def chain(row: Array) -> Array:
        sums: Array = jax.lax.scan(lambda s, x: (s + x, s + x), jnp.float32(0), row)[1]
        return sums

    def tree(row: Array) -> Array:
        sums: Array = jax.lax.associative_scan(jnp.add, row)
        return sums

    implementations: dict[str, Callable[..., Array]] = {
        "chain": chain,
        "tree": tree,
        "cumsum": jnp.cumsum,
    }
    return CountedCase("prefix", {"method": method}, implementations[method], (f32(_LONG),))


def _recurrence(method: str, lanes: int) -> Case:
    """Return a case that computes level = keep * level + rain for each hour, as a chain or a tree.

    The number of hours, added over all `lanes` tanks, is the same for every case.
    """

    def chain(keep: Array, rain: Array) -> Array:
        def step(level: Array, current: tuple[Array, Array]) -> tuple[Array, Array]:
            level = current[0] * level + current[1]
            return level, level

        levels: Array = jax.lax.scan(step, jnp.float32(0), (keep, rain))[1]
        return levels

    def tree(keep: Array, rain: Array) -> Array:
        def combine(first: tuple[Array, Array], second: tuple[Array, Array]) -> tuple[Array, Array]:
            return first[0] * second[0], second[0] * first[1] + second[1]

        levels: Array = jax.lax.associative_scan(combine, (keep, rain))[1]
        return levels

    hours = f32(_LONG // lanes, lanes)  # values of one hour are adjacent in memory
    program = jax.vmap(chain if method == "chain" else tree, in_axes=1, out_axes=1)
    chain_length = _LONG // lanes if method == "chain" else 0
    return CountedCase(
        "recurrence",
        {"method": method, "lanes": lanes},
        program,
        (hours, hours),
        chain=chain_length,
    )


CASES = (
    *(_pairs(method, k) for k in (2, 4, 8, 16, 32) for method in ("map", "vmap")),
    *(_pairs(method, k) for k in (4, 8) for method in ("loop", "multiply and sum")),
    *map(_serve, ("map", "vmap")),
    *map(_choice, ("shared cond", "where", "cond")),
    *map(_prefix, ("chain", "tree", "cumsum")),
    _recurrence("chain", 1),
    _recurrence("tree", 1),
    _recurrence("chain", 1024),
)
