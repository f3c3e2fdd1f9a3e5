# %% wrong: multiply_add_counted_once
# You counted a multiply-add as one operation. Count a multiply-add as two.
assign = data.n * data.d * data.k
regress = data.d * data.n * data.d
similarity = data.n * data.d * data.n
total = order = keys = 0

# %% wrong: half_of_pairs
# `similarity`: you counted each pair of rows once. The product computes all entries, including
# those that are equal by symmetry. Count all entries.
#
# -similarity = 2 * data.n * data.d * data.n
# +similarity = data.n * (data.n - 1) * data.d

# %% wrong: half_of_matrix
# `regress`: you counted one half of the symmetric matrix. The product computes all entries. Count
# all entries.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = data.n * data.d * (data.d + 1)

# %% wrong: matrix_vector_product
# `regress`: you counted a matrix-vector product. The task asks for the matrix, `X` transposed times
# `X`.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.d * data.n

# %% wrong: transposed_product
# `regress`: you counted `X` times its transpose, which covers all pairs of rows. The normal
# equations need all pairs of *columns*.
#
# -regress = 2 * data.d * data.n * data.d
# +regress = 2 * data.n * data.d * data.n

# %% wrong: squares_included
# `assign`: you also counted the squares, or three operations for each difference. Count only the
# product, `X @ C.T`.
#
# -assign = 2 * data.n * data.d * data.k
# +assign = 3 * data.n * data.d * data.k

# %% wrong: row_length_forgotten
# You counted one operation for each pair. Each entry is a sum of many products. Multiply by the
# length of that sum, and by two.
assign = 2 * data.n * data.k
regress = 2 * data.d * data.d
similarity = 2 * data.n * data.n
total = order = keys = 0

# %% wrong: non_products_counted
# You counted the operations of `total`, `order` or `keys`. These programs contain no matrix
# product. The answer is 0.
#
# -total = 0
# +total = data.n * data.d

# %% wrong: comparisons_counted
# `order`: you counted comparisons. A sort contains no matrix product. The answer is 0.
#
# -order = 0
# +from math import log2
# +
# +order = data.n * log2(data.n)

# %% wrong: hash_multiplications_counted
# `keys`: you counted the multiplications of the hash. Each multiplication depends on the previous
# one, so there is no matrix product. The answer is 0.
#
# -keys = 0
# +keys = 2 * data.n * data.d

# %% wrong: total_as_triangular_product
# `total`: you computed the running total as a product of a triangular matrix of ones and `X`. The
# program in the task only adds one value after another. The answer is 0.
#
# -total = 0
# +total = 2 * data.n * data.n * data.d

# %% wrong: no_product_seen
# `assign`: you counted only differences and squares. Expand the square. One of its terms is a
# matrix product of rows and centres.
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
similarity = manylanes.cost(lambda x: x @ x.T, x).work
total, order, keys = 0, 0, 0
