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
