# %% wrong: converted_after_product
# You convert the result to float32 after the product has rounded it to bfloat16. The conversion
# cannot restore the lost bits. Request a float32 result from the product itself with
# `preferred_element_type`.
def product(x, y):
    return (x @ y).astype(jnp.float32)


# %% wrong: bfloat16_returned
# You return bfloat16. The task asks for float32. Request a float32 result from the product itself
# with `preferred_element_type`.
def product(x, y):
    return x @ y


# %% wrong: operands_converted
# Your values are right, but you write float32 copies of the matrices. The copies take twice as many
# bytes, and a GPU cannot use its bfloat16 units (JAX converts both operands even if you convert
# only one). Leave the matrices in bfloat16 and accumulate in float32.
def product(x, y):
    return x.astype(jnp.float32) @ y.astype(jnp.float32)


# %% wrong: products_rounded
# You round each *product* of two elements to bfloat16 before you add it. Your sum is in float32,
# but its terms have lost their last bits. Use one matrix product that accumulates in float32.
def product(x, y):
    return jnp.sum(x[:, :, None] * y, axis=1, dtype=jnp.float32)


# %% wrong: precision_argument
# You set `precision`, which controls how much precision the operands of a float32 product may lose.
# The result of your product is still bfloat16. Set `preferred_element_type` instead.
def product(x, y):
    return jnp.matmul(x, y, precision="highest").astype(jnp.float32)


# %% wrong: block_by_block
# You add the blocks in float32, but the result of each block is bfloat16. The product of a block is
# a sum as well, and you rounded this sum. Use one product of the whole matrices with a float32
# result.
def product(x, y):
    total = jnp.zeros((len(x), y.shape[1]), jnp.float32)
    for start in range(0, len(y), 8):
        total = total + x[:, start : start + 8] @ y[start : start + 8]
    return total


# %% right: einsum
def product(x, y):
    return jnp.einsum("mk,kn->mn", x, y, preferred_element_type=jnp.float32)


# %% right: dot_general
def product(x, y):
    return jax.lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type="float32")


# %% right: row_by_row
def product(x, y):
    def row(one):
        return jnp.dot(one, y, preferred_element_type=jnp.float32)

    return jax.vmap(row)(x)
