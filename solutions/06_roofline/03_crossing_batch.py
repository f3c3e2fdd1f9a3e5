# ---
# title: Find the batch size that makes a layer compute-bound
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "With a batch size of `b`, the layer is the product of an `n` by `k` and a `k` by `b` matrix.
#     Write its operations and its bytes as functions of `b`. Which of the bytes grow with `b`?"
#   - "You need `2 b k n / peak >= 4 (k n + b k + b n) / bandwidth`. Multiply by both denominators,
#     and collect the terms with `b` on one side. Can the factor of `b` be zero or negative?"
#   - "`gain = 2 * k * n * bandwidth - 4 * peak * (k + n)`. If `gain <= 0`, the answer is 0.
#     Otherwise it is `4 * peak * k * n` divided by `gain`, rounded up: `-(-a // b)`."
# choices:
#   "gain <= 0": it is even, so never 1
# ---

# %% [markdown]
# Return the smallest batch size `b` at which a layer is compute-bound.
#
# - All inputs are positive integers. Compute with integers, because a division of floats may round.
# - The layer multiplies an `n` by `k` weight matrix by a batch of `b` vectors. A multiply-add is
#   two operations.
# - It moves each float32 value once: the weights, `b` inputs of `k` values, and `b` results of `n`
#   values.
# - The layer is compute-bound if its arithmetic takes **at least as long** as its data movement.
#   `peak` is in GFLOP/s, and `bandwidth` in GB/s.
# - Some layers are memory-bound for every batch size. Return 0 for these.

# %% answer
def crossing_batch(k, n, peak, bandwidth):
    """(1024, 1024, 400, 50) -> 17. Three or four lines; integers throughout."""
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
    if how == "hair":  # a tie where division of floats gives a slightly larger value
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
    if how in ("tie", "hair"):  # both times are equal at a batch size of m t
        return 2 * m, 2 * m, m * t * u, 2 * (1 + t) * u
    if how in ("level", "just", "never"):  # each vector adds at least as much movement
        more = {"level": 0, "just": 1, "never": draw.pick([m, m * u])}[how]
        return 2 * m, 2 * m, m * u + more, 2 * u
    if how == "late":  # slightly less: the batch size is in the millions
        m, u = draw.int(1000, 4000), draw.int(3, 9)
        return 2 * m, 2 * m, m * u - 1, 2 * u
    widest = 4000 if how == "wide" else 400
    k, n = draw.int(8, widest), draw.int(8, widest)
    return k, n, draw.int(100, 60_000), draw.int(20, 4000)


check(crossing_batch, given=layer)
