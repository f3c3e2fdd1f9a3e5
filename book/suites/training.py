"""Complete training: steps of five networks, a digit classifier from the first to the last step,
many classifiers in parallel, and data loading.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from manylanes.records import Case, CountedCase, f32

from ._networks import NETWORKS, Weights
from ._networks_2017 import NETWORKS_2017
from .step import RATE, better, step

Array = jax.Array
_BATCHES = (
    ("digits", (1, 4, 16, 64, 256, 1437)),
    ("fcn", (1, 4, 16, 64, 256)),
    ("alexnet", (1, 4, 16, 64)),
    ("resnet", (1, 4, 16)),
    ("lstm", (1, 4, 16, 64)),
)
# Batches with the shapes of 80 % of the 1,797 digits of 8 by 8; the pixels are random.
_READER, _TURNS, _BATCH = NETWORKS_2017["digits"], 44, 32
_STEPS, _SEARCHED = 1000, 200
_STORED, _SIDE, _AT_ONCE, _FED, _EDGE = 10_000, 28, 512, 4, 2
_ORDER = (
    f32(_STORED, _SIDE**2),
    jax.ShapeDtypeStruct((_AT_ONCE,), "int32"),
    jax.ShapeDtypeStruct((_AT_ONCE, 2), "int32"),
)


def _step(net: str, batch: int) -> Case:
    case = step(net, batch, NETWORKS_2017)
    # The loop over a sequence reads the same weights at each token.
    return replace(case, array_bytes=_held(case.inputs)) if net == "lstm" else case


def _held(inputs: tuple[Any, ...]) -> int:
    """Return the size in bytes of the data that a loop reads repeatedly."""
    return sum(spec.size * spec.dtype.itemsize for spec in jax.tree.leaves(inputs))


def _through(steps: int, pictures: Array, truth: Array, rate: Any, weights: Weights) -> Weights:
    """Train on batch after batch, then start again with the first."""

    def turn(i: Array, weights: Weights) -> Weights:
        given = lax.dynamic_index_in_dim(pictures, i % _TURNS, keepdims=False)
        wanted = lax.dynamic_index_in_dim(truth, i % _TURNS, keepdims=False)
        return better(_READER, weights, given, wanted, rate)

    found: Weights = lax.fori_loop(0, steps, turn, weights)
    return found


def _digits() -> tuple[tuple[Any, ...], dict[int, Callable[[], Any]]]:
    """Return the shapes of all batches, targets and weights, and functions that create the last
    two.
    """
    _, _, weights = _READER.inputs(_BATCH)
    made = _READER.made(_TURNS * _BATCH)

    def truth() -> np.ndarray:
        flat: np.ndarray = made[1]()
        return flat.reshape(_TURNS, _BATCH, -1)

    inputs = f32(_TURNS, _BATCH, 64), f32(_TURNS, _BATCH, 10), weights
    return inputs, {1: truth, 2: made[2]}


def _trained() -> Iterator[Case]:
    """Train for a thousand steps: as one program, or with one call per step in a Python loop."""
    inputs, made = _digits()

    def program(pictures: Array, truth: Array, weights: Weights) -> Weights:
        return _through(_STEPS, pictures, truth, RATE, weights)

    params: dict[str, int | str] = {"how": "one program", "steps": _STEPS}
    whole = CountedCase(
        "trained",
        params,
        program,
        inputs,
        input_makers=made,
        donated="last input",
        array_bytes=_held(inputs),
    )
    one = jax.jit(lambda given, truth, weights: better(_READER, weights, given, truth))

    def called(pictures: Array, truth: Array, weights: Weights) -> Weights:
        batches = list(zip(np.asarray(pictures), np.asarray(truth), strict=True))
        for i in range(_STEPS):
            weights = one(*batches[i % _TURNS], weights)
        return weights

    yield whole
    yield replace(whole, params={**params, "how": "calls"}, uncompiled=called, donated="nothing")


def _search(runs: int) -> Case:
    """Train `runs` classifiers in parallel with different learning rates from equal weights."""
    (pictures, truth, weights), made = _digits()

    def program(rates: Array, pictures: Array, truth: Array, weights: Weights) -> Weights:
        each = partial(_through, _SEARCHED, pictures, truth)
        found: Weights = jax.vmap(each, in_axes=(0, None))(rates, weights)
        return found

    inputs = f32(runs), pictures, truth, weights
    rates = partial(np.geomspace, 1e-4, 1e-2, runs, dtype=np.float32)
    return CountedCase(
        "search", {"runs": runs}, program, inputs, input_makers={0: rates, 2: made[1], 3: made[2]}
    )


def _ready(pictures: Array, rows: Array, moved: Array) -> Array:
    """Select images and shift each by up to two pixels: a shifted digit is the same digit."""
    around = jnp.pad(pictures.reshape(-1, _SIDE, _SIDE)[rows], ((0, 0), *[(_EDGE, _EDGE)] * 2))

    def cut(one: Array, at: Array) -> Array:
        return lax.dynamic_slice(one, at, (_SIDE, _SIDE))

    found: Array = jax.vmap(cut)(around, moved).reshape(len(rows), -1) * 2 - 1
    return found


def _ready_by_loop(pictures: np.ndarray, rows: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Do the same on the host in a Python loop over images, as in most data loaders."""
    found = np.zeros((len(rows), _SIDE, _SIDE), np.float32)
    around = np.zeros((_SIDE + 2 * _EDGE, _SIDE + 2 * _EDGE), np.float32)
    for one, row, (down, across) in zip(found, rows, moved, strict=True):
        around[_EDGE:-_EDGE, _EDGE:-_EDGE] = pictures[row].reshape(_SIDE, _SIDE)
        one[:] = around[down : down + _SIDE, across : across + _SIDE]
    return found.reshape(len(rows), -1) * 2 - 1


def _prepared() -> Case:
    """Prepare one batch without training on it."""
    made: dict[int, Callable[[], Any]] = {0: _store, 1: lambda: _rows()[0], 2: lambda: _moves()[0]}

    def called(pictures: Array, rows: Array, moved: Array) -> np.ndarray:
        return _ready_by_loop(np.asarray(pictures), np.asarray(rows), np.asarray(moved))

    params = {"batch": _AT_ONCE}
    whole = CountedCase("prepared", params, _ready, _ORDER, input_makers=made, donated="nothing")
    return replace(whole, uncompiled=called)


@cache
def _store() -> np.ndarray:
    draw = np.random.Generator(np.random.Philox(0))
    return draw.random((_STORED, _SIDE**2), np.float32)


@cache
def _rows() -> np.ndarray:
    draw = np.random.Generator(np.random.Philox(1))
    return draw.permutation(_STORED)[: _FED * _AT_ONCE].reshape(_FED, -1).astype(np.int32)


@cache
def _moves() -> np.ndarray:
    draw = np.random.Generator(np.random.Philox(2))
    return draw.integers(0, 2 * _EDGE + 1, (_FED, _AT_ONCE, 2), np.int32)


def _by_host(how: str) -> Iterator[np.ndarray]:
    """Yield the batches of one case: prepared in advance, on demand, or by a second thread during
    the previous step.
    """
    turns = list(zip(_rows(), _moves(), strict=True))
    if how == "ready":
        yield from _made_before()
    elif how == "in turn":
        yield from (_ready_by_loop(_store(), *turn) for turn in turns)
    else:
        with ThreadPoolExecutor(1) as other:
            coming = [other.submit(_ready_by_loop, _store(), *turn) for turn in turns]
            yield from (one.result() for one in coming)


@cache
def _made_before() -> list[np.ndarray]:
    return [_ready_by_loop(_store(), *turn) for turn in zip(_rows(), _moves(), strict=True)]


def _fed() -> Iterator[Case]:
    """Run four steps of the dense network, including the preparation of the images."""
    network = NETWORKS["dense"]
    _, truth, weights = network.inputs(_AT_ONCE)
    one = jax.jit(lambda given, truth, weights: better(network, weights, given, truth))

    def program(
        pictures: Array, rows: Array, moved: Array, truth: Array, weights: Weights
    ) -> Weights:
        for turn in range(_FED):
            given = _ready(pictures, rows[turn], moved[turn])
            weights = better(network, weights, given, truth)
        return weights

    def called(how: str, *given: Any) -> Weights:
        truth: Array = given[-2]
        weights: Weights = given[-1]
        for pictures in _by_host(how):
            # Like a loop that prints its loss: each step finishes before the next one starts.
            weights = jax.block_until_ready(one(pictures, truth, weights))
        return weights

    places = jax.ShapeDtypeStruct((_FED, _AT_ONCE), "int32")
    moves = jax.ShapeDtypeStruct((_FED, _AT_ONCE, 2), "int32")
    inputs = f32(_STORED, _SIDE**2), places, moves, truth, weights
    first = network.made(_AT_ONCE)
    made: dict[int, Callable[[], Any]] = {0: _store, 1: _rows, 2: _moves, 3: first[1], 4: first[2]}
    whole = CountedCase(
        "fed", {"batch": _AT_ONCE}, program, inputs, input_makers=made, donated="nothing"
    )
    for how in ("ready", "in turn", "ahead"):
        yield replace(whole, params={"how": how, **whole.params}, uncompiled=partial(called, how))


CASES = (
    *(_step(net, batch) for net, batches in _BATCHES for batch in batches),
    *_trained(),
    *map(_search, (1, 8, 64)),
    _prepared(),
    *_fed(),
)
