# ---
# title: How often is it traced?
# kind: function
# points: 1
# minutes: 4
# hints:
#   - "Call `drawn` in a cell of your own, with one argument changed at a time. When does `print`
#     speak?"
#   - "The size of `x` and the value of `times` are fixed while the program is made. `shade` has
#     only a dtype then: every float is like every other, every int like every other."
#   - "Count the different triples of size, `times` and `type(shade)`, each once: a `set` keeps a
#     thing once."
# ---

# %% [markdown]
# Say how many programs `drawn` becomes over a series of calls.
#
# A call `(size, times, shade)` means `drawn(jnp.ones(size), times, shade)`: `times` is static, and
# `shade` an ordinary Python number, an int or a float.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="times")
def drawn(x, times, shade):
    print("tracing", x.shape, "times =", times, "shade =", shade)
    for _ in range(times):
        x = x * shade
    return x


# %% answer
def traces(calls):
    """[(8, 1, 0.5), (8, 1, 0.7), (8, 2, 0.7)] -> 2. One or two lines."""
    ### BEGIN SOLUTION
    return len({(size, times, type(shade)) for size, times, shade in calls})
    ### END SOLUTION


# %% check
def series(draw):
    shades = [2, 3, 2.0, 3.0, 0.5]
    return (
        [
            (draw.pick([4, 8]), draw.pick([1, 2]), draw.pick(shades))
            for _ in range(draw.each([0, 1, 4, 9, 12]))
        ],
    )


check(traces, given=series)
