# ---
# title: Rounding by chance
# kind: program
# points: 2
# minutes: 30
# star: true
# hints:
#   - "bfloat16 is the upper half of float32: 16 bits less. The lower half says how far `x` lies on
#     the way to the next number, in 65,536ths."
#   - "`jax.lax.bitcast_convert_type(x, jnp.uint32)` shows the bits as a whole number. Add a random
#     number below 65,536 to them: how often does that carry over into the upper half?"
#   - "`bits & 0xFFFF` is such a number. After the addition `>> 16 << 16` clears the lower half. As
#     float32 again, by the same function, `.astype(jnp.bfloat16)` changes nothing more."
# choices:
#   "bits & 65535": without the last of 16 bits the chance is off by a part in 65,536
# ---

# %% [markdown]
# Round each number to bfloat16, up or down by chance, so that it is right on average.
#
# Let `x` lie between two neighbours in bfloat16, `near` and, further from 0, `far`. Take `far` with
# probability `(x - near) / (far - near)`, else `near`: a number that is three quarters of the way
# to `far` becomes `far` three times out of four. A number that bfloat16 has stays as it is. `bits`
# brings the chance: for each number a word of 32 bits, each of which is 0 or 1 with equal chance,
# independent of all others. The check gives you each number many times over, each time with other
# bits, and looks at the average: it may be wrong by a tenth of the way between the two neighbours.
# Entry `i` of the result may depend on `x[i]` and `bits[i]` only, not on `i`.
#
# All numbers are finite, and far from the largest. `jnp` takes a plain whole number up to
# 2,147,483,647 only: beyond that write `2.0**32`, or `jnp.uint32(...)`.
#
# Weights that are kept in 16 bits can be trained with such *stochastic rounding*, without a copy in
# 32: of many small steps the right share is seen.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def by_chance(x, bits):
    """x: f32[n], bits: u32[n] -> bf16[n]. Two to four lines."""
    ### BEGIN SOLUTION
    pattern = jax.lax.bitcast_convert_type(x, jnp.uint32) + (bits & 0xFFFF)
    upper = (pattern >> 16).astype(jnp.uint16)
    return jax.lax.bitcast_convert_type(upper, jnp.bfloat16)
    ### END SOLUTION


# %% check
import numpy as np

AGAIN = 2048


def neighbours(x):
    """The two bfloat16 between which each lies: the nearer to 0 first. Equal where it is one."""
    pattern = np.asarray(x, np.float32).view(np.uint32)
    near = pattern & np.uint32(0xFFFF0000)
    far = near + np.where(pattern == near, 0, 1 << 16).astype(np.uint32)
    return near.view(np.float32), far.view(np.float32)


def right_on_average(output, x, bits):
    y, (near, far) = output, (side.astype(np.float64) for side in neighbours(x))
    if not (y == near)[near == x].all():
        return "a number that bfloat16 has, left as it is"
    if not ((y == near) | (y == far)).all():
        return "each number rounded to one of the two neighbours between which it lies"
    way = np.where(far == near, 1, far - near)
    place = np.argsort(bits.reshape(-1, 2, AGAIN // 2))  # equal words then stand at equal places
    once, again = np.moveaxis(np.take_along_axis(y.reshape(place.shape), place, axis=2), 1, 0)
    if (once != again).any():
        return "a number rounded the same way when it came again with the same bits"
    off = ((y - x) / way).reshape(-1, AGAIN).mean(axis=1)
    if (np.abs(off) > 0.1).any():
        return "the average of each number over all its bits, to a tenth of the way"
    return True


def repeated(draw):
    count, side = draw.each([1, 6, 3]), draw.each([1, -1])
    parts = draw.each([(1, 7), (2, 6), (4, 4), (8, 0), (3, 5)])
    # A step of 1 is exact however it is worked out: there what bfloat16 has stays, even if no bit
    # is set or all are. `exp2` may be off by a bit elsewhere, and what that moves is left undrawn.
    free = draw.int(-9, 9)
    power, near = draw.each([(free, 16), (7, 0), (free, 16)])

    def many(drawn):
        # So far on the way to the next, in eighths; 0 and 8 are numbers that bfloat16 has.
        eighths = np.array([*parts, 0, 1, 5, 7])[:count]
        whole = 128 + drawn[:count]
        values = side * (whole + eighths / 8) * 2.0 ** (power - 7)
        values[count // 3] *= -1 if count > 1 else 1
        values[2:3] *= count > 3  # 0 is a number, too
        return np.repeat(values, AGAIN)

    def twice(drawn):
        once, order = np.moveaxis(drawn.reshape(count, 2, AGAIN // 2), 1, 0)
        high, low = (np.clip(half, near, 65535 - near) for half in divmod(once, 65536))
        once = high * 65536 + low
        once[:, :2] = once[:, :2] if near else (0, 2**32 - 1)
        again = np.take_along_axis(once, np.argsort(order), axis=1)
        return np.stack([once, again], axis=1).ravel()

    n = count * AGAIN
    x = draw.array("f32", (n,), 1, 126, then=many)
    return x, draw.array("u32", (n,), 0, 2**32 - 1, then=twice)


check(by_chance, law=right_on_average, given=repeated)
