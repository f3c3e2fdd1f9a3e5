# %% wrong: all_as_4_bytes
# You counted four bytes for each element. That is right for int32 and float32, but a bfloat16 value
# takes two bytes and a bool takes one.
tokens = 4 * sizes.batch * sizes.seq_len
padding = 4 * sizes.batch * sizes.seq_len
hidden = 4 * sizes.batch * sizes.seq_len * sizes.width
weights = 4 * sizes.width**2
optimiser = 3 * 4 * sizes.width**2

# %% wrong: bits
# You computed bits, because the number in the name of a dtype counts bits. Divide by eight.
tokens = 32 * sizes.batch * sizes.seq_len
padding = 8 * sizes.batch * sizes.seq_len
hidden = 16 * sizes.batch * sizes.seq_len * sizes.width
weights = 16 * sizes.width**2
optimiser = 3 * 32 * sizes.width**2

# %% wrong: bfloat16_as_4_bytes
# For `hidden` and `weights`, you counted four bytes for each element. A `bfloat16` value has 16
# bits, which are two bytes.
#
# -hidden = 2 * sizes.batch * sizes.seq_len * sizes.width
# -weights = 2 * sizes.width**2
# +hidden = 4 * sizes.batch * sizes.seq_len * sizes.width
# +weights = 4 * sizes.width**2

# %% wrong: hidden_as_4_bytes
# For `hidden`, you counted four bytes for each element. The dtype of `hidden` is `bfloat16` as
# well: 16 bits, which are two bytes.
#
# -hidden = 2 * sizes.batch * sizes.seq_len * sizes.width
# +hidden = 4 * sizes.batch * sizes.seq_len * sizes.width

# %% wrong: bool_as_4_bytes
# For `padding`, you counted four bytes for a bool. An array stores each bool in one byte.
#
# -padding = sizes.batch * sizes.seq_len
# +padding = 4 * sizes.batch * sizes.seq_len

# %% wrong: elements_not_bytes
# You counted elements. Multiply each count by the size of its dtype in bytes.
tokens = sizes.batch * sizes.seq_len
padding = sizes.batch * sizes.seq_len
hidden = sizes.batch * sizes.seq_len * sizes.width
weights = sizes.width**2
optimiser = 3 * sizes.width**2

# %% wrong: megabytes
# You returned megabytes, but the task asks for bytes. Do not divide by a million.
tokens = 4 * sizes.batch * sizes.seq_len / 1e6
padding = sizes.batch * sizes.seq_len / 1e6
hidden = 2 * sizes.batch * sizes.seq_len * sizes.width / 1e6
weights = 2 * sizes.width**2 / 1e6
optimiser = 3 * 4 * sizes.width**2 / 1e6

# %% wrong: bool_as_1_bit
# For `padding`, you counted one bit for a bool. Memory has no addresses for single bits, so an
# array stores each bool in one byte.
#
# -padding = sizes.batch * sizes.seq_len
# +padding = sizes.batch * sizes.seq_len // 8

# %% wrong: one_matrix
# For `optimiser`, you counted one matrix. The optimiser stores *three* of them.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 4 * sizes.width**2

# %% wrong: optimiser_in_bfloat16
# For `optimiser`, you counted two bytes for each element. The matrices of the optimiser are
# float32: four bytes for each element.
#
# -optimiser = 3 * 4 * sizes.width**2
# +optimiser = 3 * 2 * sizes.width**2

# %% wrong: int_as_8_bytes
# For `tokens`, you counted eight bytes for each element. NumPy's default integers take eight bytes,
# but this array is `int32`: four bytes.
#
# -tokens = 4 * sizes.batch * sizes.seq_len
# +tokens = 8 * sizes.batch * sizes.seq_len

# %% wrong: one_row_of_weights
# For `weights` and `optimiser`, you counted one row of each matrix. A matrix of `width` by `width`
# has `width` rows of `width` elements.
tokens = 4 * sizes.batch * sizes.seq_len
padding = sizes.batch * sizes.seq_len
hidden = 2 * sizes.batch * sizes.seq_len * sizes.width
weights = 2 * sizes.width
optimiser = 3 * 4 * sizes.width

# %% right: by_nbytes
import jax.numpy as jnp

shape = (sizes.batch, sizes.seq_len)
tokens = jnp.zeros(shape, jnp.int32).nbytes
padding = jnp.zeros(shape, bool).nbytes
hidden = sizes.width * jnp.zeros(shape, jnp.bfloat16).nbytes
weights = jnp.zeros((sizes.width, sizes.width), jnp.bfloat16).nbytes
optimiser = 6 * weights

# %% right: by_itemsize
import numpy as np

num_elements = sizes.batch * sizes.seq_len
tokens = num_elements * np.dtype("int32").itemsize
padding = num_elements * np.dtype("bool").itemsize
hidden = num_elements * sizes.width * 16 / 8
weights = sizes.width * sizes.width * 16 / 8
optimiser = 3 * sizes.width**2 * np.dtype("float32").itemsize
