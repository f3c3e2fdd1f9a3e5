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
