# %% wrong: multiply_adds
# Your FLOPs are half of the expected value: you counted each multiply-add as one FLOP. Count a
# multiplication and an addition as two FLOPs.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(counts)


# %% wrong: shared_axis_counted_twice
# You counted a letter that both operands share twice. In `x[m, k] * y[k, n]`, both operands use the
# same `k`, so there is one loop over `k`. Count each letter once.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * counts[0] * counts[1], 4 * sum(counts)


# %% wrong: summed_axis_forgotten
# You counted two FLOPs for each element of the result. Each element is a sum, so there is a loop
# over the summed letter as well. Multiply by its length.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * counts[2], 4 * sum(counts)


# %% wrong: one_summed_axis_only
# You counted only one of the letters that are summed over. There may be several of them, each with
# its own loop. Multiply by all of their lengths.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    summed = next(letter for letter in x + y if letter not in result)
    return 2 * counts[2] * sizes[summed], 4 * sum(counts)


# %% wrong: all_sizes_multiplied
# You multiplied all values of `sizes`. Some of its letters do not occur in this product, so the
# product has no loops over them. Use only the letters of the product.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes.values()), 4 * sum(counts)


# %% wrong: result_bytes_forgotten
# Your FLOPs are right, but your bytes include only those of the two operands. Add the bytes of the
# result, which is written once.
def einsum_cost(product, sizes):
    x, y, _ = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(counts)


# %% wrong: elements_not_bytes
# Your FLOPs are right, but you counted elements instead of bytes. A float32 element takes four
# bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), sum(counts)


# %% wrong: no_reuse
# Your FLOPs are right, but your bytes load two elements for every multiply-add. Each operand is
# read only once here. Count each element once.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    steps = math.prod(sizes[letter] for letter in set(x + y))
    return 2 * steps, 4 * (2 * steps + math.prod(sizes[letter] for letter in result))


# %% wrong: scalar_result_as_zero
# You counted no bytes for a result without axes. Such a result is one element and takes four bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) if axes else 0 for axes in (x, y, result)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(counts)


# %% wrong: results_swapped
# You returned the right values in the wrong order. Return the FLOPs first, then the bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    counts = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 4 * sum(counts), 2 * math.prod(sizes[letter] for letter in set(x + y))


# %% wrong: comma_looked_up
# You looked up the comma between the two operands as if it were a letter. Separate the operands
# first: `.split(",")`.
def einsum_cost(product, sizes):
    operands, result = product.split("->")
    flops = 2 * math.prod(sizes[letter] for letter in set(operands))
    parts = [*operands.split(","), result]
    return flops, 4 * sum(math.prod(sizes[letter] for letter in axes) for axes in parts)


# %% wrong: fixed_axis_names
# You used the letters of the example, `m`, `k` and `n`. A product may have any letters, and any
# number of them. Read them from `product`.
def einsum_cost(product, sizes):
    m, k, n = sizes["m"], sizes["k"], sizes["n"]
    return 2 * m * k * n, 4 * (m * k + k * n + m * n)


# %% right: with_loops
def einsum_cost(product, sizes):
    operands, result = product.split("->")
    x, y = operands.split(",")
    flops = 2
    for letter in sizes:
        if letter in x or letter in y:
            flops *= sizes[letter]
    total = 0
    for axes in (x, y, result):
        counts = 1
        for letter in axes:
            counts = counts * sizes[letter]
        total += 4 * counts
    return flops, total


# %% right: result_times_summed
def einsum_cost(product, sizes):
    def size(letters):
        return math.prod(sizes[letter] for letter in letters)

    inputs, result = product.split("->")
    x, y = inputs.split(",")
    summed = {letter for letter in x + y if letter not in result}
    return 2 * size(result) * size(summed), 4 * (size(x) + size(y) + size(result))


# %% right: as_a_list
def einsum_cost(product, sizes):
    letters = dict.fromkeys(product.replace(",", "").replace("->", ""))
    parts = product.replace("->", ",").split(",")
    counts = 0
    for part in parts:
        counts += math.prod([sizes[letter] for letter in part])
    return [2 * math.prod([sizes[letter] for letter in letters]), 4 * counts]


# %% right: with_numpy
import numpy as np


def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    arrays = [np.broadcast_to(np.float32(0), [sizes[i] for i in axes]) for axes in (x, y, result)]
    loops = np.prod([sizes[i] for i in sorted(set(x) | set(y))])
    return 2 * int(loops), sum(array.size * array.itemsize for array in arrays)
