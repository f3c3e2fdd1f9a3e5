# %% wrong: both_sides_always
# You let every vector carry out both sides. That is what `where` does; this machine looks at the
# mask first, and a side that no lane wants is skipped.
#
# -    instructions = yes * wants_yes.sum() + no * wants_no.sum()
# +    instructions = rows * (yes + no)


# %% wrong: the_longer_side
# In a vector that wants both sides you paid for the longer one. One instruction at a time goes to
# all lanes: the sides come one after the other, so their lengths add up.
#
# -    instructions = yes * wants_yes.sum() + no * wants_no.sum()
# +    instructions = jnp.maximum(yes * wants_yes, no * wants_no).sum()


# %% wrong: one_number_at_a_time
# You counted as if each number were alone in its vector. One instruction serves all lanes of its
# vector at once.
@partial(jax.jit, static_argnames="width")
def under_a_mask(takes, width, yes, no):
    busy = yes * takes.sum() + no * (~takes).sum()
    return busy, jnp.float32(1 / width)


# %% wrong: empty_lanes_want_no
# Your empty lanes want the *no* side: `~` made true what you had filled up with false. They want
# neither. Negate the mask first, then fill it up.
#
# -    wants_yes, wants_no = jnp.pad(takes, empty), jnp.pad(~takes, empty)
# +    wants_yes, wants_no = jnp.pad(takes, empty), ~jnp.pad(takes, empty)


# %% wrong: empty_lanes_are_busy
# Your empty lanes work: filled up with false they want the *no* side, and you counted them as
# busy as well. They want neither side. Count what is wanted before you fill up.
#
# -    rows = -(-takes.shape[0] // width)
# +    takes = jnp.pad(takes, (0, -takes.shape[0] % width))
# +    rows = takes.shape[0] // width


# %% wrong: empty_lanes_forgotten
# Your instructions are right. In the utilisation you left out the empty lanes of the last vector:
# they are there, and they do nothing.
#
# -    return instructions, busy / (width * instructions)
# +    filled = jnp.pad(jnp.ones_like(takes), empty).reshape(rows, width).sum(axis=1)
# +    return instructions, busy / (filled * (yes * wants_yes + no * wants_no)).sum()


# %% wrong: as_few_lanes_as_numbers
# Right, except for an input shorter than one vector: its empty lanes are there as well. A vector
# has `width` lanes, however few numbers there are.
#
# -    return instructions, busy / (width * instructions)
# +    return instructions, busy / (min(width, takes.shape[0]) * instructions)


# %% wrong: lanes_for_numbers
# Your instructions are right. For the utilisation you divided by the number of numbers times the
# instructions. Divide by the lanes of a vector, `width`, times the instructions.
#
# -    return instructions, busy / (width * instructions)
# +    return instructions, busy / (takes.shape[0] * instructions)


# %% wrong: last_vector_dropped
# You dropped the last vector where it is not full. Its numbers want their results, too.
#
# -    rows = -(-takes.shape[0] // width)
# +    rows = takes.shape[0] // width
# +    takes = takes[: rows * width]


# %% wrong: not_filled_up
# `reshape` makes only whole rows, and your numbers do not always fill the last one. Fill it up
# first, `jnp.pad`, with lanes that want neither side.
#
# -    wants_yes, wants_no = jnp.pad(takes, empty), jnp.pad(~takes, empty)
# -    wants_yes = wants_yes.reshape(rows, width).any(axis=1)
# -    wants_no = wants_no.reshape(rows, width).any(axis=1)
# +    wants_yes = takes.reshape(-1, width).any(axis=1)
# +    wants_no = (~takes).reshape(-1, width).any(axis=1)


# %% wrong: utilisation_first
# Right, but the order is wrong: the instructions come first, then the utilisation.
#
# -    return instructions, busy / (width * instructions)
# +    return busy / (width * instructions), instructions


# %% wrong: width_without_a_value
# You jitted it, and `width` is an array without a value like all others. It decides a shape: say
# that it is static, `static_argnames="width"`.
#
# -under_a_mask = jax.jit(under_a_mask, static_argnames="width")
# +under_a_mask = jax.jit(under_a_mask)


# %% wrong: not_jitted
# Your values are right, but `jax.jit` cannot make a program of it: where `width` has no value yet,
# there is no shape to cut the rows to. Put `@partial(jax.jit, static_argnames="width")` above your
# function. (A `jax.jit` inside the function is a new one in each call, and finds nothing of the
# last call.)
#
# -under_a_mask = jax.jit(under_a_mask, static_argnames="width")


# %% wrong: width_left_out
# Your instructions are right. You divided only by their number: each instruction goes to `width`
# lanes, so it is `width` lane-steps.
#
# -    return instructions, busy / (width * instructions)
# +    return instructions, busy / instructions


# %% wrong: dealt_out_like_cards
# You dealt the numbers out to the vectors one by one. They go in order: the first `width` numbers
# are the first vector, `reshape(rows, width)`.
#
# -    wants_yes = wants_yes.reshape(rows, width).any(axis=1)
# -    wants_no = wants_no.reshape(rows, width).any(axis=1)
# +    wants_yes = wants_yes.reshape(width, rows).any(axis=0)
# +    wants_no = wants_no.reshape(width, rows).any(axis=0)


# %% wrong: numbers_for_lane_steps
# Your instructions are right. The utilisation counts lane-*steps*: a number that takes the *yes*
# side keeps its lane busy for `yes` instructions, not for one.
#
# -    busy = yes * takes.sum() + no * (~takes).sum()
# +    busy = takes.shape[0]


# %% wrong: across_the_vectors
# You asked the first lanes of all vectors together, then the second ones, and so on. A row of the
# table is a vector: which axis runs along it?
#
# -    wants_yes = wants_yes.reshape(rows, width).any(axis=1)
# -    wants_no = wants_no.reshape(rows, width).any(axis=1)
# +    wants_yes = wants_yes.reshape(rows, width).any(axis=0)
# +    wants_no = wants_no.reshape(rows, width).any(axis=0)


# %% wrong: one_side_each
# You let each vector carry out one side. Where its numbers want both it carries out both, one after
# the other.
#
# -    instructions = yes * wants_yes.sum() + no * wants_no.sum()
# +    instructions = jnp.where(wants_yes, yes, no).sum()


# %% wrong: busy_after_filling_up
# Your instructions are right. You counted the busy lane-steps after filling up, and `~` made the
# empty lanes want the *no* side. They are never busy: count `takes` as it came.
#
# -    busy = yes * takes.sum() + no * (~takes).sum()
# +    busy = yes * takes.sum() + no * (~jnp.pad(takes, empty)).sum()


# %% right: with_a_decorator
@partial(jax.jit, static_argnames="width")
def under_a_mask(takes, width, yes, no):
    empty = (0, -takes.shape[0] % width)

    def cost(wants_yes, wants_no):
        return yes * wants_yes.any() + no * wants_no.any()

    rows = (jnp.pad(side, empty).reshape(-1, width) for side in (takes, ~takes))
    instructions = jax.vmap(cost)(*rows).sum()
    return instructions, jnp.where(takes, yes, no).sum() / width / instructions


# %% right: by_the_number_of_the_vector
def under_a_mask(takes, width, yes, no):
    vector = jnp.arange(takes.shape[0]) // width
    nobody = jnp.zeros_like(takes)
    wants_yes = nobody.at[vector].max(takes)
    wants_no = nobody.at[vector].max(~takes)
    instructions = yes * wants_yes.sum() + no * wants_no.sum()
    return instructions, jnp.where(takes, yes, no).sum() / (width * instructions)


under_a_mask = jax.jit(under_a_mask, static_argnums=1)
