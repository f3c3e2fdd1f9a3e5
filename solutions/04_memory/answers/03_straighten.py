# %% wrong: one_step_for_all
# You took one step from every place at once. That is a different question: what follows place 0,
# place 1, place 2. Begin at place 0 and go on from where the step led. (A loop over `following` as
# it lies does the same.)
def straighten(values, following):
    return values[following]


# %% wrong: first_one_missing
# Nearly: you stepped first and kept the value then, so place 0 comes last. Keep the value of the
# place where you are, then step.
#
# -        return following[place], values[place]
# +        place = following[place]
# +        return place, values[place]


# %% wrong: backwards
# You went the other way round. `following[p]` is where the list goes on from `p`, not where it
# came from.
#
# -        return following[place], values[place]
# +        return jnp.argsort(following)[place], values[place]


# %% wrong: the_way_itself
# Those are the places you passed, as numbers. The task asks for the values found there.
def straighten(values, following):
    def step(place, _):
        return following[place], place.astype(values.dtype)

    return jax.lax.scan(step, jnp.int32(0), values)[1]


# %% wrong: places_for_values
# Those are the places you passed, as whole numbers. The task asks for the values found there: look
# each of them up, `values[place]`. (Another dtype alone would not help.)
def straighten(values, following):
    def step(place, _):
        return following[place], place

    return jax.lax.scan(step, jnp.int32(0), length=len(following))[1]


# %% wrong: as_they_lay
# That is `values` as it lay in memory. The list goes through it in another order: `following` says
# which. What you meet in turn `i` belongs at place `i`, not where you found it.
def straighten(values, following):
    return values


# %% wrong: whoever_comes_before
# You took one step *back* from every place at once. You know the second place only when you have
# been at the first: go from place 0 on, a step at a time.
def straighten(values, following):
    return values[jnp.argsort(following)]


# %% wrong: following_as_it_lies
# Your loop goes through `following` as it lies in memory. Where you go next stands at the place
# where you *are*: carry the place, and look up `following[place]`.
def straighten(values, following):
    def step(place, after):
        return after, values[place]

    return jax.lax.scan(step, 0, following)[1]


# %% wrong: written_and_not_kept
# What came back is as empty as it began. `met.at[i].set(...)` changes nothing: it gives a new array
# with the value in it, and that one has to go on to the next turn. (Or there was no turn: a
# `while_loop` that ends at place 0 begins there, too.)
def straighten(values, following):
    def step(i, state):
        place, met = state
        met.at[i].set(values[place])
        return following[place], met

    return jax.lax.fori_loop(0, len(values), step, (0, jnp.zeros_like(values)))[1]


# %% wrong: carried_the_value
# What you look places up with is a float. Either your turn returns its pair the wrong way round, so
# that the value it found becomes its next place: `scan` wants the carry first, which is where to go
# on. Or the loop begins at `0.0`: a place is a whole number.
#
# -        return following[place], values[place]
# +        return values[place], following[place]


# %% wrong: unfolded_the_wrong_way
# You went along the list and dealt `values` out to the places you passed. It is the other way
# round: what lies at the place where you are comes next in the result.
def straighten(values, following):
    def step(i, state):
        place, met = state
        return following[place], met.at[place].set(values[i])

    return jax.lax.fori_loop(0, len(values), step, (0, jnp.zeros_like(values)))[1]


# %% wrong: one_turn_too_few
# The last value is missing, and 0 stands in its place. `fori_loop` leaves out its upper end by
# itself: there are as many turns as values.
def straighten(values, following):
    def step(i, state):
        place, met = state
        return following[place], met.at[i].set(values[place])

    return jax.lax.fori_loop(0, len(values) - 1, step, (0, jnp.zeros_like(values)))[1]


# %% wrong: last_one_first
# You wrote down last what you met first. Without `reverse` a `scan` collects in the order of its
# turns.
#
# -    return jax.lax.scan(step, 0, values)[1]
# +    return jax.lax.scan(step, 0, values, reverse=True)[1]


# %% right: with_fori_loop
def straighten(values, following):
    def step(i, state):
        place, met = state
        return following[place], met.at[i].set(values[place])

    return jax.lax.fori_loop(0, len(values), step, (0, jnp.zeros_like(values)))[1]


# %% right: the_way_first
def straighten(values, following):
    def step(place, _):
        return following[place], place

    way = jax.lax.scan(step, jnp.int32(0), length=len(following))[1]
    return values[way]


# %% right: by_doubling
def straighten(values, following):
    way, leap = jnp.zeros(1, following.dtype), following
    while len(way) < len(values):
        way = jnp.concatenate([way, leap[way]])
        leap = leap[leap]
    return values[way[: len(values)]]
