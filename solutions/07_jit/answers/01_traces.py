# %% wrong: every_call
# You counted the calls. A program is kept, and the next call that fits it uses it.
def traces(calls):
    return len(calls)


# %% wrong: every_shade
# You made a program for each value of `shade`. It is not static: while the program is made it has a
# dtype and no value.
def traces(calls):
    return len({(size, times, (type(shade), shade)) for size, times, shade in calls})


# %% wrong: every_different_call
# You kept the calls that differ. Two shades of one dtype share a program, and 2 and 2.0, which
# Python calls equal, do not.
def traces(calls):
    return len(set(calls))


# %% wrong: ints_are_floats
# Nearly: you counted an int and a float as the same. `2` is traced as int32 and `2.0` as float32:
# two dtypes, two programs.
def traces(calls):
    return len({(size, times) for size, times, _ in calls})


# %% wrong: times_forgotten
# You forgot `times`. It is static: its value is part of the program, here the number of
# multiplications in it.
def traces(calls):
    return len({(size, type(shade)) for size, _, shade in calls})


# %% wrong: times_alone
# You counted only what is static. An array's shape and dtype are part of the program as well: the
# size of `x`, and whether `shade` is an int or a float.
def traces(calls):
    return len({times for _, times, _ in calls})


# %% wrong: size_forgotten
# You forgot the size of `x`: a program has fixed shapes.
def traces(calls):
    return len({(times, type(shade)) for _, times, shade in calls})


# %% wrong: only_the_last_is_kept
# You trace again whenever a call differs from the one before. All programs are kept.
def traces(calls):
    seen = [(size, times, type(shade)) for size, times, shade in calls]
    return sum(i == 0 or key != seen[i - 1] for i, key in enumerate(seen))


# %% right: by_experiment
def traces(calls):
    made = []

    @partial(jax.jit, static_argnames="times")
    def program(x, times, shade):
        made.append(times)
        return x * shade

    for size, times, shade in calls:
        program(jnp.ones(size), times, shade)
    return len(made)


# %% right: with_a_list
def traces(calls):
    known = []
    for size, times, shade in calls:
        key = size, times, isinstance(shade, int)
        if key not in known:
            known.append(key)
    return len(known)


# %% right: by_dtype
def traces(calls):
    return len({(size, times, jnp.asarray(shade).dtype) for size, times, shade in calls})
