# ---
# title: Six times what?
# kind: value
# points: 1
# minutes: 12
# hints:
#   - "Divide the true count of products by the rule's, for one example. Both have the weights in
#     them, and most of it cancels."
#   - "The first layer makes two products and not three. A convolution's weight is used at each
#     place of the picture. A row of a table is fetched, not multiplied."
#   - "`dense = (3 * all - first) / (3 * all)` with `all` weights; `conv` is the number of places;
#     `words` is the weights in the layers divided by all weights."
# ---

# %% [markdown]
# By which factor is "6 x parameters x examples" wrong, for three networks? Give the operations
# that products really need for a training gradient, divided by that rule. Three digits are enough.
#
# - `dense`: three layers in a row, without biases: `inputs` to `hidden`, `hidden` to `hidden`,
#   `hidden` to `outputs`. The gradients of the examples are not needed.
# - `conv`: one convolution in the middle of a network, 3 by 3 weights for each pair of one of
#   `seen` channels and one of `made`, at every one of `side` by `side` places. (At the edge the
#   picture is continued with zeros, and those are multiplied as well.)
# - `words`: a model of language. It looks up a row of `width` numbers for each word in a table of
#   `vocabulary` rows, and the rows go through layers. The layers have `layers` weights together,
#   and all three of their products are computed. The table is counted among the parameters. (One
#   example is one word.)

# %% given
sizes = figures(
    "inputs: int in 600..900, hidden: int in 300..500, outputs: int in 40..90, "
    "seen: 32 | 64, made: 64 | 128, side: int in 12..30, "
    "vocabulary: int in 20000..50000, width: 256 | 512, layers: int in 4000000..9000000"
)
sizes

# %% answer
# Three factors. The figures above are `sizes.inputs` and so on.
### BEGIN SOLUTION
first = sizes.inputs * sizes.hidden
weights = first + sizes.hidden**2 + sizes.hidden * sizes.outputs
dense = (3 * weights - first) / (3 * weights)
conv = sizes.side**2
words = sizes.layers / (sizes.layers + sizes.vocabulary * sizes.width)
### END SOLUTION

# %% check
check(dense=dense, conv=conv, words=words, tolerance=0.005)
