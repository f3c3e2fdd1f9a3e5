# ---
# title: What was the rate when it was traced?
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "When does Python look up the global name `rate`: at every call of `scaled`, or only while
#     `scaled` is traced?"
#   - "Each length has a program of its own, and each was traced at another time. Keep a dictionary:
#     for every length the rate of that moment."
#   - "On a call: `known.setdefault(len(numbers), rate)` gives the rate that the program of this
#     length holds, and puts in today's if there is no program yet."
# ---

# %% [markdown]
# Predict, without JAX, what each call of `scaled` returns while somebody changes the global
# `rate`.
#
# An event is `("rate", 5)`, the global gets that value; or `("call", [1, 2])`, `scaled` is called
# with an array of these numbers. Before the first event `rate` is 2, and `scaled` was never called.

# %% given
import jax

rate = 2


@jax.jit
def scaled(x):
    return rate * x


# %% answer
def replies(events):
    """[("call", [1]), ("rate", 5), ("call", [1]), ("call", [1, 1])] -> [[2], [2], [5, 5]].

    Five to eight lines.
    """
    ### BEGIN SOLUTION
    rate, known, said = 2, {}, []
    for what, value in events:
        if what == "rate":
            rate = value
        else:
            held = known.setdefault(len(value), rate)
            said.append([held * number for number in value])
    return said
    ### END SOLUTION


# %% check
def some_events(draw):
    events = []
    for _ in range(draw.each([0, 3, 6, 10, 14])):
        numbers = [draw.int(1, 9) for _ in range(draw.int(1, 3))]
        events.append(draw.pick([("rate", draw.int(0, 9)), ("call", numbers)]))
    return (events,)


check(replies, given=some_events)
