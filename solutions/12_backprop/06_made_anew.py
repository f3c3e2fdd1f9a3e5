# ---
# title: "Fix: a tape that does not fit"
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "What a `scan` keeps for the backward pass, it keeps for each turn. If a turn is a group of
#     layers, and keeps only what goes into the group, how much is that?"
#   - "`jax.checkpoint(f)` is `f`, but of what happens inside nothing is kept: it is recomputed on
#     the backward pass. Which `f` leaves one array in four?"
#   - "`group = jax.checkpoint(lambda x, four: jax.lax.scan(layer, x, four))`, then
#     `jax.lax.scan(group, x, groups)`."
# choices:
#   "jax.lax.scan(group, x, groups)[0] - y": its sign is lost in the square
# ---

# %% [markdown]
# Rewrite `slopes_kept` so that it gives the same gradients and keeps one array in four of its tape.
#
# `groups[i, j]` are the weights of a layer. There are `k` groups of four, one after another. In the
# forward pass `slopes_kept` keeps what goes into each layer. Keep what goes into each *group*; in
# the backward pass, run its four layers forward once more. `jax.checkpoint(f)` is the function `f`,
# but keeps only what went into `f`, and recomputes the rest. A forward pass more is a third more
# work, and that is what ours does; you may do 1.3 times the work of ours.
#
# The check reads your program: what is there at the same time, and the work.

# %% given
import jax
import jax.numpy as jnp


def layer(x, w):
    """One turn of a scan: x: f32[n, d], w: f32[d, d] -> what goes on, and nothing to collect."""
    return jnp.maximum(x @ w, 0), None


def slopes_kept(groups, x, y):
    def far(groups):
        def group(x, four):
            return jax.lax.scan(layer, x, four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(far)(groups)


# %% answer
def slopes_anew(groups, x, y):
    """groups: f32[k, 4, d, d], x and y: f32[n, d] -> f32[k, 4, d, d].

    One word more than `slopes_kept`, or a few lines."""

    ### BEGIN SOLUTION
    def far(groups):
        @jax.checkpoint
        def group(x, four):
            return jax.lax.scan(layer, x, four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(far)(groups)
    ### END SOLUTION


# %% check
check(
    slopes_anew,
    given="groups: f32[k, 4, d, d] in -1.0..1.0, x: f32[n, d] in 0.0..1.0, y: f32[n, d] in "
    "0.0..1.0, k in 1..16, n in 1..128, d in 1..8",
    budget=Budget(peak=1.2, work=1.3),
)
