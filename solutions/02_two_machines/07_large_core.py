# ---
# title: How large should the large core be?
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "Write the time down for one `k` and one program first: the part that waits for itself runs on
#     the large core alone, the rest on all cores together."
#   - "The large core takes `k * k` tiles, and `tiles - k * k` small ones are left. Together they do
#     `k + tiles - k * k` operations in a tick. Try all sizes at once: `vmap` over `k`; and all
#     programs: `vmap` around it."
#   - "The sizes are 1 to the whole root of `tiles`, which `math` has. The times are a table,
#     `jax.vmap(jax.vmap(time, (0, None, None)), (None, 0, 0))(sizes, chain, crowd)`; in each row
#     `jnp.argmin` finds the place of the least."
# ---

# %% [markdown]
# A chip of `tiles` tiles gets one large core; every tile that is left becomes a small core. How
# large should the large one be, for each of many programs?
#
# A small core takes one tile and does one operation in a tick. By Pollack's rule, a core of
# `k * k` tiles does `k` operations in a tick (`k` is a whole number, at least 1, and `k * k` at
# most `tiles`). Program `i` has `chain[i]` operations that wait for one another, and then
# `crowd[i]` operations that wait for nothing. The large core works through the chain alone. Then
# all cores, the large one too, share the crowd, and the shares may be parts of an operation.
# Return the `k` with which each program ends first; if two end at the same time, either is right.
#
# `tiles` is a Python number: it decides how many sizes there are to try. No program and no size
# needs another one's answer.

# %% given
import math

import jax
import jax.numpy as jnp


# %% answer
def large_core(tiles, chain, crowd):
    """tiles: a Python number, chain: f32[n], crowd: f32[n] -> i32[n]. Four to six lines.

    >>> large_core(256, jnp.array([1000.0, 1000.0, 0.0]), jnp.array([1e5, 0.0, 1e5])).tolist()
    [6, 16, 1]
    """

    ### BEGIN SOLUTION
    def time(k, chain, crowd):
        return chain / k + crowd / (k + tiles - k * k)

    sizes = jnp.arange(1, math.isqrt(tiles) + 1)
    over_sizes = jax.vmap(time, in_axes=(0, None, None))
    times = jax.vmap(over_sizes, in_axes=(None, 0, 0))(sizes, chain, crowd)
    return sizes[jnp.argmin(times, axis=1)]
    ### END SOLUTION


# %% check
import numpy as np


def none_is_faster(sizes, tiles, chain, crowd):
    if not ((sizes >= 1) & (sizes**2 <= tiles)).all():
        return f"whole numbers from 1, whose squares are at most {tiles}"

    def time(k):
        return chain / k + crowd / (k + tiles - k * k)

    tried = range(1, math.isqrt(tiles) + 1)
    best = np.min([time(k) for k in tried], axis=0)
    late = np.flatnonzero(time(sizes) > best * (1 + 1e-5))
    if not late.size:
        return True
    i = late[0]
    return f"sizes with which program {i} takes {best[i]:.4g} ticks, not {time(sizes)[i]:.4g}"


def programs(draw):
    n = draw.each([1, 3, 6, 9, 12, 40])
    kind = np.arange(n) % 3  # hardly a crowd, hardly a chain, both
    return (
        draw.each([4, 14, 64, 250, 1, 1000]),
        draw.array("f32", (n,), 1, 2000, then=lambda raw: np.where(kind == 1, raw % 3, raw)),
        draw.array("f32", (n,), 1, 300, then=lambda raw: np.where(kind, 1000 * raw, raw % 3)),
    )


check(large_core, given=programs, law=none_is_faster, budget=Budget(span=10))
