# %% wrong: four_bytes_each
# You counted four bytes for each element. That is right for int32 and float32, but a bfloat16 takes
# two bytes and a bool takes one.
tokens = 4 * sizes.batch * sizes.words
filler = 4 * sizes.batch * sizes.words
inner = 4 * sizes.batch * sizes.words * sizes.width
weights = 4 * sizes.width**2
optimiser = 3 * 4 * sizes.width**2

# %% wrong: bits
# You computed bits, since the digits in the name of a dtype are bits. Divide by eight.
tokens = 32 * sizes.batch * sizes.words
filler = 8 * sizes.batch * sizes.words
inner = 16 * sizes.batch * sizes.words * sizes.width
weights = 16 * sizes.width**2
optimiser = 3 * 32 * sizes.width**2

# %% wrong: bfloat16_takes_four
# Nearly: for `inner` and `weights`, you counted four bytes for a `bfloat16`. It has 16 bits, which
# are two bytes.
#
# -inner = 2 * sizes.batch * sizes.words * sizes.width
# -weights = 2 * sizes.width**2
# +inner = 4 * sizes.batch * sizes.words * sizes.width
# +weights = 4 * sizes.width**2

# %% wrong: one_bfloat16_takes_four
# Nearly: for `inner`, you counted four bytes for each element. It is `bfloat16` as well: 16 bits,
# which are two bytes.
#
# -inner = 2 * sizes.batch * sizes.words * sizes.width
# +inner = 4 * sizes.batch * sizes.words * sizes.width

# %% wrong: a_bool_takes_four
# Nearly: for `filler`, you counted four bytes for a bool. An array stores each bool in one byte.
#
# -filler = sizes.batch * sizes.words
# +filler = 4 * sizes.batch * sizes.words

# %% wrong: numbers_not_bytes
# You counted elements. Multiply each count by the size of its dtype in bytes.
tokens = sizes.batch * sizes.words
filler = sizes.batch * sizes.words
inner = sizes.batch * sizes.words * sizes.width
weights = sizes.width**2
optimiser = 3 * sizes.width**2

# %% wrong: megabytes
# You returned megabytes, but the task asks for bytes. Do not divide by a million.
tokens = 4 * sizes.batch * sizes.words / 1e6
filler = sizes.batch * sizes.words / 1e6
inner = 2 * sizes.batch * sizes.words * sizes.width / 1e6
weights = 2 * sizes.width**2 / 1e6
optimiser = 3 * 4 * sizes.width**2 / 1e6

# %% wrong: a_bit_for_a_bool
# Nearly: for `filler`, you counted one bit for a bool. Memory has no addresses for single bits, so
# an array stores each bool in one byte.
#
# -filler = sizes.batch * sizes.words
# +filler = sizes.batch * sizes.words // 8

# %% wrong: one_matrix_of_three
# Nearly: for `optimiser`, you counted one matrix. The optimiser stores *three* of them.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 4 * sizes.width**2

# %% wrong: optimiser_in_bfloat16
# Nearly: for `optimiser`, you counted two bytes for each element. These matrices are float32: four
# bytes.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 3 * 2 * sizes.width**2

# %% wrong: eight_bytes_for_a_whole_number
# Nearly: for `tokens`, you counted eight bytes for each element. Default integers of NumPy take
# eight bytes, but this array is `int32`.
#
# -tokens = 4 * sizes.batch * sizes.words
# +tokens = 8 * sizes.batch * sizes.words

# %% wrong: one_row_of_weights
# `weights` and `optimiser`: you counted one row of each matrix. A matrix of `width` by `width` has
# `width` rows of `width` elements.
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
