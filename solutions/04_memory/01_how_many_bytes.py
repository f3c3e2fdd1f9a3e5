# ---
# title: Compute the bytes of five arrays
# kind: value
# points: 1
# minutes: 6
# hints:
#   - "The bytes of an array are its number of elements times the size of one element. How many
#     elements does an array of this shape have?"
#   - "The digits in the name of a dtype are *bits*, and a byte has eight: `int32` takes 4 bytes and
#     `bfloat16` takes 2. A `bool` takes a whole byte."
#   - "JAX can compute it: after `tokens = jnp.zeros(shape, dtype)`, `tokens.nbytes` is the number
#     of bytes. Three float32 matrices of the shape of the weights take `3 * 4 * width * width`."
# ---

# %% [markdown]
# Compute the number of bytes that JAX needs for each of five arrays of a training program. (For one
# element of a dtype, see `jnp.zeros(1, dtype).nbytes`.)
#
# The sizes are drawn at random. A batch has `batch` sequences of `seq_len` tokens each. One layer
# has a matrix of `width` by `width` weights.
#
# | name | content | shape | dtype |
# |---|---|---|---|
# | `tokens` | the index of each token in the vocabulary | (batch, seq_len) | int32 |
# | `padding` | whether each position is padding | (batch, seq_len) | bool |
# | `hidden` | the output of the layer for each token | (batch, seq_len, width) | bfloat16 |
# | `weights` | the weight matrix | (width, width) | bfloat16 |
# | `optimiser` | three arrays like `weights`, in total | 3 times (width, width) | float32 |

# %% given
sizes = figures("batch: 8 | 16 | 32, seq_len: 512 | 1024 | 2048, width: 768 | 1536 | 5120")
sizes


# %% answer
# Five sizes in bytes, one line each. The inputs above are `sizes.batch`, `sizes.seq_len` and
# `sizes.width`.
### BEGIN SOLUTION
tokens = 4 * sizes.batch * sizes.seq_len
padding = sizes.batch * sizes.seq_len
hidden = 2 * sizes.batch * sizes.seq_len * sizes.width
weights = 2 * sizes.width**2
optimiser = 3 * 4 * sizes.width**2
### END SOLUTION

# %% check
check(tokens=tokens, padding=padding, hidden=hidden, weights=weights, optimiser=optimiser)
