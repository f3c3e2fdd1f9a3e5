# %% wrong: multiply_add_is_two
# You counted a multiply-add as one operation. Count it as two.
assign = data.n * data.d * data.k
regress = data.d * data.n * data.d
alike = data.n * data.d * data.n
total = order = keys = 0

# %% wrong: only_half_of_the_pairs
# `alike`: you counted each pair of rows once. The product computes all entries, including equal
# ones. Count all of them.
#
# -alike = 2 * data.n * data.d * data.n
# +alike = data.n * (data.n - 1) * data.d

# %% wrong: only_half_of_the_matrix
# `regress`: you counted one half of the symmetric matrix. The product computes all entries. Count
# all of them.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = data.n * data.d * (data.d + 1)

# %% wrong: the_small_product
# `regress`: you counted a matrix-vector product. The task asks for the matrix, `X` transposed times
# `X`.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.d * data.n

# %% wrong: the_other_way_round
# `regress`: you counted `X` times its transpose, which covers all pairs of rows. The normal
# equations need all pairs of *columns*.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.n * data.d * data.n

# %% wrong: all_three_parts
# `assign`: you also counted the squares, or three operations for each difference. Count only the
# product, `X @ C.T`.
#
# -assign = 2 * data.n * data.d * data.k
# +assign = 3 * data.n * data.d * data.k

# %% wrong: without_the_numbers
# You counted one operation for each pair. Each entry is a sum of many products. Multiply by the
# length of that sum, and by two.
assign = 2 * data.n * data.k
regress = 2 * data.d * data.d
alike = 2 * data.n * data.n
total = order = keys = 0

# %% wrong: work_is_no_product
# You counted the operations of `total`, `order` or `keys`. These programs contain no matrix
# product. The answer is 0.
#
# -total = 0
# +total = data.n * data.d

# %% wrong: a_sort_compares
# `order`: you counted comparisons. A sort contains no sum of products. The answer is 0.
#
# -order = 0
# +from math import log2
# +
# +order = data.n * log2(data.n)

# %% wrong: a_hash_multiplies
# `keys`: you counted the multiplications of the hash. Each depends on the previous one, so there is
# no matrix product. The answer is 0.
#
# -keys = 0
# +keys = 2 * data.n * data.d

# %% wrong: a_total_is_a_triangle
# `total`: you wrote the running total as a triangular matrix of ones times `X`. The program of the
# task only adds one value after another. The answer is 0.
#
# -total = 0
# +total = 2 * data.n * data.n * data.d

# %% wrong: no_product_as_read
# `assign`: you saw only differences and squares. Expand the square. One of its terms combines rows
# and centres in a product.
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
