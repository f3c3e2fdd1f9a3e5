# %% wrong: copy_back_forgotten
# You left the result on the GPU, but the task needs it in the memory of the CPU. Add a second copy
# with its own fixed time. (You also get this message if each pass moves the array twice: one pass
# moves `n` bytes.)
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 1 / link
    return fixed / saved if saved > 0 else 0


# %% wrong: fixed_once
# You counted `fixed` once. Each of the two copies takes `fixed`.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return fixed / saved if saved > 0 else 0


# %% wrong: transfer_once
# You counted `fixed` twice, but `n / link` only once. The result is as large as the array, so its
# bytes use the link as well.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 1 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: negative_size
# Your size is right if the GPU saves time. If copying a byte takes longer than the time that the
# GPU saves for it, no size saves time: return 0 instead of a negative size.
def break_even(fixed, link, host, device, passes):
    return 2 * fixed / (passes / host - passes / device - 2 / link)


# %% wrong: copied_every_pass
# Your answer does not depend on `passes`. You copied the array for every pass, or you let both
# processors make only one pass. Copy the array once in each direction and make `passes` passes.
def break_even(fixed, link, host, device, passes):
    saved = 1 / host - 1 / device - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: transfers_times_passes
# You counted the copies for every pass. The array is copied once in each direction, so do not
# multiply `2 / link` by `passes`.
#
# -    saved = passes / host - passes / device - 2 / link
# +    saved = passes * (1 / host - 1 / device - 2 / link)


# %% wrong: gpu_time_forgotten
# You left out the time of the passes on the GPU, `passes * n / device`.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: division_by_zero
# You divide by 0 if the time that the GPU saves for each byte equals the time for copying it. Test
# first whether a byte saves time, and then divide.
#
# -    return 2 * fixed / saved if saved > 0 else 0
# +    return max(2 * fixed / saved, 0)


# %% wrong: gpu_single_pass
# You let the GPU make one pass, but the CPU `passes` passes. Both do the same work.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - 1 / device - 2 / link
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: zero_for_infinity
# Your size is right where the GPU saves time. Otherwise, return 0 instead of infinity.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return 2 * fixed / saved if saved > 0 else float("inf")


# %% wrong: transfer_time_forgotten
# You counted `fixed` twice, but not the time for transferring the bytes. A copy of `n` bytes takes
# `fixed + n / link`, in each direction.
def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device
    return 2 * fixed / saved if saved > 0 else 0


# %% wrong: always_zero
# You returned 0 everywhere, as if no byte saved time. Compare *times*: the time for one byte is 1
# divided by the speed. Then determine which processor takes less time.
def break_even(fixed, link, host, device, passes):
    return 0


# %% right: by_intersection
def break_even(fixed, link, host, device, passes):
    home = passes / host
    away = 2 / link + passes / device
    return 0 if away >= home else (fixed + fixed) / (home - away)


# %% right: rounded_to_bytes
import math


def break_even(fixed, link, host, device, passes):
    saved = passes / host - passes / device - 2 / link
    return math.ceil(2 * fixed / saved) if saved > 0 else 0


# %% right: by_bisection
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


# %% right: with_fractions
from fractions import Fraction


def break_even(fixed, link, host, device, passes):
    saved = Fraction(passes, host) - Fraction(passes, device) - Fraction(2, link)
    return float(2 * fixed / saved) if saved > 0 else 0.0
