# ---
# title: As often as the data say
# kind: program
# points: 2
# minutes: 10
# hints:
#   - "How often it turns depends on the numbers, so no `fori_loop` with a fixed end. Which question
#     decides whether there is another turn?"
#   - "`jax.lax.while_loop(goes_on, turn, start)`: both functions get one value. Make it a pair, the
#     numbers and the count."
#   - "`jax.lax.while_loop(lambda s: s[0].max() > limit, lambda s: (s[0] / 2, s[1] + 1), (x, 0))`."
# ---

# %% [markdown]
# Halve all numbers until none is greater than `limit`, and say how often you did.
#
# Training in short formats does this to slopes that have grown too large. Numbers that fit from the
# start stay as they are: no halving. The check counts the turns that your program makes: no more
# than it takes.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def halved(x, limit):
    """x: f32[n], limit: f32[] -> (f32[n], i32[]): the numbers, how often. One to four lines."""
    ### BEGIN SOLUTION
    return jax.lax.while_loop(
        lambda state: state[0].max() > limit,
        lambda state: (state[0] / 2, state[1] + 1),
        (x, 0),
    )
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(x, limit):
    times = 0
    while x.max() > limit:
        x, times = x / 2, times + 1
    return x, np.int32(times)


def numbers(draw):
    # 3 would fit twice: a logarithm makes a negative count of that. 64 is halved to the limit
    # itself. 4194305 takes 20 turns, one more than its logarithm in float32 says, and so many each
    # time would cost too much. The last takes ten: there the cost is counted, and what stands
    # beside the loop hardly matters.
    most, limit = draw.each([(3, 8), (9, 1), (64, 8), (4194305, 8), (11, 3), (4000, 4)])
    n = {(3, 8): 1, (4000, 4): 64}.get((most, limit)) or draw.int(2, 12)
    place = draw.each([-1, 0])

    def one_is_largest(drawn):
        drawn[0] = 0  # a 0 does not tell how often it was halved
        drawn[place] = most
        return drawn

    x = draw.array("f32", (n,), -4 * most, most, then=one_is_largest)
    return x, draw.array("f32", (), limit, limit)


check(halved, spec=in_numpy, given=numbers, budget=Budget(work=2.5))
