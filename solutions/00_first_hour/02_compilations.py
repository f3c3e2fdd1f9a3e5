# ---
# title: Compile once, or how often?
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Call `doubled(jnp.ones(3))`, then `doubled(jnp.zeros(3))`. Which of the two finds a program
#     that is already there?"
#   - "A program is made for a shape *and* a dtype. It is kept, however many others are made after
#     it. Values do not matter."
#   - "So count the different pairs of dtype and shape, each once, in whatever order they come.
#     Which Python container keeps each thing once?"
# ---

# %% [markdown]
# Say how many programs `jit` compiles over a series of calls.
#
# A call is written as the dtype and the shape of its argument: `("float32", (3,))`. Try `doubled`
# in a cell of your own, with `jnp.ones(3)`, `jnp.zeros(3)` and `jnp.ones((3, 1))`. Python runs the
# body of a jitted function only when a program has to be made, to see what it does; so the `print`
# speaks once for each program, not once for each call.

# %% given
import jax
import jax.numpy as jnp


@jax.jit
def doubled(x):
    print("compiling for", x.dtype, x.shape)
    return 2 * x


# %% answer
def compilations(calls):
    """[("float32", (3,)), ("float32", (3,)), ("float32", (3, 1))] -> 2. One to four lines."""
    ### BEGIN SOLUTION
    return len(set(calls))
    ### END SOLUTION


# %% check
def series(draw):
    # Some agree in their first axis alone, some in their last or in both, some in what they hold.
    shapes = [(6,), (2, 3), (3, 2), (2, 2), (2, 1, 3)]
    return ([(draw.pick(["float32", "int32"]), draw.pick(shapes)) for _ in range(draw.int(1, 9))],)


check(compilations, given=series)
