# ---
# title: Check the rule of six for three networks
# kind: value
# points: 1
# minutes: 12
# hints:
#   - "For one example, divide the true number of operations by the number that the rule gives. The
#     number of weights occurs in both, so most of it cancels."
#   - "The first layer has two products instead of three. A convolution uses each of its weights at
#     every position of the image. Looking up a row of a table is not a product."
#   - "`dense = (3 * all - first) / (3 * all)`, where `all` is the number of weights. `conv` is the
#     number of positions. `embedding` is the number of weights in the layers divided by the number
#     of all parameters."
# ---

# %% [markdown]
# Compute for three networks by what factor the rule "6 x parameters x examples" differs from the
# number of operations. Divide the number of operations in all products of the forward and backward
# pass by the number that the rule gives. A multiply-add is two operations.
#
# For example, a single layer in the middle of a network has three products with `2 * weights`
# operations per example. The rule gives `6 * weights`, so its factor is 1.
#
# - `dense`: three layers without biases, from `inputs` to `hidden`, `hidden` to `hidden`, and
#   `hidden` to `outputs` values. The gradients of the examples are not needed.
# - `conv`: one convolution in the middle of a network, with `channels_in` input channels,
#   `channels_out` output channels, and 3 by 3 weights for each pair of them. It is applied at each
#   of `side` by `side` positions of an image that is padded with zeros. Products with these zeros
#   count as well. One example is one image.
# - `embedding`: a language model. For each token, it looks up a row of `width` values in a table of
#   `vocabulary` rows. The table counts as parameters. The rows pass through dense layers with
#   `layers` weights in total. All three products of each layer are computed. One example is one
#   token.
#
# The inputs are drawn at random. Three significant digits are enough.

# %% given
sizes = figures(
    "inputs: int in 600..900, hidden: int in 300..500, outputs: int in 40..90, "
    "channels_in: 32 | 64, channels_out: 64 | 128, side: int in 12..30, "
    "vocabulary: int in 20000..50000, width: 256 | 512, layers: int in 4000000..9000000"
)
sizes

# %% answer
# Three values. The inputs above are `sizes.inputs` and so on.
### BEGIN SOLUTION
first = sizes.inputs * sizes.hidden
weights = first + sizes.hidden**2 + sizes.hidden * sizes.outputs
dense = (3 * weights - first) / (3 * weights)
conv = sizes.side**2
embedding = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
### END SOLUTION

# %% check
check(dense=dense, conv=conv, embedding=embedding, tolerance=0.005)
