"""Training: steps of five networks, a complete training run, parallel runs, and data loading."""

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
from .step import LEARNING_RATE, step, update_weights

Array = jax.Array
_BATCHES = (
    ("digits", (1, 4, 16, 64, 256, 1437)),
    ("fcn", (1, 4, 16, 64, 256)),
    ("alexnet", (1, 4, 16, 64)),
    ("resnet", (1, 4, 16)),
    ("lstm", (1, 4, 16, 64)),
)
# Batches of random images, about as many as 80 % of a data set of 1,797 digits.
_CLASSIFIER, _BATCH_COUNT, _BATCH = NETWORKS_2017["digits"], 44, 32
_STEPS, _SEARCH_STEPS = 1000, 200
_DATASET_SIZE, _SIDE, _LOADED_BATCH, _LOADED_STEPS, _MAX_SHIFT = 10_000, 28, 512, 4, 2
_LOADER_INPUTS = (
    f32(_DATASET_SIZE, _SIDE**2),
    jax.ShapeDtypeStruct((_LOADED_BATCH,), "int32"),
    jax.ShapeDtypeStruct((_LOADED_BATCH, 2), "int32"),
)


def _step(net: str, batch: int) -> Case:
    case = step(net, batch, NETWORKS_2017)
    # The loop over a sequence reads the same weights in each time step. The program therefore moves
    # more bytes than its arrays contain.
    return replace(case, array_bytes=_tree_bytes(case.inputs)) if net == "lstm" else case


def _tree_bytes(inputs: tuple[Any, ...]) -> int:
    """Return the size of the inputs in bytes."""
    return sum(spec.size * spec.dtype.itemsize for spec in jax.tree.leaves(inputs))


def _train(
    steps: int, images: Array, targets: Array, learning_rate: Any, weights: Weights
) -> Weights:
    """Train on one batch after another, and repeat from the first batch."""

    def train_step(i: Array, weights: Weights) -> Weights:
        examples = lax.dynamic_index_in_dim(images, i % _BATCH_COUNT, keepdims=False)
        batch_targets = lax.dynamic_index_in_dim(targets, i % _BATCH_COUNT, keepdims=False)
        return update_weights(_CLASSIFIER, weights, examples, batch_targets, learning_rate)

    result: Weights = lax.fori_loop(0, steps, train_step, weights)
    return result


def _digits() -> tuple[tuple[Any, ...], dict[int, Callable[[], Any]]]:
    """Return the shapes of all batches, of their targets and of the weights of the classifier.

    Also return the functions that create targets and weights.
    """
    _, _, weights = _CLASSIFIER.inputs(_BATCH)
    makers = _CLASSIFIER.input_makers(_BATCH_COUNT * _BATCH)

    def targets() -> np.ndarray:
        flat: np.ndarray = makers[1]()
        return flat.reshape(_BATCH_COUNT, _BATCH, -1)

    inputs = f32(_BATCH_COUNT, _BATCH, 64), f32(_BATCH_COUNT, _BATCH, 10), weights
    return inputs, {1: targets, 2: makers[2]}


def _training_cases() -> Iterator[Case]:
    """Yield cases that train for a thousand steps: one program, or a Python loop of calls."""
    inputs, makers = _digits()

    def program(images: Array, targets: Array, weights: Weights) -> Weights:
        return _train(_STEPS, images, targets, LEARNING_RATE, weights)

    params: dict[str, int | str] = {"method": "one program", "steps": _STEPS}
    whole = CountedCase(
        "training_loop",
        params,
        program,
        inputs,
        input_makers=makers,
        donated="last input",
        array_bytes=_tree_bytes(inputs),
    )
    jitted_step = jax.jit(
        lambda examples, targets, weights: update_weights(_CLASSIFIER, weights, examples, targets)
    )

    def python_loop(images: Array, targets: Array, weights: Weights) -> Weights:
        batches = list(zip(np.asarray(images), np.asarray(targets), strict=True))
        for i in range(_STEPS):
            weights = jitted_step(*batches[i % _BATCH_COUNT], weights)
        return weights

    yield whole
    yield replace(
        whole, params={**params, "method": "calls"}, uncompiled=python_loop, donated="nothing"
    )


def _learning_rate_search(models: int) -> Case:
    """Return a case that trains `models` classifiers in parallel, with different learning rates."""
    (images, targets, weights), makers = _digits()

    def program(rates: Array, images: Array, targets: Array, weights: Weights) -> Weights:
        each = partial(_train, _SEARCH_STEPS, images, targets)
        result: Weights = jax.vmap(each, in_axes=(0, None))(rates, weights)
        return result

    inputs = f32(models), images, targets, weights
    rates = partial(np.geomspace, 1e-4, 1e-2, models, dtype=np.float32)
    return CountedCase(
        "learning_rate_search",
        {"models": models},
        program,
        inputs,
        input_makers={0: rates, 2: makers[1], 3: makers[2]},
    )


def _augment(images: Array, rows: Array, shifts: Array) -> Array:
    """Select images, shift each by up to two pixels (data augmentation), and scale to [-1, 1]."""
    padded = jnp.pad(
        images.reshape(-1, _SIDE, _SIDE)[rows], ((0, 0), *[(_MAX_SHIFT, _MAX_SHIFT)] * 2)
    )

    def crop(image: Array, offset: Array) -> Array:
        return lax.dynamic_slice(image, offset, (_SIDE, _SIDE))

    result: Array = jax.vmap(crop)(padded, shifts).reshape(len(rows), -1) * 2 - 1
    return result


def _augment_by_loop(images: np.ndarray, rows: np.ndarray, shifts: np.ndarray) -> np.ndarray:
    """Compute the result of `_augment` on the host, in a Python loop over the images."""
    result = np.zeros((len(rows), _SIDE, _SIDE), np.float32)
    padded = np.zeros((_SIDE + 2 * _MAX_SHIFT, _SIDE + 2 * _MAX_SHIFT), np.float32)
    for output, row, (down, across) in zip(result, rows, shifts, strict=True):
        padded[_MAX_SHIFT:-_MAX_SHIFT, _MAX_SHIFT:-_MAX_SHIFT] = images[row].reshape(_SIDE, _SIDE)
        output[:] = padded[down : down + _SIDE, across : across + _SIDE]
    return result.reshape(len(rows), -1) * 2 - 1


def _augmentation_case() -> Case:
    """Return a case that prepares one batch of images on the host, without training on it."""
    makers: dict[int, Callable[[], Any]] = {
        0: _dataset,
        1: lambda: _batch_rows()[0],
        2: lambda: _batch_shifts()[0],
    }

    def python_loop(images: Array, rows: Array, shifts: Array) -> np.ndarray:
        return _augment_by_loop(np.asarray(images), np.asarray(rows), np.asarray(shifts))

    params = {"batch": _LOADED_BATCH}
    whole = CountedCase(
        "augmentation", params, _augment, _LOADER_INPUTS, input_makers=makers, donated="nothing"
    )
    return replace(whole, uncompiled=python_loop)


@cache
def _dataset() -> np.ndarray:
    rng = np.random.Generator(np.random.Philox(0))
    return rng.random((_DATASET_SIZE, _SIDE**2), np.float32)


@cache
def _batch_rows() -> np.ndarray:
    rng = np.random.Generator(np.random.Philox(1))
    return (
        rng.permutation(_DATASET_SIZE)[: _LOADED_STEPS * _LOADED_BATCH]
        .reshape(_LOADED_STEPS, -1)
        .astype(np.int32)
    )


@cache
def _batch_shifts() -> np.ndarray:
    rng = np.random.Generator(np.random.Philox(2))
    return rng.integers(0, 2 * _MAX_SHIFT + 1, (_LOADED_STEPS, _LOADED_BATCH, 2), np.int32)


def _host_batches(method: str) -> Iterator[np.ndarray]:
    """Yield the batches of a loading method.

    "preloaded" prepares all batches once per process, and "sequential" prepares each batch when it
    is needed. With "prefetched", a second thread prepares batches while training steps run.
    """
    batches = list(zip(_batch_rows(), _batch_shifts(), strict=True))
    if method == "preloaded":
        yield from _prepared_batches()
    elif method == "sequential":
        yield from (_augment_by_loop(_dataset(), *batch) for batch in batches)
    else:
        with ThreadPoolExecutor(1) as executor:
            futures = [executor.submit(_augment_by_loop, _dataset(), *batch) for batch in batches]
            yield from (future.result() for future in futures)


@cache
def _prepared_batches() -> list[np.ndarray]:
    return [
        _augment_by_loop(_dataset(), *batch)
        for batch in zip(_batch_rows(), _batch_shifts(), strict=True)
    ]


def _loading_cases() -> Iterator[Case]:
    """Yield a case for each loading method: training for four steps with images from the host."""
    network = NETWORKS["dense"]
    _, targets, weights = network.inputs(_LOADED_BATCH)
    jitted_step = jax.jit(
        lambda examples, targets, weights: update_weights(network, weights, examples, targets)
    )

    def program(
        images: Array, rows: Array, shifts: Array, targets: Array, weights: Weights
    ) -> Weights:
        for i in range(_LOADED_STEPS):
            examples = _augment(images, rows[i], shifts[i])
            weights = update_weights(network, weights, examples, targets)
        return weights

    def python_loop(method: str, *args: Any) -> Weights:
        targets: Array = args[-2]
        weights: Weights = args[-1]
        for images in _host_batches(method):
            # Each step finishes before the next one starts, as in a loop that prints the loss.
            weights = jax.block_until_ready(jitted_step(images, targets, weights))
        return weights

    row_specs = jax.ShapeDtypeStruct((_LOADED_STEPS, _LOADED_BATCH), "int32")
    shift_specs = jax.ShapeDtypeStruct((_LOADED_STEPS, _LOADED_BATCH, 2), "int32")
    inputs = f32(_DATASET_SIZE, _SIDE**2), row_specs, shift_specs, targets, weights
    network_makers = network.input_makers(_LOADED_BATCH)
    makers: dict[int, Callable[[], Any]] = {
        0: _dataset,
        1: _batch_rows,
        2: _batch_shifts,
        3: network_makers[1],
        4: network_makers[2],
    }
    whole = CountedCase(
        "data_loading",
        {"batch": _LOADED_BATCH},
        program,
        inputs,
        input_makers=makers,
        donated="nothing",
    )
    for method in ("preloaded", "sequential", "prefetched"):
        yield replace(
            whole,
            params={"method": method, **whole.params},
            uncompiled=partial(python_loop, method),
        )


CASES = (
    *(_step(net, batch) for net, batches in _BATCHES for batch in batches),
    *_training_cases(),
    *map(_learning_rate_search, (1, 8, 64)),
    _augmentation_case(),
    *_loading_cases(),
)
