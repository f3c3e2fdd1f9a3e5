# %% wrong: multiply_add_is_two
# You counted a multiply-add as one operation. It is two.
assign = data.n * data.d * data.k
regress = data.d * data.n * data.d
alike = data.n * data.d * data.n
total = order = keys = 0

# %% wrong: only_half_of_the_pairs
# You counted each pair of rows once in `alike`. The product makes all entries, also those that are
# equal.
#
# -alike = 2 * data.n * data.d * data.n
# +alike = data.n * (data.n - 1) * data.d

# %% wrong: only_half_of_the_matrix
# You counted one half of the matrix in `regress`, since it is symmetric. Count the product with all
# its entries.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = data.n * data.d * (data.d + 1)

# %% wrong: the_small_product
# In `regress` the matrix is asked for, `X` transposed times `X`, and you counted a matrix times a
# vector.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.d * data.n

# %% wrong: the_other_way_round
# You counted `X` times its transpose in `regress`: all pairs of rows. The normal equations have all
# pairs of *columns*.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.n * data.d * data.n

# %% wrong: all_three_parts
# You counted the squares of rows and centres, or three operations for each difference. The task
# asks only for the product: `X @ C.T`.
#
# -assign = 2 * data.n * data.d * data.k
# +assign = 3 * data.n * data.d * data.k

# %% wrong: without_the_numbers
# You counted one operation for each pair. A pair's entry is a sum over `d` products.
assign = 2 * data.n * data.k
regress = 2 * data.d * data.d
alike = 2 * data.n * data.n
total = order = keys = 0

# %% wrong: work_is_no_product
# You counted the work of `total`, `order` or `keys`. They do operations, but there is no product of
# matrices in them: 0.
#
# -total = 0
# +total = data.n * data.d

# %% wrong: a_sort_compares
# You counted the comparisons of `order`. A comparison adds up no products: 0.
#
# -order = 0
# +from math import log2
# +
# +order = data.n * log2(data.n)

# %% wrong: a_hash_multiplies
# A hash multiplies, and so you counted a product for `keys`. Each multiplication waits for the one
# before and nothing is added up over many: no product of matrices, 0.
#
# -keys = 0
# +keys = 2 * data.n * data.d

# %% wrong: a_total_is_a_triangle
# You wrote the running total as a triangle of ones times `X`. It can be written that way, for `n`
# times the work; the program itself adds, and multiplies nothing: 0.
#
# -total = 0
# +total = 2 * data.n * data.n * data.d

# %% wrong: no_product_as_read
# `assign`: as the formula is read there are differences and squares. Multiply the square out: one
# part of it needs both a row and a centre.
#
# -assign = 2 * data.n * data.d * data.k
# +assign = 0


# %% right: counted
import jax
import jax.numpy as jnp
import manylanes

x = jax.ShapeDtypeStruct((data.n, data.d), jnp.float32)
centres = jax.ShapeDtypeStruct((data.k, data.d), jnp.float32)
assign = manylanes.cost(lambda x, c: x @ c.T, x, centres).work
regress = manylanes.cost(lambda x: x.T @ x, x).work
alike = manylanes.cost(lambda x: x @ x.T, x).work
total, order, keys = 0, 0, 0
