# ---
# title: Count a product
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "Write the product as loops: one loop for each letter, and in the innermost one multiply and
#     one add."
#   - "Each letter is one loop, however often it appears: `set(\"mkkn\")` keeps each letter once."
#   - "FLOPs: 2 times the lengths of all different letters. Bytes: 4 times the numbers in `x`,
#     plus in `y`, plus in the result. `math.prod(sizes[letter] for letter in x)` counts the
#     numbers in `x`."
# ---

# %% [markdown]
# Count the FLOPs and the bytes of any product that `jnp.einsum` can write with two operands.
#
# `"mk,kn->mn"` is the matrix product: letters before the arrow name the axes of the two operands,
# letters after it those of the result, and a letter that is missing from the result is summed over.
# `"mk,k->m"` is a matrix times a vector, `"bmk,bkn->bmn"` a batch of products. Count as the chapter
# does: a multiply and an add are 2 FLOPs; each operand is read once, the result is written once; a
# number takes 4 bytes. Every product here sums over at least one letter, and may sum over several;
# `sizes` may hold letters that it does not use.

# %% given
import math


# %% answer
def einsum_cost(product, sizes):
    """("mk,kn->mn", {"m": 2, "k": 3, "n": 5}) -> (FLOPs, bytes) = (60, 124). Four or five lines."""
    ### BEGIN SOLUTION
    operands, result = product.split("->")
    x, y = operands.split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    flops = 2 * math.prod(sizes[letter] for letter in set(x + y))
    return flops, 4 * sum(numbers)
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
