"""Recurrent layers: with fused or separate products, computed in sequence or as a wavefront."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp

from manylanes.records import Case, CountedCase, f32

Array = jax.Array
State = tuple[Array, Array]
_GATES, _LAYER_COUNT, _STEPS = 4, 4, 128
# Lower bound of the length of a cell's dependent chain, in multiply-adds: one in the product, one
# in the new cell state, and one in the output. We have not measured the latency of a cell.
_CHAIN_PER_STEP = 3


def _sigmoid(z: Array) -> Array:
    """Compute the sigmoid explicitly, because versions of JAX implement it with different ops."""
    return 1 / (1 + jnp.exp(-z))


def _next_state(parts: tuple[Array, ...], c: Array) -> State:
    """Return the LSTM state after a step, given the pre-activations of the four gates."""
    i, f, g, o = parts
    c = _sigmoid(f) * c + _sigmoid(i) * jnp.tanh(g)
    return _sigmoid(o) * jnp.tanh(c), c


def _split(z: Array) -> tuple[Array, ...]:
    return tuple(jnp.split(z, _GATES, axis=-1))


def _scan_cells(
    step: Callable[[Array, Array], tuple[Array, ...]], n: int, m: int, xs: Array
) -> Array:
    """Return the hidden states of all steps of an LSTM.

    `step` computes the pre-activations of the gates from a hidden state and a row of `xs`.
    """

    def cell(state: State, x: Array) -> tuple[State, Array]:
        state = _next_state(step(state[0], x), state[1])
        return state, state[0]

    zeros = jnp.zeros((n, m))
    hidden_states: Array = jax.lax.scan(cell, (zeros, zeros), xs)[1]
    return hidden_states


def _eight_products(*weights_and_inputs: Array) -> Array:
    """Compute, for each gate, a product with the token and a product with the state."""
    *weights, xs = weights_and_inputs
    return _stacked(weights[:_GATES], weights[_GATES:], xs)


def _stacked(w: Sequence[Array] | Array, u: Sequence[Array] | Array, xs: Array) -> Array:
    """Compute eight products like `_eight_products`, but with two stacks of weights f32[4, m, m].

    XLA copies the matrix w[k] for each product.
    """
    each, (_, n, m) = range(_GATES), xs.shape
    return _scan_cells(lambda h, x: tuple(x @ w[k] + h @ u[k] for k in each), n, m, xs)


def _two_products(w: Array, u: Array, xs: Array) -> Array:
    """Fuse the gates: one product with the token and one with the state. w, u: f32[m, 4 m]."""
    return _scan_cells(lambda h, x: _split(x @ w + h @ u), xs.shape[1], len(u), xs)


def _one_product(w: Array, u: Array, xs: Array) -> Array:
    """Compute one product: concatenate the weights of all gates, and also token and state."""
    stacked_weights = jnp.concatenate([w, u])
    return _scan_cells(
        lambda h, x: _split(jnp.concatenate([x, h], axis=1) @ stacked_weights),
        xs.shape[1],
        len(u),
        xs,
    )


def _precomputed_inputs(w: Array, u: Array, xs: Array) -> Array:
    """Compute the input projection before the loop; the loop multiplies only the state."""
    return _scan_cells(lambda h, z: _split(z + h @ u), xs.shape[1], len(u), xs @ w)


def _layer_by_layer(w: Array, u: Array, xs: Array) -> Array:
    """Apply the layers one after another to the whole sequence. w, u: f32[layers, m, 4 m]."""
    for one, other in zip(w, u, strict=True):
        xs = _precomputed_inputs(one, other, xs)
    return xs


def _wavefront(w: Array, u: Array, xs: Array) -> Array:
    """Compute all layers as a wavefront: each layer is one time step behind the layer below.

    In each iteration, every layer computes one cell. Before a layer gets its first input, its state
    stays zero, because there is no bias. Results after the end of the sequence are discarded.
    """
    layers, m = u.shape[:2]
    n = xs.shape[1]

    def time_step(state: State, x: Array) -> tuple[State, Array]:
        h, c = state
        below = jnp.concatenate([x[None], h[:-1]])
        state = _next_state(_split(below @ w + h @ u), c)
        return state, state[0][-1]

    zeros = jnp.zeros((layers, n, m))
    padded = jnp.concatenate([xs, jnp.zeros((layers - 1, n, m))])
    hidden_states: Array = jax.lax.scan(time_step, (zeros, zeros), padded)[1]
    return hidden_states[layers - 1 :]


def _chain(keep: Array, new: Array) -> Array:
    def step(h: Array, current: State) -> tuple[Array, Array]:
        h = current[0] * h + current[1]
        return h, h

    hidden_states: Array = jax.lax.scan(step, jnp.zeros(new.shape[1:]), (keep, new))[1]
    return hidden_states


def _tree(keep: Array, new: Array) -> Array:
    def two_steps(one: State, other: State) -> State:
        return one[0] * other[0], other[0] * one[1] + other[1]

    hidden_states: Array = jax.lax.associative_scan(two_steps, (keep, new))[1]
    return hidden_states


_IMPLEMENTATIONS: dict[str, Callable[..., Array]] = {
    "stacked": _stacked,
    "separate": _eight_products,
    "fused_gates": _two_products,
    "concatenated": _one_product,
    "hoisted": _precomputed_inputs,
}
_ORDERS = {"layer by layer": _layer_by_layer, "wavefront": _wavefront}


def _work(method: str, n: int, m: int, steps: int) -> int:
    """Count eight products of n by m with m by m matrices, and 22 operations at the gates.

    If one product multiplies both token and state, four additions at the gates are not needed.
    """
    return steps * (16 * n * m**2 + (18 if method == "concatenated" else 22) * n * m)


def _bytes(method: str, n: int, m: int, steps: int) -> int:
    """Count the bytes of the weights and intermediate arrays of all steps.

    Products or copies before the first step are included.
    """
    initial, weights, between = {
        "stacked": (0, 8, 30),
        "separate": (0, 8, 30),
        "fused_gates": (0, 8, 32),
        "concatenated": (16, 8, 20),
        "hoisted": (4, 4, 32),
    }[method]
    return 4 * (initial * m**2 + steps * (weights * m**2 + between * n * m))


def _working_set(n: int, m: int, steps: int, layers: int = 1) -> int:
    """Count the bytes of the weights, the sequence, its gate pre-activations and the result."""
    return 4 * (layers * 8 * m**2 + 6 * steps * n * m)


def _lstm(method: str, batch: int, m: int, steps: int) -> Case:
    """Return a case that runs one LSTM layer over a sequence of `steps` tokens."""
    weights = {
        "separate": (f32(m, m),) * 2 * _GATES,
        "stacked": (f32(_GATES, m, m),) * 2,
    }.get(method, (f32(m, _GATES * m),) * 2)
    return Case(
        "lstm",
        {"method": method, "batch": batch, "m": m, "steps": steps},
        _IMPLEMENTATIONS[method],
        (*weights, f32(steps, batch, m)),
        work=_work(method, batch, m, steps),
        bytes=_bytes(method, batch, m, steps),
        array_bytes=_working_set(batch, m, steps),
        chain=_CHAIN_PER_STEP * steps,
    )


def _layers(order: str, batch: int, m: int) -> Case:
    """Return a case that runs four LSTM layers, one after another or as a wavefront.

    The wavefront computes a cell of each layer in every iteration, even if the cell is not needed.
    Only the first layer can compute its input projection before the loop.
    """
    weights = f32(_LAYER_COUNT, m, _GATES * m)
    time_steps = _LAYER_COUNT + _STEPS - 1
    if order == "wavefront":
        work = _LAYER_COUNT * _work("fused_gates", batch, m, time_steps)
        between = time_steps * (32 * _LAYER_COUNT + 6) - 3 * (_LAYER_COUNT - 1)
        traffic = 4 * (time_steps * _LAYER_COUNT * 8 * m**2 + between * batch * m)
    else:
        work = _LAYER_COUNT * _work("hoisted", batch, m, _STEPS)
        traffic = _LAYER_COUNT * _bytes("hoisted", batch, m, _STEPS)
    return Case(
        "layers",
        {"order": order, "batch": batch, "m": m},
        _ORDERS[order],
        (weights, weights, f32(_STEPS, batch, m)),
        work=work,
        bytes=traffic,
        array_bytes=_working_set(batch, m, _STEPS, _LAYER_COUNT),
        chain=_CHAIN_PER_STEP * (time_steps if order == "wavefront" else _LAYER_COUNT * _STEPS),
    )


def _linear(method: str, steps: int, lanes: int) -> Case:
    """Return a case that computes h = keep * h + new for `lanes` elements, as a chain or a tree."""
    inputs = f32(steps, lanes), f32(steps, lanes)
    params: dict[str, int | str] = {"method": method, "steps": steps, "lanes": lanes}
    if method == "scan":
        elements = steps * lanes
        return Case("linear", params, _chain, inputs, 2 * elements, 24 * elements, chain=steps)
    return CountedCase("linear", params, _tree, inputs)  # JAX chooses the levels of the tree


_SHAPES = (32, 256, 128), (64, 512, 64), (1, 256, 128)
_LONG = (1024, 8), (16384, 64)

CASES = (
    *(
        _lstm(method, *shape)
        for shape in _SHAPES
        for method in _IMPLEMENTATIONS
        if method != "stacked"
    ),
    _lstm("stacked", *_SHAPES[-1]),
    *(_layers(order, batch, 256) for batch in (1, 32) for order in _ORDERS),
    *(_linear(method, *size) for size in _LONG for method in ("scan", "tree")),
)
