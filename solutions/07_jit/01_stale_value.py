# ---
# title: Predict which global value a jitted function uses
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "When does Python look up the global name `rate`: at every call of `scaled`, or only while JAX
#     traces `scaled`?"
#   - "Each length has its own program, and each program was traced at a different time. Keep a
#     dictionary with the rate at that time for every length."
#   - "At a call, `known.setdefault(len(values), rate)` returns the rate that the program of this
#     length contains. If there is no such program yet, it stores the current rate."
# ---

# %% [markdown]
# Predict what each call of `scaled` returns if the global `rate` changes between calls. Return a
# list with one list of integers for each call. Do not use JAX.
#
# `events` lists events of two kinds, in order:
#
# - `("rate", 5)` assigns 5 to the global `rate`.
# - `("call", [1, 2])` calls `scaled` with an array of these integers.
#
# Before the first event, `rate` is 2, and `scaled` has not been called.

# %% given
import jax

rate = 2


@jax.jit
def scaled(x):
    return rate * x


# %% answer
def call_results(events):
    """[("call", [1]), ("rate", 5), ("call", [1]), ("call", [1, 1])] -> [[2], [2], [5, 5]].

    Five to eight lines.
    """
    ### BEGIN SOLUTION
    rate, known, results = 2, {}, []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            held = known.setdefault(len(value), rate)
            results.append([held * number for number in value])
    return results
    ### END SOLUTION


# %% check
def some_events(draw):
    events = []
    for _ in range(draw.each([0, 3, 6, 10, 14])):
        values = [draw.int(1, 9) for _ in range(draw.int(1, 3))]
        events.append(draw.pick([("rate", draw.int(0, 9)), ("call", values)]))
    return (events,)


check(call_results, given=some_events)
