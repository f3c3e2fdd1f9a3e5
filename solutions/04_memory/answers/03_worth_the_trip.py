# %% wrong: nothing_comes_back
# You left the result on the GPU, and the CPU needs it: there is a second copy, with a fixed time of
# its own. (If each of your passes moves the array twice, you get this message as well: `host` and
# `device` say what a pass takes.)
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 1 / link
    return fixed / saved if saved > 0 else 0


# %% wrong: one_fixed_time
# Nearly: both copies have a fixed time.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return fixed / saved if saved > 0 else 0


# %% wrong: bytes_cross_once
# Nearly: you paid `fixed` twice and `n / link` once. The result is as long as the array: its bytes
# cross the link as well.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 1 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: copied_at_every_pass
# Your answer does not depend on `passes`: you copied the array anew for every pass, or let both
# machines pass over it once. Once it is on the GPU it stays there; that is why many passes are
# worth the trip.
def break_even(fixed, link, host, device, passes):
    saved = 1 / host - 1 / device - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: the_road_at_every_pass
# Each pass of yours pays for the road. The array travels once in each direction, whatever happens
# to it there: `2 / link` stands beside the passes.
#
# -    saved = passes / host - passes / device - 2 / link
# +    saved = passes * (1 / host - 1 / device - 2 / link)


# %% wrong: a_gpu_takes_no_time
# Nearly: the GPU is quick, but it takes its time as well, `passes * n / device`.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: always_worth_it
# Nearly: `abs` turns every answer into a size. Where copying a byte takes longer than the GPU
# saves, no size helps: return 0.
def break_even(fixed, link, host, device, passes):
    return 2 * fixed / abs(passes / host - passes / device - 2 / link)


# %% wrong: below_zero
# Right where the trip is worth it. Where copying a byte takes longer than the GPU saves, no size
# helps: return 0, not a size below zero.
def break_even(fixed, link, host, device, passes):
    return 2 * fixed / (passes / host - passes / device - 2 / link)


# %% wrong: divided_before_asking
# Where the trip saves just what the copies of a byte take, you divide by 0. Ask first whether a
# byte saves anything, and divide then.
#
# -    return 2 * fixed / saved if saved > 0 else 0
# +    return max(2 * fixed / saved, 0)


# %% wrong: the_gpu_passes_once
# You let the GPU pass over the array once, and the CPU `passes` times. Both do the same work.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - 1 / device - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: never_is_infinite
# Right where the GPU catches up. Where it never does, 0 is asked for, not infinity.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return 2 * fixed / saved if saved > 0 else float("inf")


# %% wrong: bytes_travel_free
# You counted both `fixed`, and no time for moving the bytes. A copy of `n` bytes takes `fixed + n /
# link`, there and back.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: never_worth_it
# Yours is 0, or as good as 0, everywhere: no byte saves anything. Compare *times*. A speed becomes
# the time of a byte when one is divided by it; only then can you subtract. Divide the two `fixed`
# by what one byte saves.
def break_even(fixed, link, host, device, passes):
    saved = passes / (device - host) - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: zero_everywhere
# Yours is 0 everywhere: no byte saves anything. Compare *times*, and see which machine takes less.
# A speed becomes the time of a byte when one is divided by it.
def break_even(fixed, link, host, device, passes):
    return 0


# %% wrong: copies_earn
# You added the time of the copies to what the GPU saves. They cost time: subtract it.
#
# -    saved = passes / host - passes / device - 2 / link
# +    saved = passes / host - passes / device + 2 / link


# %% wrong: twice_the_link
# Two copies take twice the *time*, `2 / link` for each byte. You let them have a link that is twice
# as quick.
#
# -    saved = passes / host - passes / device - 2 / link
# +    saved = passes / host - passes / device - 1 / (2 * link)


# %% wrong: sides_swapped
# One of your signs is wrong: where the GPU is worth it you answer 0, and where it never is you give
# a size. With the trip each byte has to take *less* time than without it, to make up for the two
# `fixed`.
def break_even(fixed, link, host, device, passes):
    more = 2 / link + passes / device - passes / host
    return 2 * fixed / more if more > 0 else 0


# %% right: two_lines_that_cross
def break_even(fixed, link, host, device, passes):
    home = passes / host
    away = 2 / link + passes / device
    return 0 if away >= home else (fixed + fixed) / (home - away)


# %% right: whole_bytes
import math


def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return math.ceil(2 * fixed / saved) if saved > 0 else 0


# %% right: by_halves
def break_even(fixed, link, host, device, passes):
    def ahead(n):
        return 2 * (fixed + n / link) + passes * n / device < passes * n / host

    low, high = 0.0, 1e12
    if not ahead(high):
        return 0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if ahead(middle) else (middle, high)
    return high


# %% right: in_float32
import jax.numpy as jnp


def break_even(fixed, link, host, device, passes):
    saved = jnp.float32(passes) / host - jnp.float32(passes) / device - jnp.float32(2) / link
    return jnp.where(saved > 0, 2 * fixed / saved, 0)


# %% right: exactly
from fractions import Fraction


def break_even(fixed, link, host, device, passes):
    saved = Fraction(passes, host) - Fraction(passes, device) - Fraction(2, link)
    return float(2 * fixed / saved) if saved > 0 else 0.0
