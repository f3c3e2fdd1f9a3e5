"""Parts of a training step: forward and backward pass, update, saved or recomputed activations.

The gradients of a min-plus product are measured, too.
"""

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from manylanes.records import Case, CountedCase, f32

from ._networks import NETWORKS, Weights
from .step import step

_BATCHES = (
    ("tiny", (1, 256)),
    ("dense", (1, 8, 64, 512)),
    ("cnn", (1, 64)),
    ("block", (1, 8)),
)
_LAYERS, _EXAMPLES, _WIDTH = 16, 1024, 512
_LEARNING_RATE = 1e-6
_TOWNS = 128
Array = jax.Array


def _forward(net: str, batch: int) -> Case:
    """Return a case that computes the output of a network (the forward pass).

    The program does not compute the loss: with a scalar result, the compiler would simplify the
    program.
    """
    network = NETWORKS[net]
    examples, _, weights = network.inputs(batch)

    def program(examples: Array, weights: Weights) -> Array:
        return network.forward(weights, examples)

    makers = {1: network.input_makers(batch)[2]}
    return CountedCase(
        "forward", {"net": net, "batch": batch}, program, (examples, weights), input_makers=makers
    )


def _gradients(net: str, batch: int) -> Case:
    """Return a case that computes the gradients of all weights (forward and backward pass)."""
    network = NETWORKS[net]

    def program(examples: Array, targets: Array, weights: Weights) -> Weights:
        results: Weights = jax.grad(network.loss)(weights, examples, targets)
        return results

    params: dict[str, int | str] = {"net": net, "batch": batch}
    inputs, makers = network.inputs(batch), network.input_makers(batch)
    return CountedCase("gradients", params, program, inputs, input_makers=makers)


def _stack(group: int) -> Case:
    """Return a case that computes the gradients of sixteen layers, checkpointed in groups.

    Only the input of each group is saved; the backward pass recomputes the layers of the group.
    With groups of one layer, every activation is saved, and no layer is recomputed.
    """

    def layer(x: Array, w: Array) -> tuple[Array, None]:
        return jnp.maximum(x @ w, 0), None

    def group_of_layers(x: Array, group_weights: Array) -> tuple[Array, None]:
        return jax.lax.scan(layer, x, group_weights)

    body = layer if group == 1 else jax.checkpoint(group_of_layers)
    shape = (-1, _WIDTH, _WIDTH) if group == 1 else (-1, group, _WIDTH, _WIDTH)

    def loss(ws: Array, x: Array, targets: Array) -> Array:
        return jnp.mean((jax.lax.scan(body, x, ws.reshape(shape))[0] - targets) ** 2)

    rows = f32(_EXAMPLES, _WIDTH)
    weights = f32(_LAYERS, _WIDTH, _WIDTH)
    inputs = weights, rows, rows
    return CountedCase(
        "stack",
        {"group": group},
        jax.grad(loss),
        inputs,
        input_makers={0: _norm_preserving_weights},
    )


def _norm_preserving_weights() -> np.ndarray:
    """Draw random weights of layers that approximately preserve the norm of their inputs."""
    rng = np.random.Generator(np.random.Philox(0))
    values = rng.standard_normal((_LAYERS, _WIDTH, _WIDTH), np.float32)
    return values * np.float32((2 / _WIDTH) ** 0.5)


def _sgd(n: int) -> Case:
    def program(gradients: Array, weights: Array) -> Array:
        return weights - _LEARNING_RATE * gradients

    inputs = f32(n), f32(n)
    return CountedCase("update", {"rule": "sgd", "n": n}, program, inputs, donated="last input")


def _adam(n: int) -> Case:
    """Return a case that updates weights with Adam, without bias correction (two scalars).

    The bytes are those that `cost` counts: both moments are results, and the update reads them
    again. A single fused kernel would not read the moments again.
    """

    def program(gradients: Array, state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        weights, mean, square = state
        mean = 0.9 * mean + 0.1 * gradients
        square = 0.999 * square + 0.001 * gradients**2
        return weights - _LEARNING_RATE * mean / (jnp.sqrt(square) + 1e-8), mean, square

    inputs = f32(n), (f32(n),) * 3
    params: dict[str, int | str] = {"rule": "adam", "n": n}
    return CountedCase(
        "update",
        params,
        program,
        inputs,
        donated="last input",
        input_makers={1: partial(_adam_state, n)},
    )


def _adam_state(n: int) -> tuple[np.ndarray, ...]:
    """Draw non-negative weights and moments, because the second moment must not be negative."""
    rng = np.random.Generator(np.random.Philox(1))
    return rng.random(n, np.float32), rng.random(n, np.float32), rng.random(n, np.float32)


def _min_plus_gradients(method: str) -> Case:
    """Return a case that computes both gradients of a min-plus product (see the suite `min_plus`).

    For comparison, one case computes the gradients of a matrix product.
    """

    def cheapest(a: Array, b: Array) -> Array:
        return jnp.min(a[:, :, None] + b, axis=1)

    def by_stop(g: Array, a: Array, b: Array) -> tuple[Array, Array]:
        stops = jnp.argmin(a[:, :, None] + b, axis=1)
        rows, columns = jnp.indices(g.shape)
        return jnp.zeros_like(a).at[rows, stops].add(g), jnp.zeros_like(b).at[stops, columns].add(g)

    def vjp_of(layer: Callable[[Array, Array], Array]) -> Callable[..., tuple[Array, Array]]:
        def program(g: Array, a: Array, b: Array) -> tuple[Array, Array]:
            results: tuple[Array, Array] = jax.vjp(layer, a, b)[1](g)
            return results

        return program

    programs = {
        "matmul": vjp_of(jnp.matmul),
        "broadcast": vjp_of(cheapest),
        "scatter": by_stop,
    }
    table = f32(_TOWNS, _TOWNS)
    return CountedCase("min_plus_gradients", {"method": method}, programs[method], (table,) * 3)


CASES = (
    *(_forward(net, batch) for net, batches in _BATCHES for batch in batches),
    *(_gradients(net, batch) for net, batches in _BATCHES for batch in batches),
    *(step("dense", batch) for batch in (1, 8, 64, 512)),
    *map(_stack, (1, 2, 4, 8, 16)),
    *(update(n) for n in (2**20, 2**24) for update in (_sgd, _adam)),
    *(_min_plus_gradients(method) for method in ("matmul", "broadcast", "scatter")),
)
