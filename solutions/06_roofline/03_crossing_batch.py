# ---
# title: The batch that crosses the ridge
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "With a batch of `b` the layer is a product of `n` by `k` and `k` by `b`. Write its FLOPs and
#     its bytes with `b` in them. Which of the bytes grow with `b`?"
#   - "You want `2 b k n / peak >= 4 (k n + b k + b n) / bandwidth`. Multiply out and collect `b`
#     on one side. Can the number that multiplies `b` be zero or less?"
#   - "`gain = 2 * k * n * bandwidth - 4 * peak * (k + n)`. If `gain <= 0`, the answer is 0.
#     Otherwise it is `4 * peak * k * n` divided by `gain`, rounded up: `-(-a // b)`."
# choices:
#   "gain <= 0": it is even, so never 1
# ---

# %% [markdown]
# Find the smallest batch for which a layer waits for arithmetic and no longer for memory.
#
# The layer multiplies an `n` by `k` matrix of weights by `b` vectors at once, all float32, each
# number moved once: weights, `b` inputs of `k` numbers, `b` results of `n` numbers. It has crossed
# the ridge when its arithmetic takes **at least as long** as its movement. `peak` is in GFLOP/s,
# `bandwidth` in GB/s. There are layers that never cross, however large the batch: answer 0 for
# those.

# %% answer
def crossing_batch(k, n, peak, bandwidth):
    """(1024, 1024, 400, 50) -> 17. Three or four lines; whole numbers throughout."""
    ### BEGIN SOLUTION
    gain = 2 * k * n * bandwidth - 4 * peak * (k + n)
    if gain <= 0:
        return 0
    return -(-4 * peak * k * n // gain)
    ### END SOLUTION


# %% check
def layer(draw):
    how = draw.each(["tie", "level", "late", "any", "just", "wide", "never", "hair"])
    m, t, u = draw.int(8, 200), draw.int(1, 6), draw.int(2, 9)
    if how == "hair":  # a tie where numbers with a point come out too large by a hair
        m, t, u = draw.pick(
            [
                (168, 5, 3),
                (67, 6, 4),
                (17, 2, 9),
                (157, 2, 7),
                (190, 6, 5),
                (131, 6, 9),
                (83, 4, 8),
                (104, 6, 7),
            ]
        )
    if how in ("tie", "hair"):  # both take exactly as long, at a batch of m t
        return 2 * m, 2 * m, m * t * u, 2 * (1 + t) * u
    if how in ("level", "just", "never"):  # a vector brings as much to move as to compute, or more
        more = {"level": 0, "just": 1, "never": draw.pick([m, m * u])}[how]
        return 2 * m, 2 * m, m * u + more, 2 * u
    if how == "late":  # less by a hair: it crosses at millions
        m, u = draw.int(1000, 4000), draw.int(3, 9)
        return 2 * m, 2 * m, m * u - 1, 2 * u
    widest = 4000 if how == "wide" else 400
    k, n = draw.int(8, widest), draw.int(8, widest)
    return k, n, draw.int(100, 60_000), draw.int(20, 4000)


check(crossing_batch, given=layer)
