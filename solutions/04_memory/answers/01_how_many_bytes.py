# %% wrong: four_bytes_each
# You counted four bytes for each number. That holds for int32 and float32; bfloat16 takes two,
# and a bool takes one.
tokens = 4 * sizes.batch * sizes.words
filler = 4 * sizes.batch * sizes.words
inner = 4 * sizes.batch * sizes.words * sizes.width
weights = 4 * sizes.width**2
optimiser = 3 * 4 * sizes.width**2

# %% wrong: bits
# Those are bits. The number in a dtype's name counts bits; divide by eight.
tokens = 32 * sizes.batch * sizes.words
filler = 8 * sizes.batch * sizes.words
inner = 16 * sizes.batch * sizes.words * sizes.width
weights = 16 * sizes.width**2
optimiser = 3 * 32 * sizes.width**2

# %% wrong: bfloat16_takes_four
# Nearly: `bfloat16` has sixteen bits, and sixteen bits are two bytes. `inner` and `weights` are
# half as large.
#
# -inner = 2 * sizes.batch * sizes.words * sizes.width
# -weights = 2 * sizes.width**2
# +inner = 4 * sizes.batch * sizes.words * sizes.width
# +weights = 4 * sizes.width**2

# %% wrong: one_bfloat16_takes_four
# Nearly: `inner` is `bfloat16` as well, sixteen bits, and sixteen bits are two bytes.
#
# -inner = 2 * sizes.batch * sizes.words * sizes.width
# +inner = 4 * sizes.batch * sizes.words * sizes.width

# %% wrong: a_bool_takes_four
# Nearly: a bool is not a number of 32 bits. An array spends one byte on each.
#
# -filler = sizes.batch * sizes.words
# +filler = 4 * sizes.batch * sizes.words

# %% wrong: numbers_not_bytes
# You counted numbers. Each takes as many bytes as its dtype says.
tokens = sizes.batch * sizes.words
filler = sizes.batch * sizes.words
inner = sizes.batch * sizes.words * sizes.width
weights = sizes.width**2
optimiser = 3 * sizes.width**2

# %% wrong: megabytes
# Those are millions of bytes. The question is bytes: leave out the last division.
tokens = 4 * sizes.batch * sizes.words / 1e6
filler = sizes.batch * sizes.words / 1e6
inner = 2 * sizes.batch * sizes.words * sizes.width / 1e6
weights = 2 * sizes.width**2 / 1e6
optimiser = 3 * 4 * sizes.width**2 / 1e6

# %% wrong: mebibytes
# You divided by 1024 twice: those are MiB. The question is bytes.
tokens = 4 * sizes.batch * sizes.words / 2**20
filler = sizes.batch * sizes.words / 2**20
inner = 2 * sizes.batch * sizes.words * sizes.width / 2**20
weights = 2 * sizes.width**2 / 2**20
optimiser = 3 * 4 * sizes.width**2 / 2**20

# %% wrong: a_bit_for_a_bool
# Nearly: the fillers take eight times as much. One bit would be enough for a bool, but memory has
# no address for a bit, so an array spends a byte on each.
#
# -filler = sizes.batch * sizes.words
# +filler = sizes.batch * sizes.words // 8

# %% wrong: one_matrix_of_three
# Nearly: the optimiser keeps *three* matrices of that size.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 4 * sizes.width**2

# %% wrong: optimiser_in_bfloat16
# Nearly: the optimiser's matrices are float32, four bytes for each number.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 3 * 2 * sizes.width**2

# %% wrong: a_wider_matrix
# Nearly: three matrices are three times as much. You made one that is three times as wide *and*
# three times as high, and that is nine times as much.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 4 * (3 * sizes.width) ** 2

# %% wrong: eight_bytes_for_a_whole_number
# Nearly: `tokens` takes half of that. A whole number of NumPy or of Python may take eight bytes;
# this one says its size in its name, `int32`.
#
# -tokens = 4 * sizes.batch * sizes.words
# +tokens = 8 * sizes.batch * sizes.words

# %% wrong: one_row_of_weights
# `weights` and `optimiser`: you counted one row of each matrix. A matrix of `width` by `width` has
# `width` rows of `width` numbers.
tokens = 4 * sizes.batch * sizes.words
filler = sizes.batch * sizes.words
inner = 2 * sizes.batch * sizes.words * sizes.width
weights = 2 * sizes.width
optimiser = 3 * 4 * sizes.width

# %% right: ask_an_array
import jax.numpy as jnp

shape = (sizes.batch, sizes.words)
tokens = jnp.zeros(shape, jnp.int32).nbytes
filler = jnp.zeros(shape, bool).nbytes
inner = sizes.width * jnp.zeros(shape, jnp.bfloat16).nbytes
weights = jnp.zeros((sizes.width, sizes.width), jnp.bfloat16).nbytes
optimiser = 6 * weights

# %% right: by_itemsize
import numpy as np

numbers = sizes.batch * sizes.words
tokens = numbers * np.dtype("int32").itemsize
filler = numbers * np.dtype("bool").itemsize
inner = numbers * sizes.width * 16 / 8
weights = sizes.width * sizes.width * 16 / 8
optimiser = 3 * sizes.width**2 * np.dtype("float32").itemsize
