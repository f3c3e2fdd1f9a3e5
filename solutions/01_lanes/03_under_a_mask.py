# ---
# title: What an if costs a vector
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "Cut `takes` into rows of `width`: `.reshape(-1, width)` does it once the last row has been
#     filled up with empty lanes. What does a row cost in which all lanes want the same side, and
#     what if both sides are wanted?"
#   - "A row pays `yes` if any of its lanes wants it, and `no` if any of its lanes wants that:
#     `.any(axis=1)` asks each row. An empty lane wants neither, so fill up `takes` and `~takes`
#     with `False` each: `jnp.pad(takes, (0, -takes.shape[0] % width))`."
#   - "`jax.jit` has to be told that `width` is a plain number:
#     `@partial(jax.jit, static_argnames=\"width\")` above the function. Busy lane-steps are
#     `yes * takes.sum() + no * (~takes).sum()`; all of them, `width` times the instructions."
# ---

# %% [markdown]
# Count the vector instructions that an `if` costs, and the share of their lanes that do something
# useful; in one program for each `width`, compiled by `jax.jit`.
#
# `takes[i]` says whether number `i` takes the *yes* side, which is `yes` instructions long; the
# other side is `no` instructions long. Numbers go into vectors of `width` lanes in order; the last
# vector may have empty lanes, which want neither side. A vector carries out a side if at least one
# of its numbers wants it, and skips it otherwise. Utilisation is lane-steps that were wanted,
# divided by lanes times instructions.
#
# `width` decides a shape, so it must be known when the program is made. Under `jax.jit` every
# argument is an array without a value, unless you say otherwise:
# `@partial(jax.jit, static_argnames="width")`. Then each width has a program of its own, and a
# width that comes again finds it. The check calls with several widths and counts the programs.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


# %% answer
def under_a_mask(takes, width, yes, no):
    """takes: bool[n], width: a Python number, yes, no: i32[] -> (i32[], f32[]): the instructions
    and the utilisation.

    >>> instructions, busy = under_a_mask(jnp.array([True, False, True, True, True]), 2, 3, 1)
    >>> int(instructions), round(float(busy), 3)
    (10, 0.65)

    Seven to ten lines."""
    ### BEGIN SOLUTION
    rows = -(-takes.shape[0] // width)
    empty = (0, rows * width - takes.shape[0])
    wants_yes, wants_no = jnp.pad(takes, empty), jnp.pad(~takes, empty)
    wants_yes = wants_yes.reshape(rows, width).any(axis=1)
    wants_no = wants_no.reshape(rows, width).any(axis=1)
    instructions = yes * wants_yes.sum() + no * wants_no.sum()
    busy = yes * takes.sum() + no * (~takes).sum()
    return instructions, busy / (width * instructions)


under_a_mask = jax.jit(under_a_mask, static_argnames="width")
### END SOLUTION


# %% check


def plain(takes, width, yes, no):
    groups = [takes[start : start + width] for start in range(0, len(takes), width)]
    instructions = sum(yes * group.any() + no * (not group.all()) for group in groups)
    busy = sum(yes if takes_it else no for takes_it in takes)
    return instructions, busy / (width * instructions)


check(
    under_a_mask,
    spec=plain,
    # Beside each other: less than a vector, whole vectors, and a last one that is not full.
    given="takes: bool[n], width: 2 | 4 | 8, yes: i32[] in 1..6, no: i32[] in 1..6, "
    "n in 1 | 5 | 9 | 13 | 16 | 17",
    tolerance=1e-5,
    budget=Budget(
        compilations=3, calls=[{"n": 17, "width": width} for width in (2, 4, 8, 4, 2, 8)]
    ),
)


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
