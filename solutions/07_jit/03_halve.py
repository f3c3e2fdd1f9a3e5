# ---
# title: Halve an array until it fits a limit
# kind: program
# points: 2
# minutes: 10
# hints:
#   - "The number of iterations depends on the elements, so a `fori_loop` with a fixed end does not
#     work. Which condition decides whether another iteration is needed?"
#   - "`jax.lax.while_loop(cond_fun, body_fun, init)` passes one value to both functions. Make it a
#     pair of the array and the count."
#   - "`jax.lax.while_loop(lambda s: s[0].max() > limit, lambda s: (s[0] / 2, s[1] + 1), (x, 0))`."
# ---

# %% [markdown]
# Halve all elements of the array `x` until none is greater than `limit`. Return the array, and how
# many times you halved it.
#
# - `limit` is positive. If no element exceeds it at the start, do not halve: the count is 0.
# - An element equal to the limit does not exceed it. For example, `x = [-6, 12, 5]` with a limit of
#   3 gives `[-1.5, 3, 1.25]` and 2.
# - Do not make more iterations than necessary: for 64 elements that are halved ten times, the work
#   may be at most 3,412 operations, 2.5 times that of our solution.
#
# Training in 16-bit formats does this with gradients that are too large.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def halved(x, limit):
    """x: f32[n], limit: f32[] -> (f32[n], i32[]): array, count. One to four lines."""
    ### BEGIN SOLUTION
    return jax.lax.while_loop(
        lambda state: state[0].max() > limit,
        lambda state: (state[0] / 2, state[1] + 1),
        (x, 0),
    )
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(x, limit):
    times = 0
    while x.max() > limit:
        x, times = x / 2, times + 1
    return x, np.int32(times)


def inputs(draw):
    # 3 is far below the limit, so its logarithm is negative. 64 is halved to exactly the limit.
    # 4194305 needs 20 iterations, one more than its logarithm in float32 gives. A fixed number of
    # 20 iterations would cost too much. The last case needs ten: there the work is counted, and
    # operations outside the loop hardly matter.
    most, limit = draw.each([(3, 8), (9, 1), (64, 8), (4194305, 8), (11, 3), (4000, 4)])
    n = {(3, 8): 1, (4000, 4): 64}.get((most, limit)) or draw.int(2, 12)
    place = draw.each([-1, 0])

    def one_is_largest(drawn):
        drawn[0] = 0  # the count cannot be derived from a 0
        drawn[place] = most
        return drawn

    x = draw.array("f32", (n,), -4 * most, most, then=one_is_largest)
    return x, draw.array("f32", (), limit, limit)


check(halved, spec=in_numpy, given=inputs, budget=Budget(work=2.5))
