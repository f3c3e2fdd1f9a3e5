# %% wrong: todays_rate
# You used the current rate at every call, as Python does. A compiled program does not run your
# Python code again. It contains the rate at the time when it was traced.
def replies(events):
    rate, said = 2, []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            said.append([rate * number for number in value])
    return said


# %% wrong: rate_of_the_first_call
# You used the rate of the first call for all lengths. JAX traces each length separately, at the
# first call with this length. Store one rate per length.
def replies(events):
    rate, known, said = 2, [], []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            known.append(rate)
            said.append([known[0] * number for number in value])
    return said


# %% wrong: always_two
# You used the initial rate for all calls. JAX traces the function again for each new length, and
# then reads the current rate. Store one rate per length.
def replies(events):
    return [[2 * number for number in value] for what, value in events if what == "call"]


# %% wrong: a_new_rate_traces_anew
# You discarded the compiled programs when the rate changed. `jit` looks only at the arguments and
# does not notice a change of a global. Keep the programs.
#
# -            rate = value
# +            rate, known = value, {}


# %% wrong: traced_when_the_length_changes
# You traced again whenever the length differed from the previous call. `jit` keeps all programs, so
# an earlier length still has its old rate. Store one rate per length.
#
# -    rate, known, said = 2, {}, []
# +    rate, last, held, said = 2, None, None, []
# -            held = known.setdefault(len(value), rate)
# +            if len(value) != last:
# +                last, held = len(value), rate


# %% wrong: a_program_for_each_list
# You stored a rate for every list of elements. `jit` looks at the shape and not at the elements, so
# lists of equal length share a program. Use the length as the key.
#
# -            held = known.setdefault(len(value), rate)
# +            held = known.setdefault(tuple(value), rate)


# %% wrong: lists_repeated
# You multiplied a list, which Python repeats. Only arrays are multiplied element by element.
# Multiply each element.
#
# -            said.append([held * number for number in value])
# +            said.append(held * value)


# %% right: by_experiment
import jax.numpy as jnp


def replies(events):
    now = {"rate": 2}
    program = jax.jit(lambda x: now["rate"] * x)
    said = []
    for what, value in events:
        if what == "rate":
            now["rate"] = value
        else:
            said.append(program(jnp.array(value)).tolist())
    return said


# %% right: with_if
def replies(events):
    rate = 2
    programs = {}
    results = []
    for kind, value in events:
        if kind == "rate":
            rate = value
            continue
        if len(value) not in programs:
            programs[len(value)] = rate
        results.append([programs[len(value)] * x for x in value])
    return results
