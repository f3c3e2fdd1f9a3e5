# ---
# title: Compute the attainable rate of programs
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "First compute the shortest possible time, then the rate. How long does the arithmetic take at
#     least, and how long the data movement? Both happen at the same time."
#   - "The overhead comes before everything else, so add it to the longer of the two times. Python's
#     `max` cannot choose for every element of an array, but `jnp.maximum` can."
#   - "`work / (overhead + jnp.maximum(work / peak, bytes / bandwidth))`. FLOP divided by
#     nanoseconds is GFLOP/s."
# ---

# %% [markdown]
# Return the highest rate, in GFLOP/s, at which each of `n` programs can run on a machine with three
# limits.
#
# Program `i` performs `work[i]` FLOPs and moves `bytes[i]` bytes. Arithmetic and data movement
# overlap completely. The dispatch overhead overlaps with neither.
#
# | key of `machine` | meaning |
# |---|---|
# | `peak` | operations per nanosecond, that is, GFLOP/s |
# | `bandwidth` | bytes per nanosecond, that is, GB/s |
# | `overhead` | dispatch overhead of each program, in nanoseconds |

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
