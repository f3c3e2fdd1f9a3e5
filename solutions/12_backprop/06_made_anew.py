# ---
# title: "Mend it: a tape that does not fit"
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


# %% wrong: as_it_was
# Right, but every layer's input is kept for the backward pass: four arrays for each group, all at
# once. Put `jax.checkpoint` around a group.
#
# -        @jax.checkpoint


# %% wrong: round_each_layer
# Right, but the input of each layer is kept: your `jax.checkpoint` is around a single layer. Around
# a group of four it keeps one array for four.
def slopes_anew(groups, x, y):
    def far(groups):
        def group(x, four):
            return jax.lax.scan(jax.checkpoint(layer), x, four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(far)(groups)


# %% wrong: slopes_of_the_inputs
# Those are the gradients of `x`. `jax.grad` takes them of the first argument: that has to be
# `groups`.
def slopes_anew(groups, x, y):
    @jax.checkpoint
    def group(x, four):
        return jax.lax.scan(layer, x, four)

    return jax.grad(lambda x: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean())(x)


# %% wrong: the_sum
# Those are the gradients of the sum. The error is the mean.
def slopes_anew(groups, x, y):
    group = jax.checkpoint(lambda x, four: jax.lax.scan(layer, x, four))
    return jax.grad(lambda groups: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).sum())(groups)


# %% wrong: stopped_at_the_group
# No gradient goes back through `stop_gradient`: it is for numbers that count as constants.
# `jax.checkpoint` keeps nothing and computes it again.
def slopes_anew(groups, x, y):
    def far(groups):
        def group(x, four):
            return jax.lax.scan(layer, jax.lax.stop_gradient(x), four)

        return ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean()

    return jax.grad(far)(groups)


# %% wrong: from_the_start_each_time
# Right, and little is kept; but for each group you ran all groups before it once more, so the work
# grows with the square of their number. Keep what goes into each group.
def slopes_anew(groups, x, y):
    def into(i):
        def turn(x, one):
            at, four = one
            moved = jax.lax.scan(layer, x, four)[0]
            return jnp.where(at < i, moved, x), None

        return jax.lax.scan(turn, x, (jnp.arange(len(groups)), groups))[0]

    def run(x, four):
        return jax.lax.scan(layer, x, four)[0]

    def back(g, i):
        i = len(groups) - 1 - i
        g, of_four = jax.vjp(run, into(i), groups[i])[1](g)
        return g, of_four

    g = 2 * (into(len(groups)) - y) / x.size
    return jax.lax.scan(back, g, jnp.arange(len(groups)))[1][::-1]


# %% right: by_hand
def slopes_anew(groups, x, y):
    def run(x, four):
        return jax.lax.scan(layer, x, four)[0]

    def forth(x, four):
        return run(x, four), x

    def back(g, kept):
        return jax.vjp(run, *kept)[1](g)

    last, into = jax.lax.scan(forth, x, groups)
    return jax.lax.scan(back, 2 * (last - y) / x.size, (into, groups), reverse=True)[1]


# %% right: nested_checkpoints
def slopes_anew(groups, x, y):
    again = jax.checkpoint(layer)
    group = jax.checkpoint(lambda x, four: jax.lax.scan(again, x, four))
    return jax.grad(lambda groups: ((jax.lax.scan(group, x, groups)[0] - y) ** 2).mean())(groups)


# %% right: four_written_out
def slopes_anew(groups, x, y):
    @jax.checkpoint
    def group(x, four):
        for w in four:
            x = jnp.maximum(x @ w, 0)
        return x, None

    def far(groups):
        off = jax.lax.scan(group, x, groups)[0] - y
        return jnp.vdot(off, off) / off.size

    return jax.grad(far)(groups)
