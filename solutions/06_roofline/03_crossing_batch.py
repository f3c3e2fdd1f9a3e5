# ---
# title: Find the batch size that crosses the ridge
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "With a batch size of `b`, the layer multiplies an `n` by `k` matrix by a `k` by `b` matrix.
#     Write down its FLOPs and bytes as functions of `b`. Which of the bytes grow with `b`?"
#   - "The condition is `2 b k n / peak >= 4 (k n + b k + b n) / bandwidth`. Multiply by both
#     denominators and collect `b` on one side. Can the factor of `b` be zero or negative?"
#   - "`gain = 2 * k * n * bandwidth - 4 * peak * (k + n)`. If `gain <= 0`, the answer is 0.
#     Otherwise it is `4 * peak * k * n` divided by `gain`, rounded up: `-(-a // b)`."
# choices:
#   "gain <= 0": it is even, so never 1
# ---

# %% [markdown]
# Return the smallest batch size at which a layer is compute-bound instead of memory-bound.
#
# The layer multiplies an `n` by `k` matrix of weights by `b` vectors at once, where `b` is the
# batch size. All elements are float32. Each is moved once: the weights, `b` inputs of `k` elements,
# and `b` results of `n` elements.
#
# - The layer is compute-bound if its arithmetic takes **at least as long** as its memory traffic.
# - `peak` is in GFLOP/s and `bandwidth` in GB/s. All arguments are integers.
# - If the layer is memory-bound for every batch size, return 0.
# - The answer may be in the millions.

# %% answer
def crossing_batch(k, n, peak, bandwidth):
    """(1024, 1024, 400, 50) -> 17. Three or four lines, with integers only."""
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
    if how == "hair":  # a tie for which floats give a result that is slightly too large
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
    if how in ("level", "just", "never"):  # a vector takes at least as long to move as to compute
        more = {"level": 0, "just": 1, "never": draw.pick([m, m * u])}[how]
        return 2 * m, 2 * m, m * u + more, 2 * u
    if how == "late":  # slightly shorter: it crosses in the millions
        m, u = draw.int(1000, 4000), draw.int(3, 9)
        return 2 * m, 2 * m, m * u - 1, 2 * u
    widest = 4000 if how == "wide" else 400
    k, n = draw.int(8, widest), draw.int(8, widest)
    return k, n, draw.int(100, 60_000), draw.int(20, 4000)


check(crossing_batch, given=layer)
