# %% wrong: current_rate
# You used the current rate at every call, as Python does. A compiled program does not run your
# Python code again. The program contains the value that the rate had when JAX traced the function.
def call_results(events):
    rate, results = 2, []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            results.append([rate * number for number in value])
    return results


# %% wrong: rate_of_the_first_call
# You used the rate of the first call for all lengths. JAX traces each length separately, at the
# first call with that length. Store one rate per length.
def call_results(events):
    rate, known, results = 2, [], []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            known.append(rate)
            results.append([known[0] * number for number in value])
    return results


# %% wrong: initial_rate
# You used the initial rate for all calls. JAX traces the function again for each new length and
# reads the current rate at that time. Store one rate per length.
def call_results(events):
    return [[2 * number for number in value] for what, value in events if what == "call"]


# %% wrong: retraced_on_new_rate
# You discarded the compiled programs when the rate changed. `jit` looks only at the arguments and
# does not notice a change of a global. Keep the programs.
#
# -            rate = value
# +            rate, known = value, {}


# %% wrong: only_last_program_cached
# You traced again whenever the length differed from that of the previous call. `jit` keeps all
# programs, so an earlier length still has its old rate. Store one rate per length.
#
# -    rate, known, results = 2, {}, []
# +    rate, last, held, results = 2, None, None, []
# -            held = known.setdefault(len(value), rate)
# +            if len(value) != last:
# +                last, held = len(value), rate


# %% wrong: keyed_by_values
# You stored a rate for every list of elements. `jit` compares the shapes and not the elements, so
# lists of equal length share a program. Use the length as the key.
#
# -            held = known.setdefault(len(value), rate)
# +            held = known.setdefault(tuple(value), rate)


# %% wrong: list_multiplied
# You multiplied a list by a number, so Python repeats the list. Multiply each element instead.
#
# -            results.append([held * number for number in value])
# +            results.append(held * value)


# %% right: by_experiment
import jax.numpy as jnp


def call_results(events):
    now = {"rate": 2}
    program = jax.jit(lambda x: now["rate"] * x)
    results = []
    for what, value in events:
        if what == "rate":
            now["rate"] = value
        else:
            results.append(program(jnp.array(value)).tolist())
    return results


# %% right: with_if
def call_results(events):
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
