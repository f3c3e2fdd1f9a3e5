# ---
# title: Count the compilations
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Call `double(jnp.ones(3))`, then `double(jnp.zeros(3))`. Which of the two calls reuses a
#     compiled program?"
#   - "`jit` compiles a program for a shape *and* a dtype, and keeps all programs that it has
#     compiled. The values of the array do not matter."
#   - "Count the distinct pairs of dtype and shape, in whatever order they occur. Which Python
#     container keeps each element only once?"
# ---

# %% [markdown]
# `calls` lists the calls of one jitted function. Each call is given as the dtype and the shape of
# its argument, for example `("float32", (3,))`. Return how many programs `jit` compiles for them if
# it has compiled none before.
#
# Try it first: in a cell of your own, call `double` with `jnp.ones(3)`, `jnp.zeros(3)`,
# `jnp.ones((3, 1))`, `jnp.ones(3, jnp.int32)`, and then again with `jnp.ones(3)`. Python runs the
# body of a jitted function only when `jit` traces it in order to compile a program, so `print` runs
# once for each compiled program, not once for each call.

# %% given
import jax
import jax.numpy as jnp


@jax.jit
def double(x):
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
    # Some shapes share only the first axis, some the last axis, some the number of elements.
    shapes = [(6,), (2, 3), (3, 2), (2, 2), (2, 1, 3)]
    return ([(draw.pick(["float32", "int32"]), draw.pick(shapes)) for _ in range(draw.int(1, 9))],)


check(compilations, given=series)
