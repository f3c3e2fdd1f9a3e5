# ---
# title: Ragged work, packed into lanes
# kind: program
# points: 3
# minutes: 30
# star: true
# hints:
#   - "Carry for each lane: which number it has (its place in `numbers`), what that number is by
#     now, and its turns so far. Carry for all: the result, how many have been taken, and the
#     rounds."
#   - "`done = x == 1` is a mask. A lane that is done writes with `result.at[jnp.where(done, place,
#     n)].set(turns, mode=\"drop\")`, since a place beyond the end is dropped. The lanes that are
#     done take the next numbers in order: the first of them `taken`, the second `taken + 1`, ..."
#   - "`taken + jnp.cumsum(done) - 1` is the new place of a lane that is done. Read there with
#     `numbers[jnp.minimum(place, n - 1)]`. Go on while `(place < n).any()`: a lane whose place
#     lies beyond the end has nothing left, and what it counts does not matter."
# choices:
#   "numbers[jnp.minimum(place, n - 1)]": JAX reads the last number where a place lies behind it
#   ".set(turns, mode='drop')": each place is put once, where a 0 stands
#   "jnp.zeros(n)": each place is put, whatever stood there
#   "jnp.int32(width)": a whole number of Python is int32 in a program
# ---

# %% [markdown]
# Count the turns of each number with `width` lanes, so that no lane waits while numbers are left;
# give the counts and the number of rounds.
#
# Two lanes and the numbers 2, 1, 8: the counts are 1, 0, 3, and there are five rounds.
#
# | round | lane 0 | lane 1 |
# |--:|---|---|
# | 1 | 2 becomes 1 | has 1: writes 0, takes 8 |
# | 2 | has 1: writes 1 | 8 becomes 4 |
# | 3 | | 4 becomes 2 |
# | 4 | | 2 becomes 1 |
# | 5 | | has 1: writes 3 |
#
# A number takes turns until it is 1: if it is even it is halved, else it becomes three times itself
# plus one. Some take no turn, some a hundred. Under `vmap` every number has a lane, and all wait
# for the slowest. Here there are `width` lanes. Lane `i` starts with number `i`, if there is one.
# In a round each lane that has a number does one of two things: if its number is 1, it writes down
# the count and takes the next number that no lane has had; else it makes one turn. If several lanes
# take a number in one round, the lane with the lowest index takes first. So a number of `t` turns
# keeps its lane for `t + 1` rounds. The rounds end when every count is written.
#
# A server for language models does this with the texts that it writes, and calls it *continuous
# batching*.

# %% given
import jax
import jax.numpy as jnp


def turn_of(x):
    """x: f32[...], whole numbers above 1 -> what each is after one turn."""
    return jnp.where(x % 2 == 0, x / 2, 3 * x + 1)


# %% answer
def packed(numbers, width):
    """numbers: f32[n], from 1; width: a Python number, 1 or more -> (f32[n], f32[]).

    Counts and rounds. Twelve to eighteen lines.

    >>> [part.tolist() for part in packed(jnp.array([2.0, 1.0, 8.0]), 2)]
    [[1.0, 0.0, 3.0], 5.0]
    """
    ### BEGIN SOLUTION
    n = len(numbers)

    def going(state):
        return (state[0] < n).any()

    def one_round(state):
        place, x, turns, taken, rounds, result = state
        done = x == 1
        result = result.at[jnp.where(done, place, n)].set(turns, mode="drop")
        place = jnp.where(done, taken + jnp.cumsum(done) - 1, place)
        fresh = numbers[jnp.minimum(place, n - 1)]
        x = jnp.where(done, fresh, turn_of(x))
        turns = jnp.where(done, 0, turns + 1)
        return place, x, turns, taken + done.sum(), rounds + 1, result

    place = jnp.arange(width)
    x = numbers[jnp.minimum(place, n - 1)]
    start = place, x, jnp.zeros(width), jnp.int32(width), jnp.float32(0), jnp.zeros(n)
    *_, rounds, result = jax.lax.while_loop(going, one_round, start)
    return result, rounds
    ### END SOLUTION


# %% check
import numpy as np


def plain(numbers, width):
    waiting = list(enumerate(numbers))[::-1]
    counts, rounds, lanes = np.zeros(len(numbers)), 0, []
    while waiting and len(lanes) < width:
        lanes.append([*waiting.pop(), 0])
    while lanes:
        for lane in list(lanes):
            place, x, turns = lane
            if x != 1:
                lane[1:] = (x / 2 if x % 2 == 0 else 3 * x + 1), turns + 1
                continue
            counts[place] = turns
            if waiting:
                lane[:] = [*waiting.pop(), 0]
            else:
                lanes.remove(lane)
        rounds += 1
    return counts, np.float64(rounds)


def some_numbers(draw):
    # One lane for sixty takes more rounds than eight for the last, where the cost is counted: who
    # makes as many for everyone pays for it there.
    n, width = draw.each([(1, 1), (9, 4), (3, 8), (60, 1), (20, 6), (160, 8)])

    def ragged(drawn):
        drawn[len(drawn) // 2] = 27  # 111 turns among numbers that take a few
        return drawn

    return draw.array("f32", (n,), 1, 8, then=ragged), width


check(packed, spec=plain, given=some_numbers, budget=Budget(work=2.5))
