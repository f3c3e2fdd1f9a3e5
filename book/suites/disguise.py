"""Programs that are no network: products in disguise, and some that are none."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from manylanes.records import Case, CountedCase, f32

from .matmul import matvec

Array = jax.Array
_F32 = 4
_POINTS, _CENTRES, _NUMBERS = 4096, 256, 64
_SIDE = 8192  # 256 MiB of matrix where all of it is stored
_LONG = 2**20
_KEYS = 2**22
_ROUND = 6  # operations of a round of `_mixed`
_ROWS, _TREES, _FEATURES = 4096, 64, 32


def _drawn(place: int, high: int, *shape: int, kind: type = np.int32) -> np.ndarray:
    """Addresses, or keys: whole numbers below `high`. `place` is theirs among the inputs."""
    stream = np.random.Generator(np.random.Philox(place))
    return stream.integers(0, high, shape, dtype=kind)


def _in(way: str, by_numpy: Callable[..., Any]) -> dict[str, Any]:
    """How a case is called: NumPy's way as it stands, and on a CPU alone."""
    if way != "numpy":
        return {}
    return {
        "donated": "nothing",
        "device_kinds": ("cpu",),
        "uncompiled": lambda *given: by_numpy(*map(np.asarray, given)),
    }


def _broadcast(x: Any, c: Any) -> Any:
    """The formula as it is read: all differences, squared, added up."""
    return ((x[:, None, :] - c[None, :, :]) ** 2).sum(axis=-1)


def _written_out(x: Array, c: Array) -> Array:
    """Number after number, so that the lanes lie along the centres and no sum is across them."""
    across = jax.lax.optimization_barrier(c.T)  # else each lane would look for its own centre
    total = jnp.zeros((len(x), len(c)))
    for i in range(x.shape[1]):
        total = total + (x[:, i, None] - across[i, None, :]) ** 2
    return total


def _product(x: Array, c: Array) -> Array:
    return (x * x).sum(axis=1)[:, None] - 2 * (x @ c.T) + (c * c).sum(axis=1)[None]


def _distances(way: str) -> Case:
    """The squared distance of each point from each centre."""
    ways: dict[str, Callable[..., Any]] = {"written out": _written_out, "product": _product}
    return CountedCase(
        "distances",
        {"way": way, "n": _POINTS},
        ways.get(way, _broadcast),
        (f32(_POINTS, _NUMBERS), f32(_CENTRES, _NUMBERS)),
        **_in(way, _broadcast),
    )


def _stored(values: Array, columns: Array, x: Array) -> Array:
    """The same where a row stores a few entries and their columns. `columns` are all within x."""
    return (values * x.at[columns].get(mode="promise_in_bounds")).sum(axis=1)


def columns(n: int, stored: int) -> np.ndarray:
    return np.sort(_drawn(1, n, n, stored), axis=1)


def _sparse(n: int, stored: int) -> Case:
    """What is looked up is 4 bytes for each n bytes of matrix, and stays near."""
    return Case(
        "sparse",
        {"n": n, "stored": stored},
        _stored,
        (f32(n, stored), jax.ShapeDtypeStruct((n, stored), "int32"), f32(n)),
        work=2 * n * stored,
        bytes=2 * _F32 * (n * stored + n),
        tiled=True,
        input_makers={1: partial(columns, n, stored)},
    )


def _sort(by: str) -> Case:
    return CountedCase(
        "sort",
        {"by": by, "n": _LONG},
        jnp.sort,
        (f32(_LONG),),
        **_in(by, np.sort),
    )


def _mixed(keys: Array, rounds: int) -> Array:
    """The mixing of MurmurHash3, again and again: whole numbers, shifted, crossed, multiplied."""
    for _ in range(rounds):
        keys = (keys ^ (keys >> 16)) * np.uint32(0x85EBCA6B)
        keys = (keys ^ (keys >> 13)) * np.uint32(0xC2B2AE35)
    return keys


def _hash(rounds: int) -> Case:
    return Case(
        "hash",
        {"rounds": rounds, "n": _KEYS},
        lambda keys: _mixed(keys, rounds),
        (jax.ShapeDtypeStruct((_KEYS,), "uint32"),),
        work=_ROUND * rounds * _KEYS,
        bytes=2 * _F32 * _KEYS,
        input_makers={0: partial(_drawn, 0, 2**32, _KEYS, kind=np.uint32)},
    )


def features(depth: int) -> np.ndarray:
    """Which number each inner node of each tree asks for."""
    return _drawn(1, _FEATURES, _TREES, 2**depth - 1)


def picks(depth: int) -> np.ndarray:
    """The same as a matrix: a product with it picks those numbers out of a row."""
    return np.eye(_FEATURES, dtype=np.float32)[:, features(depth).ravel()]


def paths(depth: int) -> np.ndarray:
    """f32[inner nodes, leaves]: 1 where the way to the leaf turns right at the node, -1 where it
    turns left, 0 where it does not pass."""
    found = np.zeros((2**depth - 1, 2**depth), np.float32)
    for leaf in range(2**depth):
        node = 0
        for level in reversed(range(depth)):
            right = leaf >> level & 1
            found[node, leaf] = 2 * right - 1
            node = 2 * node + 1 + right
    return found


def _walked(feature: Array, threshold: Array, leaves: Array, rows: Array) -> Array:
    """Level after level, a look-up for each question."""
    inner = feature.shape[1]

    def one(feature: Array, threshold: Array, leaves: Array, row: Array) -> Array:
        node = jnp.int32(0)
        for _ in range(inner.bit_length()):
            node = 2 * node + 1 + (row[feature[node]] > threshold[node]).astype(jnp.int32)
        return leaves[node - inner]

    trees = jax.vmap(one, in_axes=(0, 0, 0, None))
    found: Array = jax.vmap(trees, in_axes=(None, None, None, 0))(
        feature, threshold, leaves, rows
    ).sum(axis=1)
    return found


def _multiplied(picks: Array, ways: Array, threshold: Array, leaves: Array, rows: Array) -> Array:
    """All questions of all trees at once; a leaf is reached where every turn agrees."""
    depth = threshold.shape[1].bit_length()
    asked = (rows @ picks).reshape(len(rows), *threshold.shape)
    turns = jnp.where(asked > threshold[None], 1.0, -1.0)
    reached = (turns @ ways) == depth
    found: Array = jnp.where(reached, leaves[None], 0.0).sum(axis=(1, 2))
    return found


def _forest(way: str, depth: int) -> Case:
    """What a forest says of some rows: the sum over its trees."""
    inner = 2**depth - 1
    trees = f32(_TREES, inner), f32(_TREES, inner + 1), f32(_ROWS, _FEATURES)
    params: dict[str, int | str] = {"way": way, "depth": depth}
    if way == "gathers":
        asked = jax.ShapeDtypeStruct((_TREES, inner), "int32")
        made: dict[int, Callable[[], Any]] = {0: partial(features, depth)}
        return CountedCase("forest", params, _walked, (asked, *trees), input_makers=made)
    tables = f32(_FEATURES, _TREES * inner), f32(inner, inner + 1)
    made = {0: partial(picks, depth), 1: partial(paths, depth)}
    return CountedCase("forest", params, _multiplied, (*tables, *trees), input_makers=made)


CASES = (
    *map(_distances, ("numpy", "broadcast", "written out", "product")),
    replace(matvec(_SIDE), name="dense"),  # every entry stored
    *(_sparse(_SIDE, stored) for stored in (64, 512, 4096)),
    *map(_sort, ("jax", "numpy")),
    *map(_hash, (1, 8, 64)),
    *(_forest(way, depth) for depth in (3, 6) for way in ("gathers", "products")),
)
