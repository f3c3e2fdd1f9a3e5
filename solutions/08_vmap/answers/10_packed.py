# %% wrong: in_waves
# Your lanes start together and wait for the slowest of their wave before any takes a new number. A
# lane that is done takes the next one at once.
def packed(numbers, width):
    waves = -(-len(numbers) // width)
    padded = jnp.pad(numbers, (0, waves * width - len(numbers)), constant_values=1)

    def count(x):
        both = jax.lax.while_loop(lambda s: s[0] > 1, lambda s: (turn_of(s[0]), s[1] + 1), (x, 0.0))
        return both[1]

    counts = jax.lax.map(jax.vmap(count), padded.reshape(waves, width))
    return counts.reshape(-1)[: len(numbers)], (counts.max(axis=1) + 1).sum()


# %% wrong: a_lane_for_every_number
# You gave every number a lane of its own, and all wait for the slowest. There are `width` lanes.
def packed(numbers, width):
    def count(x):
        both = jax.lax.while_loop(lambda s: s[0] > 1, lambda s: (turn_of(s[0]), s[1] + 1), (x, 0.0))
        return both[1]

    counts = jax.vmap(count)(numbers)
    return counts, counts.max() + 1


# %% wrong: one_after_another
# You used one lane. The rounds of `width` lanes are fewer: they work side by side.
def packed(numbers, width):
    def count(x):
        both = jax.lax.while_loop(lambda s: s[0] > 1, lambda s: (turn_of(s[0]), s[1] + 1), (x, 0.0))
        return both[1]

    counts = jax.lax.map(count, numbers)
    return counts, (counts + 1).sum()


# %% wrong: counted_ahead
# Your counts and rounds are right, but first all numbers stood side by side until the slowest was
# done, and only then did you work out how `width` lanes would have shared them. Let the lanes do
# the turns.
def packed(numbers, width):
    def count(x):
        both = jax.lax.while_loop(lambda s: s[0] > 1, lambda s: (turn_of(s[0]), s[1] + 1), (x, 0.0))
        return both[1]

    counts = jax.vmap(count)(numbers)

    def give(free, turns):
        return free.at[jnp.argmin(free)].add(turns + 1), None

    return counts, jax.lax.scan(give, jnp.zeros(width), counts)[0].max()


# %% wrong: shared_out_beforehand
# Your counts are right, but the lanes got their numbers beforehand, every `width`-th, and some are
# empty while numbers are left. A lane that is done takes the next number that nobody has had.
def packed(numbers, width):
    n = len(numbers)

    def turn(state):
        number, x, turns, ends, counts = state
        done = x == 1
        counts = counts.at[number].set(jnp.where(done, turns, counts[number]))
        ends = ends.at[number % width].add(1)
        number = number + done
        x = jnp.where(done, numbers[jnp.minimum(number, n - 1)], turn_of(x))
        return number, x, jnp.where(done, 0, turns + 1), ends, counts

    start = 0, numbers[0], jnp.float32(0), jnp.zeros(width), jnp.zeros(n)
    *_, ends, counts = jax.lax.while_loop(lambda s: s[0] < n, turn, start)
    return counts, ends.max()


# %% wrong: a_thousand_rounds
# Right, but you make a thousand rounds each time, most of them for nothing. `jax.lax.while_loop`
# ends when every count is written.
#
# -        return place, x, turns, taken + done.sum(), rounds + 1, result
# +        rounds = rounds + going(state)
# +        return place, x, turns, taken + done.sum(), rounds, result
# -    *_, rounds, result = jax.lax.while_loop(going, one_round, start)
# +    *_, rounds, result = jax.lax.fori_loop(0, 1000, lambda _, state: one_round(state), start)


# %% wrong: all_take_the_same
# Lanes that are done in the same round all took the same next number, and others were never taken.
# The first of them takes the next, the second the one after: `jnp.cumsum(done)` numbers them.
#
# -        place = jnp.where(done, taken + jnp.cumsum(done) - 1, place)
# +        place = jnp.where(done, taken, place)


# %% wrong: one_passed_over
# You pass over a number each time: `jnp.cumsum(done)` is 1 for the first lane that is done, and
# that one takes the next number itself. Take 1 off.
#
# -        place = jnp.where(done, taken + jnp.cumsum(done) - 1, place)
# +        place = jnp.where(done, taken + jnp.cumsum(done), place)


# %% wrong: stopped_when_all_were_taken
# You stopped when the last number had been taken. It has to be finished, and so have those of the
# other lanes: go on while any lane has a number.
#
# -        return (state[0] < n).any()
# +        return state[3] <= n


# %% wrong: count_goes_on
# You did not set the count back to 0 when a lane took a new number: its count goes on from the last
# one's.
#
# -        turns = jnp.where(done, 0, turns + 1)
# +        turns = jnp.where(done, turns, turns + 1)


# %% wrong: taking_is_a_turn
# You made the first turn of a new number in the round in which it was taken. A round is one or the
# other: a number of `t` turns keeps its lane for `t + 1` rounds.
#
# -        x = jnp.where(done, fresh, turn_of(x))
# -        turns = jnp.where(done, 0, turns + 1)
# +        x = jnp.where(done, fresh, x)
# +        turns = jnp.where(done, 0, turns) + (x != 1)
# +        x = jnp.where(x == 1, x, turn_of(x))


# %% wrong: written_with_the_last_turn
# You wrote a count down in the round of its last turn. Writing it down and taking the next number
# is a round of its own: a number of `t` turns keeps its lane for `t + 1` rounds.
def packed(numbers, width):
    n = len(numbers)
    queue = jnp.append(numbers, 1)

    def one_round(state):
        place, x, turns, taken, rounds, counts = state
        here = x != 1
        x, turns = jnp.where(here, turn_of(x), x), turns + here
        done = (x == 1) & (place < n)
        counts = counts.at[jnp.where(done, place, n)].set(turns, mode="drop")
        place = jnp.where(done, jnp.minimum(taken + jnp.cumsum(done) - 1, n), place)
        x, turns = jnp.where(done, queue[place], x), jnp.where(done, 0, turns)
        return place, x, turns, taken + done.sum(), rounds + 1, counts

    place = jnp.minimum(jnp.arange(width), n)
    start = place, queue[place], jnp.zeros(width), jnp.int32(width), jnp.float32(0), jnp.zeros(n)
    *_, rounds, counts = jax.lax.while_loop(lambda s: (s[0] < n).any(), one_round, start)
    return counts, rounds


# %% right: row_of_lanes
def packed(numbers, width):
    n = len(numbers)
    queue = jnp.concatenate([numbers, jnp.ones(width)])

    def one_round(state):
        place, x, turns, left, rounds, counts = state
        done = (x == 1) & (place < n)
        counts = counts.at[place].add(jnp.where(done, turns, 0), mode="drop")
        ahead = jnp.minimum(jnp.where(done, n - left + jnp.cumsum(done) - 1, place), n)
        x = jnp.where(done, queue[ahead], jnp.where(x == 1, 1, turn_of(x)))
        left = jnp.maximum(left - done.sum(), 0)
        return ahead, x, jnp.where(done, 0, turns + 1), left, rounds + 1, counts

    place = jnp.minimum(jnp.arange(width), n)
    start = place, queue[:width], jnp.zeros(width), jnp.int32(max(n - width, 0)), 0.0, jnp.zeros(n)
    *_, rounds, counts = jax.lax.while_loop(lambda s: (s[0] < n).any(), one_round, start)
    return counts, jnp.float32(rounds)
