# ---
# title: Sixteen products for thirty-six
# kind: program
# points: 2
# minutes: 35
# star: true
# hints:
#   - "First in one direction. Cut the lines into windows of four that begin every second place.
#     With `d` for the four numbers and `g` for the three taps, the page gives four products `p`
#     that make two results: `p0 + p1 + p2` and `p1 - p2 - p3`. Each `p` may be a product of
#     matrices, over the channels."
#   - "Then both directions: a window of 4 by 4, made into 4 by 4 numbers by doing lines first and
#     then columns, the kernel likewise; sixteen products over the channels; and from 4 by 4 back to
#     2 by 2, lines first and then columns."
#   - "`d[a]` is a list of four lists of four slices, `picture[a : a + h : 2, b : b + w : 2]` with
#     `h, w` the sides of the result. A helper `into(x)` that makes `[x[0] - x[2], x[1] + x[2], x[2]
#     - x[1], x[1] - x[3]]` of any four things, and one for the kernel and for the backward pass,
#       can be
#     used in both directions."
# ---

# %% [markdown]
# Write a 3 by 3 convolution with four ninths of the products.
#
# `picture` is one picture of `2 m + 2` by `2 n + 2` places with `c` channels; the kernel is moved
# by one place and every window lies inside, so the result has `2 m` by `2 n` places. The plain way
# adds up nine products of a place's channels with a tap. The page shows how two neighbouring
# results of three taps come from four products instead of six. Used in both directions that makes
# four results from sixteen products instead of thirty-six (*Winograd convolution*, F(2x2, 3x3)).
# With many channels the additions before and after cost little, because each is done once for a
# channel and not for each pair of channels; the budget counts them too, and you may spend a third
# more than ours. Halves are exact in float32 here, so the answer has to be exact as well.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def fewer_products(picture, kernel):
    """picture: f32[2 m + 2, 2 n + 2, c], kernel: f32[3, 3, c, o] -> f32[2 m, 2 n, o].

    Fifteen to twenty-five lines."""

    ### BEGIN SOLUTION
    def into(x):
        return [x[0] - x[2], x[1] + x[2], x[2] - x[1], x[1] - x[3]]

    def taps(g):
        return [g[0], (g[0] + g[1] + g[2]) / 2, (g[0] - g[1] + g[2]) / 2, g[2]]

    def back(p):
        return [p[0] + p[1] + p[2], p[1] - p[2] - p[3]]

    def both(change, x):
        lines = [change(line) for line in x]
        return [change(column) for column in zip(*lines, strict=True)]

    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    windows = [[picture[a : a + h : 2, b : b + w : 2] for b in range(4)] for a in range(4)]
    factors, weights = both(into, windows), both(taps, kernel)
    products = [
        [d @ g for d, g in zip(some, others, strict=True)]
        for some, others in zip(factors, weights, strict=True)
    ]
    four = both(back, products)
    corners = jnp.stack([jnp.stack(line, axis=2) for line in four], axis=1)
    return corners.reshape(h, w, -1)
    ### END SOLUTION


# %% check
def plain(picture, kernel):
    h, w = picture.shape[0] - 2, picture.shape[1] - 2
    return sum(picture[i : i + h, j : j + w] @ kernel[i, j] for i in range(3) for j in range(3))


check(
    fewer_products,
    spec=plain,
    given="picture: f32[2*m+2, 2*n+2, c] in -9..9, kernel: f32[3, 3, c, o] in -5..5, "
    "m in 1..4, n in 1..4, c in 1..8, o in 1..8",
    budget=Budget(work=1.33, at={"m": 8, "n": 8, "c": 64, "o": 64}),
)
