# ---
# title: When attention turns quadratic
# kind: function
# points: 2
# minutes: 15
# star: true
# hints:
#   - "Go through the six einsums of `attention` and write beside each one how many FLOPs it
#     takes, as you did in the first task. Which of them have `s` and `t`, both as long as the
#     text?"
#   - "With `d = heads * size` and text of length `s`: queries and output take `2 s d d` each,
#     keys and values `2 s d` times `kv_heads * size` each, and each of the two products with both
#     `s` and `t` takes `2 s s d`."
#   - "The quadratic part is `4 s s d`, the projections are `4 s d (d + kv_heads * size)`. Divide
#     both by `4 s d` and look for the first whole number that is *larger*."
# ---

# %% [markdown]
# From which length of text on does attention spend more FLOPs on comparing words with words than
# on everything else?
#
# `attention` below is what a language model does to a text of `s` words, each a row of `d`
# numbers. You need not know why it works; count its products. Four of them, the
# *projections*, multiply by weights and grow with `s`. Two of them, `scores` and `mixed`, pair
# every word with every word and grow with `s` squared. Several heads may share their keys and
# values, so there are `heads` heads of queries but only `kv_heads` of keys and values; every head
# has `size` numbers, and `d = heads * size`. Count products only; `jax.nn.softmax` and copying are
# free.

# %% given
import jax
import jax.numpy as jnp


def attention(x, w_queries, w_keys, w_values, w_output):
    """x: [s, d]; w_queries: [d, heads, size]; w_keys, w_values: [d, kv_heads, size];
    w_output: [heads, size, d]."""
    queries = jnp.einsum("sd,dhe->she", x, w_queries)
    keys = jnp.einsum("td,dhe->the", x, w_keys)
    values = jnp.einsum("td,dhe->the", x, w_values)
    sharing = w_queries.shape[1] // w_keys.shape[1]
    keys, values = (jnp.repeat(part, sharing, axis=1) for part in (keys, values))
    scores = jnp.einsum("she,the->hst", queries, keys)
    mixed = jnp.einsum("hst,the->she", jax.nn.softmax(scores), values)
    return jnp.einsum("she,hed->sd", mixed, w_output)


# %% answer
def overtakes(heads, kv_heads, size):
    """The least s at which the quadratic products take more FLOPs than the projections.

    One to six lines."""
    ### BEGIN SOLUTION
    return (heads + kv_heads) * size + 1
    ### END SOLUTION


# %% check
def layer(draw):
    kv_heads = draw.int(1, 8)
    return kv_heads * draw.int(2, 8), kv_heads, draw.int(16, 128)


check(overtakes, given=layer)


# %% wrong: keys_not_shared
# You gave every head its own keys and values: twice the width. Here only `kv_heads` of them are
# projected, so the projections are cheaper and are overtaken earlier.
def overtakes(heads, kv_heads, size):
    return 2 * heads * size + 1


# %% wrong: at_the_tie
# At this length the two are exactly equal. The first length at which the quadratic part takes
# *more* is the next one.
def overtakes(heads, kv_heads, size):
    return (heads + kv_heads) * size


# %% wrong: forgot_the_output
# You counted three projections. There are four: the heads' results go through `w_output` as well.
def overtakes(heads, kv_heads, size):
    d, kv = heads * size, kv_heads * size
    return (2 * d * d + 4 * d * kv) // (4 * d) + 1


# %% wrong: one_quadratic_product
# You counted one quadratic product. There are two: `scores` compares all words with all words,
# and `mixed` adds up all words for every word.
def overtakes(heads, kv_heads, size):
    return 2 * (heads + kv_heads) * size + 1


# %% wrong: every_head_full_width
# You let every head work on the full width `d`. The heads share the width: each has `size`
# numbers, and all of them together have `d`.
def overtakes(heads, kv_heads, size):
    return (heads + kv_heads) * size // heads + 1


# %% wrong: quadratic_part_shared
# Sharing keys saves projections, not comparisons: every one of the `heads` query heads still
# meets every word.
def overtakes(heads, kv_heads, size):
    return (heads + kv_heads) * size * heads // kv_heads + 1


# %% right: by_search
def overtakes(heads, kv_heads, size):
    d, kv, s = heads * size, kv_heads * size, 1
    while 2 * 2 * s * s * d <= 2 * s * d * (d + kv + kv + d):
        s += 1
    return s


# %% right: einsum_by_einsum
def overtakes(heads, kv_heads, size):
    def flops(letters, lengths):
        total = 2
        for letter in letters:
            total *= lengths[letter]
        return total

    def larger(s):
        lengths = {"s": s, "t": s, "d": heads * size, "h": heads, "g": kv_heads, "e": size}
        linear = flops("sdhe", lengths) + 2 * flops("tdge", lengths) + flops("shed", lengths)
        return flops("sthe", lengths) + flops("hste", lengths) > linear

    low, high = 0, 1
    while not larger(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if larger(middle) else (middle, high)
    return high


# %% right: with_numpy
import numpy as np


def overtakes(heads, kv_heads, size):
    d = heads * size
    s = np.arange(1, 4 * d)
    projections = 4 * s * d * d + 4 * s * d * kv_heads * size
    return s[4 * s * s * d > projections][0]
