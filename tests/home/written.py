"""The two programs of each experiment, as a learner writes them, and sizes small enough to test."""

from __future__ import annotations

from typing import Any

# unit: (source, keyword arguments of `experiment`)
WRITTEN: dict[str, tuple[str, dict[str, Any]]] = {
    "00_first_hour": (
        """\
def eager(balances, months):
    for _ in range(months):
        balances = balances * 1.001 + 1
    return balances

def compiled(balances, months):
    return jax.lax.fori_loop(0, months, lambda _, now: now * 1.001 + 1, balances)
""",
        {"months": 10},
    ),
    "01_lanes": (
        """\
def in_step(rows):
    return jax.vmap(jax.vmap(count_iterations))(rows)

def row_by_row(rows):
    return jax.lax.map(jax.vmap(count_iterations), rows)
""",
        {"rows": 4, "lanes": 8},
    ),
    "02_two_machines": (
        """\
def chain(x, y, steps):
    return jax.lax.fori_loop(0, steps, lambda _, x: x * 0.5 + y, x)

def independent(a, b):
    return a @ b
""",
        {"steps": 100, "n": 8},
    ),
    "03_latency_throughput": (
        """\
def one_by_one(weights, customers):
    return jnp.stack([layer(weights, customer) for customer in customers])

def together(weights, customers):
    return jax.vmap(layer, in_axes=(None, 0))(weights, customers)
""",
        {"n": 8},
    ),
    "04_memory": (
        """\
def walk(values, next_index, steps):
    def step(_, carry):
        place, total = carry
        return next_index[place], total + values[place]
    return jax.lax.fori_loop(0, steps, step, (0, 0.0))[1]

def stream(values, steps):
    return values[:steps].sum()
""",
        {"entries": 64, "steps": 8},
    ),
    "05_matmul_cost": (
        """\
def left(a, b, v):
    return (a @ b) @ v

def right(a, b, v):
    return a @ (b @ v)
""",
        {"n": 8},
    ),
    "06_roofline": (
        """\
def light(x, y):
    return x - 0.5 * y

def heavy(x, y):
    for _ in range(16):
        y = x - 0.5 * y
    return y
""",
        {"n": 64},
    ),
    "07_jit": (
        """\
def serve(requests, machine):
    return [machine.run(values + [min(values)] * (-len(values) % 512)) for values in requests]
""",
        {"count": 3},
    ),
    "08_vmap": (
        """\
def loop(a, b):
    return [one @ other for one, other in zip(a, b)]

def lanes(a, b):
    return jax.vmap(jnp.matmul)(a, b)
""",
        {"n": 4},
    ),
    "09_async": (
        """\
def product(x, y):
    return x @ y
""",
        {"n": 8},
    ),
    "10_tiling": (
        """\
def by_tiles(x, y, tile):
    n = len(x)

    def turn(number, result):
        row, column = number // (n // tile) * tile, number % (n // tile) * tile

        def step(k, sums):
            left = jax.lax.dynamic_slice(x, (row, k * tile), (tile, tile))
            right = jax.lax.dynamic_slice(y, (k * tile, column), (tile, tile))
            return sums + left @ right

        made = jax.lax.fori_loop(0, n // tile, step, jnp.zeros((tile, tile)))
        return jax.lax.dynamic_update_slice(result, made, (row, column))

    return jax.lax.fori_loop(0, (n // tile) ** 2, turn, jnp.zeros((n, n)))
""",
        {"n": 128},
    ),
    "11_precision": (
        """\
def plain(x, y):
    return x @ y

def short(x, y):
    x, y = x.astype(jnp.bfloat16), y.astype(jnp.bfloat16)
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)
""",
        {"n": 8},
    ),
    "12_backprop": (
        """\
def forward(net, x):
    for w, b in net[:-1]:
        x = jnp.maximum(x @ w + b, 0)
    w, b = net[-1]
    return x @ w + b

def gradients(net, x):
    return jax.grad(lambda net: (forward(net, x) ** 2).sum())(net)
""",
        {"n": 4},
    ),
    "13_cnn": (
        """\
def library(images, kernel):
    return jax.lax.conv_general_dilated(
        images,
        kernel[:, :, None],
        (1, 1),
        "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=kernel.shape[2],
    )

def shifts(images, kernel):
    _, h, w, _ = images.shape
    wide = jnp.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i : i + h, j : j + w] * kernel[i, j] for i in range(3) for j in range(3))
""",
        {"batch": 1, "side": 4, "channels": 2},
    ),
    "14_lstm": (
        """\
def lstm_cell(z, c):
    i, f, g, o = jnp.split(z, 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c

def eight_a_step(params, xs):
    w, u, b = params["w"], params["u"], params["b"]
    def step(state, x):
        h, c = state
        z = [x @ w[k] + h @ u[k] + b[k] for k in range(4)]
        h, c = lstm_cell(jnp.concatenate(z, axis=-1), c)
        return (h, c), h
    zeros = jnp.zeros((xs.shape[1], b.shape[1]))
    return jax.lax.scan(step, (zeros, zeros), xs)[1]

def one_a_step(params, xs):
    w, u = (jnp.concatenate(params[name], axis=1) for name in "wu")
    def step(state, z):
        h, c = state
        h, c = lstm_cell(z + h @ u, c)
        return (h, c), h
    zeros = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    return jax.lax.scan(step, (zeros, zeros), xs @ w + params["b"].reshape(-1))[1]
""",
        {"steps": 3, "m": 4},
    ),
    "15_attention": (
        """\
def by_token(query, keys, values):
    shares = jax.nn.softmax(jnp.einsum("bhd,bshd->bhs", query, keys))
    return jnp.einsum("bhs,bshd->bhd", shares, values)

def by_head(query, keys, values):
    shares = jax.nn.softmax(jnp.einsum("bhd,bhsd->bhs", query, keys))
    return jnp.einsum("bhs,bhsd->bhd", shares, values)
""",
        {"batch": 1, "heads": 2, "room": 4, "size": 2},
    ),
    "16_training": (
        """\
def improved(net, x, y):
    def loss(net):
        hidden = jnp.maximum(x @ net["w1"] + net["b1"], 0)
        scores = hidden @ net["w2"] + net["b2"]
        return -(y * jax.nn.log_softmax(scores)).sum() / len(x)

    return jax.tree.map(lambda weight, slope: weight - 0.001 * slope, net, jax.grad(loss)(net))
""",
        {"n": 4},
    ),
    "17_beyond_networks": (
        """\
def naive(x, c):
    return ((x[:, None] - c) ** 2).sum(axis=-1)

def product(x, c):
    return (x * x).sum(axis=1)[:, None] - 2 * x @ c.T + (c * c).sum(axis=1)
""",
        {"points": 8, "centres": 4, "columns": 3},
    ),
    "18_many_devices": (
        """\
def step(w, x, y):
    return w - 0.001 * x.T @ (x @ w - y) / len(x)
""",
        {"n": 4},
    ),
    "19_cost": (
        """\
def one_by_one(a, b):
    return jax.lax.map(lambda column: a @ column, b.T).T

def together(a, b):
    return a @ b
""",
        {"n": 8},
    ),
    "21_your_network": (
        """\
def network(x, y, new):
    def loss(w):
        return -jax.nn.log_softmax(jnp.maximum(x, 0) @ w)[jnp.arange(len(y)), y].mean()

    w = jax.lax.fori_loop(0, 5, lambda _, w: w - 0.3 * jax.grad(loss)(w), jnp.zeros((64, 10)))
    return jnp.argmax(jnp.maximum(new, 0) @ w, axis=1)
""",
        {"labelled": 4, "unseen": 3},
    ),
}
