# ---
# title: Count the FLOPs and bytes of an einsum
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "Write the product as loops: one loop for each letter, and in the innermost one multiply and
#     one add."
#   - "Each letter is one loop, however often it appears: `set(\"mkkn\")` keeps each letter once."
#   - "FLOPs: 2 times the lengths of all different letters. Bytes: 4 times the elements of `x`,
#     of `y` and of the result. `math.prod(sizes[letter] for letter in x)` counts the
#     elements of `x`."
# ---

# %% [markdown]
# Return the number of FLOPs and the number of bytes moved for a product that `jnp.einsum` computes
# from two operands. `product` is the string that `jnp.einsum` takes.
#
# In `"mk,kn->mn"`, the matrix product, the letters before the arrow name the axes of the two
# operands, and the letters after it name the axes of the result. The product sums over each letter
# that is missing from the result. `"mk,k->m"` is a matrix times a vector, and `"bmk,bkn->bmn"` is a
# batch of products. `sizes` maps each letter to the length of its axis. Count as follows:
#
# - Each combination of values of all letters takes one multiply and one add, which are 2 FLOPs.
# - Each operand is read once, and the result is written once.
# - An element takes 4 bytes.
# - Every product sums over one letter or more.
# - `sizes` may contain letters that the product does not use.

# %% given
import math


# %% answer
def einsum_cost(product, sizes):
    """Return (FLOPs, bytes). Four or five lines.

    >>> einsum_cost("mk,kn->mn", {"m": 2, "k": 3, "n": 5})
    (60, 124)
    """
    ### BEGIN SOLUTION
    operands, result = product.split("->")
    x, y = operands.split(",")
    elements = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    flops = 2 * math.prod(sizes[letter] for letter in set(x + y))
    return flops, 4 * sum(elements)
    ### END SOLUTION


# %% check
FIRST = ["mk,kn->mn", "kl,kl->", "bmk,bkn->bmn", "mkl,lk->m", "k,k->", "bkl,bkln->bn"]
MORE = ["mk,k->m", "mkl,kln->mn", "mk,nk->mn", "mkl,nlk->mn", "bmk,kn->bmn", "kl,klnm->mn"]


def some_product(draw):
    product = draw.each([*FIRST, *MORE])
    names = dict(zip("bmknl", draw.shuffle("abcdefghij"), strict=False))
    sizes = {name: draw.int(1, 40) for name in names.values()}
    return "".join(names.get(letter, letter) for letter in product), sizes


check(einsum_cost, given=some_product)
