# %% wrong: every_call
# You counted every call. `jit` keeps the program that it compiled for a shape and a dtype, and
# later calls with the same shape and dtype reuse it.
def compilations(calls):
    return len(calls)


# %% wrong: dtype_forgotten
# You compared only the shapes. Instructions for float32 and for int32 differ, so `jit` compiles a
# program for each dtype.
def compilations(calls):
    return len({shape for _, shape in calls})


# %% wrong: shape_forgotten
# You compared only the dtypes. The sizes of all arrays are fixed when a program is compiled, so
# `jit` compiles a program for each shape.
def compilations(calls):
    return len({dtype for dtype, _ in calls})


# %% wrong: only_last_program_cached
# You counted a compilation whenever a call differs from the previous one. `jit` keeps all compiled
# programs, not only the last one, so returning to an earlier shape needs no compilation.
def compilations(calls):
    known = [call for i, call in enumerate(calls) if i == 0 or call != calls[i - 1]]
    return len(known)


# %% wrong: by_number_of_elements
# You counted `(6,)` and `(2, 3)` as one shape because both have six elements. They are two
# different shapes.
def compilations(calls):
    def count(shape):
        return shape[0] * (shape[1] if len(shape) > 1 else 1)

    return len({(dtype, count(shape)) for dtype, shape in calls})


# %% wrong: by_number_of_axes
# You counted `(2, 3)` and `(3, 2)` as one shape because both have two axes. They are different
# shapes: a program also fixes the length of each axis.
def compilations(calls):
    return len({(dtype, len(shape)) for dtype, shape in calls})


# %% wrong: first_call_forgotten
# You counted how often a call differs from the previous one. The first call has no previous one,
# but it needs a compilation. A call with an earlier pair of shape and dtype needs none, because
# `jit` reuses the program.
def compilations(calls):
    return sum(call != calls[i] for i, call in enumerate(calls[1:]))


# %% wrong: cache_hits_counted
# You counted the calls that reuse a program. Count the compilations instead.
def compilations(calls):
    return len(calls) - len(set(calls))


# %% wrong: all_combinations
# You multiplied the number of dtypes by the number of shapes. Not every combination occurs in the
# calls, and `jit` compiles only those that occur.
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
