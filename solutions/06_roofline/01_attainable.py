# ---
# title: How fast can it go?
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "First the least time, then the rate. How long does the arithmetic take at least? How long do
#     the bytes take? They go on side by side."
#   - "The call itself costs `overhead` before anything else happens, so it is added to the longer
#     of the two. Python's `max` cannot choose for every entry of an array; `jnp.maximum` can."
#   - "`work / (overhead + jnp.maximum(work / peak, bytes / bandwidth))`. FLOP divided by
#     nanoseconds is GFLOP/s."
# ---

# %% [markdown]
# Compute for many programs the highest rate, in GFLOP/s, at which each can run on a machine with
# three limits.
#
# Program `i` does `work[i]` FLOPs and moves `bytes[i]` bytes. The machine is a dictionary: `peak`
# in GFLOP/s, which is FLOPs in a nanosecond; `bandwidth` in GB/s, which is bytes in a nanosecond;
# `overhead` in nanoseconds, the price of any call. Arithmetic and movement overlap perfectly; the
# overhead overlaps with nothing.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def attainable(work, bytes, machine):
    """work: f32[n], bytes: f32[n], machine: {"peak", "bandwidth", "overhead"} -> f32[n].

    One to three lines.

    >>> machine = {"peak": 400, "bandwidth": 50, "overhead": 5000}
    >>> attainable(jnp.array([1e6, 1e9]), jnp.array([5e5, 1e6]), machine).astype(int)
    Array([ 66, 399], dtype=int32)
    """
    ### BEGIN SOLUTION
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)
    ### END SOLUTION


# %% check


def powers(least, most):
    return lambda drawn: (1 + drawn % 9) * 10.0 ** (least + drawn // 9 % (most - least + 1))


def programs(draw):
    n = draw.pick([1, 6, 9, 16])
    work = draw.array("f32", (n,), 0, 10**6, then=powers(5, 8))
    bytes = draw.array("f32", (n,), 0, 10**6, then=powers(4, 7))
    machine = {
        "peak": draw.int(100, 900),
        "bandwidth": draw.int(10, 90),
        "overhead": draw.int(2000, 9000),
    }
    return work, bytes, machine


check(attainable, given=programs, tolerance=1e-5)
