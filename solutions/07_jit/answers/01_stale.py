# %% wrong: todays_rate
# You used today's rate at every call, as Python does. The compiled program does not run your Python
# again: it holds the number that was there when it was traced.
def replies(events):
    rate, said = 2, []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            said.append([rate * number for number in value])
    return said


# %% wrong: always_two
# You kept the very first rate for ever. A length that was not seen before is traced anew, and then
# Python looks again.
def replies(events):
    return [[2 * number for number in value] for what, value in events if what == "call"]


# %% wrong: rate_of_the_first_call
# You kept the rate of the very first call. Each length is traced by itself, at its own first call.
def replies(events):
    rate, known, said = 2, [], []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            known.append(rate)
            said.append([known[0] * number for number in value])
    return said


# %% wrong: lists_repeated
# You multiplied a list: Python repeats it that many times; only arrays are multiplied number by
# number. Go through the list.
#
# -            said.append([held * number for number in value])
# +            said.append(held * value)


# %% wrong: a_program_for_each_list
# You kept a rate for every list of numbers. `jit` looks at the shape, and the numbers in it are an
# input: lists of one length share a program.
#
# -            held = known.setdefault(len(value), rate)
# +            held = known.setdefault(tuple(value), rate)


# %% wrong: traced_when_the_length_changes
# You traced again whenever the length differed from the call before. Programs are kept: coming back
# to a length comes back to its old rate.
#
# -    rate, known, said = 2, {}, []
# +    rate, last, held, said = 2, None, None, []
# -            held = known.setdefault(len(value), rate)
# +            if len(value) != last:
# +                last, held = len(value), rate


# %% wrong: a_new_rate_traces_anew
# You let a new rate throw the programs away. `jit` looks at arguments only; it does not know that
# the function reads a global.
#
# -            rate = value
# +            rate, known = value, {}


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
