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


# %% wrong: every_call
# You counted every call. A program that was made for a shape and a dtype is kept: the next call
# with the same ones finds it.
def compilations(calls):
    return len(calls)


# %% wrong: dtype_forgotten
# You looked at the shapes only. The lanes of a float32 and of an int32 do different things, so
# each dtype needs a program of its own.
def compilations(calls):
    return len({shape for _, shape in calls})


# %% wrong: shape_forgotten
# You looked at the dtypes only. The sizes of all arrays are fixed when a program is made, so each
# shape needs one of its own.
def compilations(calls):
    return len({dtype for dtype, _ in calls})


# %% wrong: only_the_last_is_kept
# You compile again whenever a call differs from the one before it. All programs are kept, not only
# the last one: coming back to an old shape costs nothing.
def compilations(calls):
    known = [call for i, call in enumerate(calls) if i == 0 or call != calls[i - 1]]
    return len(known)


# %% wrong: by_number_of_elements
# You counted `(6,)` and `(2, 3)` as one shape, because both hold six numbers. They are two shapes.
def compilations(calls):
    def count(shape):
        return shape[0] * (shape[1] if len(shape) > 1 else 1)

    return len({(dtype, count(shape)) for dtype, shape in calls})


# %% wrong: by_number_of_axes
# You counted `(2, 3)` and `(3, 2)` as one shape, because both have two axes. They are two shapes: a
# program also fixes how long each axis is.
def compilations(calls):
    return len({(dtype, len(shape)) for dtype, shape in calls})


# %% wrong: first_call_forgotten
# You counted how often a call differs from the one before it. The first call has none before it and
# needs a program all the same; and a program is kept, so coming back to an old pair needs none.
def compilations(calls):
    return sum(call != calls[i] for i, call in enumerate(calls[1:]))


# %% wrong: found_for_made
# You counted the calls that find a program. The task asks how many have to be made: count the other
# calls.
def compilations(calls):
    return len(calls) - len(set(calls))


# %% wrong: every_pair_there_could_be
# You multiplied the number of dtypes by that of shapes. A program is made when a pair of the two is
# called, and not every pair may come.
def compilations(calls):
    return len({dtype for dtype, _ in calls}) * len({shape for _, shape in calls})


# %% right: with_a_list
def compilations(calls):
    known = []
    for call in calls:
        if call not in known:
            known.append(call)
    return len(known)


# %% right: with_a_dictionary
def compilations(calls):
    programs = {}
    for dtype, shape in calls:
        programs.setdefault((dtype, shape), "a program")
    return len(programs)


# %% right: by_experiment
def compilations(calls):
    made = []

    @jax.jit
    def program(x):
        made.append(x.shape)
        return x

    for dtype, shape in calls:
        program(jnp.zeros(shape, dtype))
    return len(made)
