# ---
# title: "Fix: eight products in each step"
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "Four gates multiply the same `h`. Four matrices with a common factor can stand side by side:
#     then it is one product, and what comes out is split. Which of the eight products has to wait
#     for the step before?"
#   - "`xs @ w` needs no state at all: all words of all texts can go through one product before the
#     loop begins. What is left in the loop is `h @ u`, with all four gates of `u` at once."
#   - "`jnp.concatenate(params[\"w\"], axis=1)` has all gates side by side, `d` by `4 * m`; the
#     same for `u`. Let the loop go through `xs @ w + params[\"b\"].reshape(-1)`, and split `z + h
#     @ u` in each turn."
# ---

# %% [markdown]
# Rewrite `eight_products` so that it gives the same with one product in each step, and one before
# the first.
#
# `params["w"][k]` are the weights of gate `k` for the word, `params["u"][k]` those for the state,
# in the order input, forget, candidate, output. A step of `eight_products` multiplies each of the
# eight with its row. Two things can be joined: gates that share a factor, and words that wait for
# nothing. The check counts the products that are carried out, turns of the loop included, and the
# bytes: weights that are fetched again in every step, though nothing there waits, show there. No
# array may be much larger than the weights.

# %% given
import jax
import jax.numpy as jnp


def opened(i, f, g, o, c):
    """The state after a step whose gates are open or shut, in whole numbers."""
    c = jnp.where(f > 0, c, 0) + jnp.where(i > 0, jnp.clip(g, -3, 3), 0)
    return jnp.where(o > 0, jnp.clip(c, -3, 3), 0), c


def eight_products(params, xs):
    def turn(state, x):
        h, c = state
        gates = [x @ params["w"][k] + h @ params["u"][k] + params["b"][k] for k in range(4)]
        h, c = opened(*gates, c)
        return (h, c), h

    nothing = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    return jax.lax.scan(turn, (nothing, nothing), xs)[1]


# %% answer
def one_product(params, xs):
    """params: {w: f32[4, d, m], u: f32[4, m, m], b: f32[4, m]}, xs: f32[t, n, d]

    -> every h: f32[t, n, m]. Eight to twelve lines."""

    ### BEGIN SOLUTION
    w = jnp.concatenate(params["w"], axis=1)
    u = jnp.concatenate(params["u"], axis=1)

    def turn(state, z):
        h, c = state
        h, c = opened(*jnp.split(z + h @ u, 4, axis=1), c)
        return (h, c), h

    nothing = jnp.zeros((xs.shape[1], params["b"].shape[1]))
    before = xs @ w + params["b"].reshape(-1)
    return jax.lax.scan(turn, (nothing, nothing), before)[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, xs):
    h = c = np.zeros((xs.shape[1], params["b"].shape[1]))
    every = []
    for x in xs:
        i, f, g, o = (x @ params["w"][k] + h @ params["u"][k] + params["b"][k] for k in range(4))
        c = c * (f > 0) + np.clip(g, -3, 3) * (i > 0)
        h = np.clip(c, -3, 3) * (o > 0)
        every.append(h)
    return np.array(every)


check(
    one_product,
    spec=plain,
    given="params: {w: f32[4, d, m], u: f32[4, m, m], b: f32[4, m]}, xs: f32[t, n, d], "
    "t in 1..32, n in 1..8, d in 1..192, m in 1..192",
    # Joining the weights may make an array of all of them, which is twice what the solution makes.
    # Weights times states, written down for each of three texts, are six times that.
    budget=Budget(
        work=2, products=1, bytes=1.5, largest=3, at={"t": 32, "n": 3, "d": 192, "m": 192}
    ),
)
