# ---
# title: Run a recurrent layer in logarithmic span
# kind: program
# points: 2
# minutes: 30
# star: true
# hints:
#   - "`keep` and `new` depend on the tokens only, so you can compute all of them at once. The rest
#     is the linear recurrence `h = keep * h + new`, for each of the `n` by `m` values separately.
#     Chapter 8 computes one as a tree."
#   - "Two consecutive steps combine into one of the same form: `(k1 * k2, k2 * n1 + n2)`. A tree of
#     such combinations has logarithmic span. Only the first `h` is still missing."
#   - "`jax.lax.associative_scan(combine, (keep, new))` combines along the first axis, the time
#     steps. Include the first `h` beforehand with `new.at[0].add(keep[0] * h)`, or afterwards with
#     `keeps * h + news`, from both results of the scan."
# ---

# %% [markdown]
# Rewrite `sequential_scan` as `parallel_scan`, so that its span grows with the logarithm of the
# sequence length.
#
# The gate of this recurrent layer depends on the token and not on the state, so the layer is a
# linear recurrence. For token `x = xs[t]`, the gate is `keep = jnp.sign(x @ wk)`, which is -1, 0 or
# 1 for each of `m` values. With `new = x @ wn`, the state becomes `h = keep * h + new`. Before the
# first token, it is `first`, which is not zero. Return `h` after every token.
#
# The check counts two costs for `t = 192`, `n = d = 4` and `m = 8`:
#
# - The span (longest chain of dependent operations) may be at most 328, eight times that of our
#   solution, and it may grow only like the logarithm of `t`.
# - The work may be at most 733,440 operations, five times that of our solution.
#
# A `keep` of 0 erases everything before it. (Real layers use a gate between 0 and 1. Here, all
# values are integers, so the results are exact.)

# %% given
import jax
import jax.numpy as jnp


def sequential_scan(params, first, xs):
    """params: {wk: f32[d, m], wn: f32[d, m]}, first: f32[n, m], xs: f32[t, n, d]."""

    def step(h, x):
        h = jnp.sign(x @ params["wk"]) * h + x @ params["wn"]
        return h, h

    return jax.lax.scan(step, first, xs)[1]


# %% answer
def parallel_scan(params, first, xs):
    """params: {wk: f32[d, m], wn: f32[d, m]}, first: f32[n, m], xs: f32[t, n, d]

    -> every h: f32[t, n, m]. Six or seven lines."""

    ### BEGIN SOLUTION
    def combine(one, other):
        return one[0] * other[0], other[0] * one[1] + other[1]

    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    new = new.at[0].add(keep[0] * first)
    return jax.lax.associative_scan(combine, (keep, new))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, first, xs):
    h, every = first, []
    for x in xs:
        h = np.sign(x @ params["wk"]) * h + x @ params["wn"]
        every.append(h)
    return np.array(every)


check(
    parallel_scan,
    spec=plain,
    # `t` comes first, because the span is fitted over the first size that varies. At its largest
    # value, 192, a sequential loop is far above the solution, whatever it does at smaller sizes. It
    # is not larger, because XLA takes ever longer to compile an unrolled loop.
    given="t in 1 | 2 | 3 | 16 | 64, params: {wk: f32[d, m] in -1..1, wn: f32[d, m]}, "
    "first: f32[n, m] in -9..9, xs: f32[t, n, d] in -2..2, n in 1..4, d in 1..4, m in 1..8",
    budget=Budget(span="log", work=5, at={"t": 192}),
)
