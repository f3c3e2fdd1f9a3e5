"""Programs other than neural networks, some of which can be written as matrix products."""

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
_POINTS, _CENTRES, _DIMENSIONS = 4096, 256, 64
_SIDE = 8192  # a dense matrix of 256 MiB
_LONG = 2**20
_KEYS = 2**22
_OPS_PER_ROUND = 6  # in one round of `_mix`
_ROWS, _TREES, _FEATURES = 4096, 64, 32


def _random_integers(position: int, high: int, *shape: int, dtype: type = np.int32) -> np.ndarray:
    """Draw random integers below `high`, with the position of the input as the seed."""
    rng = np.random.Generator(np.random.Philox(position))
    return rng.integers(0, high, shape, dtype=dtype)


def _case_options(method: str, numpy_program: Callable[..., Any]) -> dict[str, Any]:
    """Return options with which the NumPy version of a case runs uncompiled, and only on a CPU."""
    if method != "numpy":
        return {}
    return {
        "donated": "nothing",
        "device_kinds": ("cpu",),
        "uncompiled": lambda *args: numpy_program(*map(np.asarray, args)),
    }


def _broadcast(x: Any, c: Any) -> Any:
    """Compute the squared distances by their formula: all differences, squared and added."""
    return ((x[:, None, :] - c[None, :, :]) ** 2).sum(axis=-1)


def _add_coordinates(x: Array, c: Array) -> Array:
    """Compute the squared distances by adding one coordinate after another.

    Each vector lane then computes the distance from a different centre, so no sum crosses lanes.
    """
    # Without the barrier, each lane would gather the coordinates of a different centre.
    transposed = jax.lax.optimization_barrier(c.T)
    total = jnp.zeros((len(x), len(c)))
    for i in range(x.shape[1]):
        total = total + (x[:, i, None] - transposed[i, None, :]) ** 2
    return total


def _product(x: Array, c: Array) -> Array:
    return (x * x).sum(axis=1)[:, None] - 2 * (x @ c.T) + (c * c).sum(axis=1)[None]


def _distances(method: str) -> Case:
    """Return a case that computes the squared distance of each point from each centre."""
    programs: dict[str, Callable[..., Any]] = {"unrolled": _add_coordinates, "product": _product}
    return CountedCase(
        "distances",
        {"method": method, "n": _POINTS},
        programs.get(method, _broadcast),
        (f32(_POINTS, _DIMENSIONS), f32(_CENTRES, _DIMENSIONS)),
        **_case_options(method, _broadcast),
    )


def _sparse_product(values: Array, columns: Array, x: Array) -> Array:
    """Multiply a sparse matrix by a vector.

    Each row stores a few values and the indices of their columns, which must be valid for `x`.
    """
    return (values * x.at[columns].get(mode="promise_in_bounds")).sum(axis=1)


def columns(n: int, nnz_per_row: int) -> np.ndarray:
    return np.sort(_random_integers(1, n, n, nnz_per_row), axis=1)


def _sparse(n: int, nnz_per_row: int) -> Case:
    """Return a case that multiplies a sparse matrix by a vector.

    The bytes assume that the vector, which is much smaller than the matrix, stays in the cache.
    """
    return Case(
        "sparse",
        {"n": n, "nnz_per_row": nnz_per_row},
        _sparse_product,
        (f32(n, nnz_per_row), jax.ShapeDtypeStruct((n, nnz_per_row), "int32"), f32(n)),
        work=2 * n * nnz_per_row,
        bytes=2 * _F32 * (n * nnz_per_row + n),
        tiled=True,
        input_makers={1: partial(columns, n, nnz_per_row)},
    )


def _sort(method: str) -> Case:
    return CountedCase(
        "sort",
        {"method": method, "n": _LONG},
        jnp.sort,
        (f32(_LONG),),
        **_case_options(method, np.sort),
    )


def _mix(keys: Array, rounds: int) -> Array:
    """Apply two steps of the finalizer of MurmurHash3 repeatedly: shifts, XORs and products."""
    for _ in range(rounds):
        keys = (keys ^ (keys >> 16)) * np.uint32(0x85EBCA6B)
        keys = (keys ^ (keys >> 13)) * np.uint32(0xC2B2AE35)
    return keys


def _hash(rounds: int) -> Case:
    return Case(
        "hash",
        {"rounds": rounds, "n": _KEYS},
        lambda keys: _mix(keys, rounds),
        (jax.ShapeDtypeStruct((_KEYS,), "uint32"),),
        work=_OPS_PER_ROUND * rounds * _KEYS,
        bytes=2 * _F32 * _KEYS,
        input_makers={0: partial(_random_integers, 0, 2**32, _KEYS, dtype=np.uint32)},
    )


def features(depth: int) -> np.ndarray:
    """Return the index of the feature that each inner node of each tree compares."""
    return _random_integers(1, _FEATURES, _TREES, 2**depth - 1)


def picks(depth: int) -> np.ndarray:
    """Return `features` as a one-hot matrix, which selects the features of a row of data."""
    return np.eye(_FEATURES, dtype=np.float32)[:, features(depth).ravel()]


def paths(depth: int) -> np.ndarray:
    """Return the paths to all leaves of a tree as an array f32[inner nodes, leaves].

    An element is 1 if the path to the leaf goes right at the node, -1 if the path goes left, and 0
    if the node is not on the path.
    """
    result = np.zeros((2**depth - 1, 2**depth), np.float32)
    for leaf in range(2**depth):
        node = 0
        for level in reversed(range(depth)):
            right = leaf >> level & 1
            result[node, leaf] = 2 * right - 1
            node = 2 * node + 1 + right
    return result


def _gather_forest(feature: Array, threshold: Array, leaves: Array, rows: Array) -> Array:
    """Evaluate the trees level by level, with a gather for each comparison."""
    inner = feature.shape[1]

    def evaluate_tree(feature: Array, threshold: Array, leaves: Array, row: Array) -> Array:
        node = jnp.int32(0)
        for _ in range(inner.bit_length()):
            node = 2 * node + 1 + (row[feature[node]] > threshold[node]).astype(jnp.int32)
        return leaves[node - inner]

    trees = jax.vmap(evaluate_tree, in_axes=(0, 0, 0, None))
    result: Array = jax.vmap(trees, in_axes=(None, None, None, 0))(
        feature, threshold, leaves, rows
    ).sum(axis=1)
    return result


def _product_forest(
    picks: Array, leaf_paths: Array, threshold: Array, leaves: Array, rows: Array
) -> Array:
    """Evaluate all comparisons of all trees at once, with matrix products.

    A leaf is selected if every comparison on its path has the required outcome.
    """
    depth = threshold.shape[1].bit_length()
    selected = (rows @ picks).reshape(len(rows), *threshold.shape)
    outcomes = jnp.where(selected > threshold[None], 1.0, -1.0)
    is_reached = (outcomes @ leaf_paths) == depth
    result: Array = jnp.where(is_reached, leaves[None], 0.0).sum(axis=(1, 2))
    return result


def _forest(method: str, depth: int) -> Case:
    """Return a case that evaluates a random forest, a sum of trees, for several rows of data."""
    inner = 2**depth - 1
    trees = f32(_TREES, inner), f32(_TREES, inner + 1), f32(_ROWS, _FEATURES)
    params: dict[str, int | str] = {"method": method, "depth": depth}
    if method == "gathers":
        feature_spec = jax.ShapeDtypeStruct((_TREES, inner), "int32")
        makers: dict[int, Callable[[], Any]] = {0: partial(features, depth)}
        return CountedCase(
            "forest", params, _gather_forest, (feature_spec, *trees), input_makers=makers
        )
    tables = f32(_FEATURES, _TREES * inner), f32(inner, inner + 1)
    makers = {0: partial(picks, depth), 1: partial(paths, depth)}
    return CountedCase("forest", params, _product_forest, (*tables, *trees), input_makers=makers)


CASES = (
    *map(_distances, ("numpy", "broadcast", "unrolled", "product")),
    replace(matvec(_SIDE), name="dense"),  # every entry stored
    *(_sparse(_SIDE, nnz_per_row) for nnz_per_row in (64, 512, 4096)),
    *map(_sort, ("jax", "numpy")),
    *map(_hash, (1, 8, 64)),
    *(_forest(method, depth) for depth in (3, 6) for method in ("gathers", "products")),
)
