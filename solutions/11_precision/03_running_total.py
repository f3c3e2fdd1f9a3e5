# ---
# title: A meter that loses nothing
# kind: program
# points: 1
# minutes: 20
# hints:
#   - "When a small number is added to a large one, its last digits are lost. How much was lost can
#     be found out afterwards, exactly: subtract again what was added."
#   - "Carry a pair, the total and what it has too much. First subtract that from the next number,
#     then add, and then see what *this* addition has given too much."
#   - "`part = number - lost`, `after = total + part`, `lost = (after - total) - part`. Carry
#     `(after, lost)` and give `after`. A compiler may not simplify this: brackets matter."
# choices:
#   "jnp.float32(0)": what the first total lacks counts as lost, and is added back
# ---

# %% [markdown]
# Give the running totals of `amounts`, and let no small amount be lost.
#
# Entry `i` of the result is the total of entries 0 to `i`. Most amounts lie between 0 and 1. A few
# are whole numbers of millions, and from some 17 million on neighbours of float32 lie 2 apart: a
# chain of plain additions loses all that comes after. What each addition lost is known right after
# it, and the next can add it back: this is *compensated* (Kahan) summation. A total may be wrong
# by the distance between two neighbours of the largest total, and by no more.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def running_totals(amounts):
    """amounts: f32[n] -> f32[n]. Five to eight lines."""

    ### BEGIN SOLUTION
    def add(state, number):
        total, lost = state
        part = number - lost
        after = total + part
        return (after, (after - total) - part), after

    zero = jnp.float32(0)
    return jax.lax.scan(add, (zero, zero), amounts)[1]
    ### END SOLUTION


# %% check
import numpy as np


def some_amounts(draw):
    n = draw.each([1, 900, 1230, 2, 1050])
    places = [draw.int(0, n - 1) for _ in range(9)]

    def a_few_are_large(drawn):
        large = 8 * np.floor(drawn * 2**17)  # sums of these alone are exact
        drawn[places] = 2.0**21 + large[places]
        drawn[0] = 2.0**24 + 2 * large[0]
        return drawn

    return (draw.array("f32", (n,), 0.0, 1.0, then=a_few_are_large),)


# The distance between two neighbours is 2 ** -23 of a number at most: 1.19e-7.
check(running_totals, spec=np.cumsum, given=some_amounts, tolerance=1.2e-7)
