# ---
# title: "Mend it: a thousand small products"
# kind: program
# points: 1
# minutes: 15
# hints:
#   - "A list of products is a program as long as the list, and every piece of it fetches `move` and
#     `noise` anew. Write the step of one tracker as a function of `move`, `spread` and `noise`."
#   - "Which of the three does each tracker have for itself? Only that one is taken apart."
#   - "With `def one(move, spread, noise): return move @ spread @ move.T + noise` the answer is
#     `jax.vmap(one, in_axes=(None, 0, None))(move, spreads, noise)`."
# ---

# %% [markdown]
# Rewrite `spread_slow` so that it gives the same answer and fetches `move` and `noise` once, not
# once for each tracker.
#
# A radar follows `n` aircraft. How sure it is of each stands in a small matrix, `spreads[i]`;
# between two looks that becomes `move @ spreads[i] @ move.T + noise`, with the same `move` and
# `noise` for all. (It is one half of a *Kalman filter*.)
#
# Then the experiment, which is not graded. `loop` and `lanes` get two stacks of small matrices,
# each `(n, k, k)`, and give the products of all pairs: the loop as a list, `a[i] @ b[i]` for each
# `i`; the lanes with `vmap`. Write down how many times as long the loop takes for a thousand pairs
# of 8 by 8, and run the last line. It times both, and `jax.lax.map`, on your machine: for 8 by 8
# and for 4 by 4. Look which of the three wins at 4 by 4, and ask yourself why.
#
# In the experiment `import manylanes` brings the instrument: `manylanes.time(program, x)` takes
# samples, `.median` is the middle one; `manylanes.roof()` knows the `.bandwidth`, the `.rate` and
# the price of a call, `.call_s`; `manylanes.Record.of_the_book()` answers a `.query` with what the
# book's CPU did; its `.measurements` are rows with a `.case`, `.params` and a `.label`. With a GPU
# among `jax.devices()`, `jax.default_device` takes the programs to both machines, and
# `.device_kind` says which it is.

# %% given
import jax
import jax.numpy as jnp
import manylanes


def spread_slow(move, spreads, noise):
    return jnp.stack([move @ spread @ move.T + noise for spread in spreads])


def experiment(loop, lanes, guess, n=1000):
    """Times three ways on your machine: how many times as long as `lanes` does each take?"""

    def mapped(a, b):
        return jax.lax.map(lambda pair: pair[0] @ pair[1], (a, b))

    for device in dict.fromkeys([jax.devices()[0], jax.devices("cpu")[0]]):
        for k in (8, 4):
            with jax.default_device(device):
                roof, pairs = manylanes.roof(), (jnp.ones((n, k, k)), jnp.ones((n, k, k)))
                walls = 2 * n * k**3 / roof.rate, 12 * n * k**2 / roof.bandwidth
                timed = [
                    manylanes.time(way, *pairs) for way in (jax.jit(lanes), loop, jax.jit(mapped))
                ]
            took, looped, turned = (each.median for each in timed)
            least = (roof.call_s + max(walls)) / took
            print(f"{device.device_kind}, {k} by {k}: lanes {took * 1e6:.0f} us,", end=" ")
            print(f"{least:.0%} of its roof; a call costs {roof.call_s * 1e6:.1f} us")
            print(f"  the loop takes {looped / took:.0f} times as long,", end=" ")
            print(f"`jax.lax.map` {turned / took:.2g} times")
            if k == 8:
                print(f"  you guessed {guess}")
    record = manylanes.Record.of_the_book()
    for row in record.measurements:
        if row.case == "pairs" and row.params["k"] in (8, 4):
            median = record.query(f"{row.label}.time").median
            print(f"the book's CPU: {row.label} {median * 1e6:.0f} us")


# %% answer
def spread_all(move, spreads, noise):
    """move: f32[k, k], spreads: f32[n, k, k], noise: f32[k, k] -> f32[n, k, k].

    Two to four lines."""

    ### BEGIN SOLUTION
    def one(spread):
        return move @ spread @ move.T + noise

    return jax.vmap(one)(spreads)
    ### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def loop(a, b):
    return [a[0]]


def lanes(a, b):
    return a


guess = ...
# experiment(loop, lanes, guess)

# %% check
check(
    spread_all,
    spec=lambda move, spreads, noise: move @ spreads @ move.T + noise,
    given="move: f32[k, k], spreads: f32[n, k, k], noise: f32[k, k], n in 1..64, k in 1..16",
    budget=Budget(bytes=1.3, span=2, at={"n": 64, "k": 8}),
)


# %% wrong: as_it_was
# Right, from a program as long as the list: Python wrote the loop out, a piece for each tracker,
# and each piece fetches `move` and `noise` again. `vmap` makes one piece for all.
def spread_all(move, spreads, noise):
    return jnp.stack([move @ spread @ move.T + noise for spread in spreads])


# %% wrong: one_after_another
# Right, one tracker after another: each turn of the loop waits for the turn before it and fetches
# `move` and `noise` again, though no tracker needs another.
def spread_all(move, spreads, noise):
    return jax.lax.map(lambda spread: move @ spread @ move.T + noise, spreads)


# %% wrong: all_taken_apart
# `vmap` took `move` and `noise` apart as well: a row of them for each tracker. They go whole to
# everyone: `in_axes=(None, 0, None)`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda m, s, q: m @ s @ m.T + q)(move, spreads, noise)


# %% wrong: not_transposed
# The second `move` stands as its transpose: `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move + noise)(spreads)


# %% wrong: transposed_first
# You turned the wrong one: it is `move @ spread @ move.T`.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move.T @ spread @ move + noise)(spreads)


# %% wrong: noise_forgotten
# You left the noise out: it is added to each.
def spread_all(move, spreads, noise):
    return jax.vmap(lambda spread: move @ spread @ move.T)(spreads)


# %% wrong: whole_stack_turned
# `.T` of a stack reverses all its axes, the trackers' too. Inside `vmap` it turns one matrix, as it
# should.
def spread_all(move, spreads, noise):
    return (move @ (move @ spreads).T).T + noise


# %% right: with_in_axes
def spread_all(move, spreads, noise):
    def one(move, spread, noise):
        return move @ spread @ move.T + noise

    return jax.vmap(one, in_axes=(None, 0, None))(move, spreads, noise)


# %% right: with_einsum
def spread_all(move, spreads, noise):
    return jnp.einsum("ij,njk,lk->nil", move, spreads, move) + noise


# %% right: stacked_products
def spread_all(move, spreads, noise):
    return jnp.matmul(jnp.matmul(move, spreads), move.T) + noise


# %% right: two_steps
def spread_all(move, spreads, noise):
    ahead = jax.vmap(jnp.dot, in_axes=(None, 0))(move, spreads)
    behind = jax.vmap(jnp.dot, in_axes=(0, None))(ahead, move.T)
    return jax.vmap(jnp.add, in_axes=(0, None))(behind, noise)
