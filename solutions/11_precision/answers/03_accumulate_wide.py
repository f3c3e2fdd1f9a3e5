# %% wrong: widened_late
# You converted the result to float32. It had already been rounded to bfloat16, and no `.astype`
# brings the digits back. Say what to add up *in*: `preferred_element_type`.
def product(x, y):
    return (x @ y).astype(jnp.float32)


# %% wrong: left_short
# The result is bfloat16. Ask for float32 in the product itself, by `preferred_element_type`.
def product(x, y):
    return x @ y


# %% wrong: widened_early
# Your numbers are right, but you make float32 copies of both matrices: twice the bytes, and on a
# GPU no longer the units for bfloat16. Leave the matrices in bfloat16 and add up in float32. (If
# you convert one, JAX converts the other as well: a product has one format.)
def product(x, y):
    return x.astype(jnp.float32) @ y.astype(jnp.float32)


# %% wrong: multiplied_short
# You rounded each *product* to bfloat16 before you added it up. The sum is in float32, but its
# parts are not.
def product(x, y):
    return jnp.sum(x[:, :, None] * y, axis=1, dtype=jnp.float32)


# %% wrong: precision_asked
# `precision` says how a float32 product may be shortened on its way. Yours is of bfloat16, and its
# result is still bfloat16.
def product(x, y):
    return jnp.matmul(x, y, precision="highest").astype(jnp.float32)


# %% wrong: block_by_block
# The blocks are added up in float32, but the result of each block is a bfloat16: the product inside
# a block is a sum as well, and it has been rounded. One product that is asked for float32 needs no
# blocks.
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
