# ---
# title: How many bytes?
# kind: value
# points: 1
# minutes: 6
# hints:
#   - "Bytes are numbers times the size of one. How many numbers are in an array of this shape?"
#   - "The digits at the end of a dtype count *bits*, and a byte has eight: `int32` takes 4 bytes,
#     `bfloat16` takes 2. A `bool` takes a whole byte."
#   - "Ask an array: after `tokens = jnp.zeros(shape, dtype)`, `tokens.nbytes` says it. For three
#     matrices of the size of the weights in float32, `3 * 4 * width * width`."
# ---

# %% [markdown]
# Count the bytes of five things that a training program keeps.
#
# The sizes are drawn for you. `batch` texts of `words` words each are in work,
# and one layer has a matrix of `width` by `width` weights.
#
# | name | what | shape | dtype |
# |---|---|---|---|
# | `tokens` | a number for each word | (batch, words) | int32 |
# | `filler` | is this a word, or a filler? | (batch, words) | bool |
# | `inner` | what the layer computed for each word | (batch, words, width) | bfloat16 |
# | `weights` | the matrix | (width, width) | bfloat16 |
# | `optimiser` | three more matrices of that size | 3 times (width, width) | float32 |

# %% given
sizes = figures("batch: 8 | 16 | 32, words: 512 | 1024 | 2048, width: 768 | 1536 | 5120")
sizes


# %% answer
# Five numbers of bytes, one line each. The figures above are `sizes.batch`, `sizes.words` and
# `sizes.width`.
### BEGIN SOLUTION
tokens = 4 * sizes.batch * sizes.words
filler = sizes.batch * sizes.words
inner = 2 * sizes.batch * sizes.words * sizes.width
weights = 2 * sizes.width**2
optimiser = 3 * 4 * sizes.width**2
### END SOLUTION

# %% check
check(tokens=tokens, filler=filler, inner=inner, weights=weights, optimiser=optimiser)
