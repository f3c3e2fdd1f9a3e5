# %% wrong: multiply_adds
# Your FLOPs are half of what they should be: you counted each multiply-add once. A multiply and
# an add are two FLOPs. (Many tables count multiply-adds, and some call them FLOPs. Always ask
# which.)
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(numbers)


# %% wrong: shared_letter_twice
# You counted a letter that both operands share twice. In the loops that make a product, `k` is
# one loop: `x[m, k] * y[k, n]` uses the same `k` in both.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * numbers[0] * numbers[1], 4 * sum(numbers)


# %% wrong: forgot_the_sum
# You counted two FLOPs for each number of the result. Each number of the result is a whole sum:
# the letter that is summed over is a loop as well.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * numbers[2], 4 * sum(numbers)


# %% wrong: one_letter_summed
# You counted one letter of those that are summed over. There may be several, and each is a loop.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    summed = next(letter for letter in x + y if letter not in result)
    return 2 * numbers[2] * sizes[summed], 4 * sum(numbers)


# %% wrong: all_the_sizes
# You multiplied all of `sizes`. Some letters in it are not in this product: they make no loop.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes.values()), 4 * sum(numbers)


# %% wrong: forgot_the_result
# Your FLOPs are right. Your bytes are those of the two operands; the result has to be written as
# well.
def einsum_cost(product, sizes):
    x, y, _ = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(numbers)


# %% wrong: numbers_not_bytes
# Your FLOPs are right. You counted numbers; a float32 number takes four bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), sum(numbers)


# %% wrong: fetched_for_every_use
# Your FLOPs are right. Your bytes fetch two numbers for every multiply-add, as if nothing were
# kept. Count each number once: the least that any machine must move.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    steps = math.prod(sizes[letter] for letter in set(x + y))
    return 2 * steps, 4 * (2 * steps + math.prod(sizes[letter] for letter in result))


# %% wrong: one_number_is_nothing
# Nearly: where no letter is left after the arrow, the result is one number, and has four bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [
        math.prod(sizes[letter] for letter in axes) if axes else 0 for axes in (x, y, result)
    ]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), 4 * sum(numbers)


# %% wrong: eight_bytes
# Your FLOPs are right. You counted eight bytes for each number; here each takes four.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)), 8 * sum(numbers)


# %% wrong: bytes_first
# Right, but the order is wrong: FLOPs first, then bytes.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 4 * sum(numbers), 2 * math.prod(sizes[letter] for letter in set(x + y))


# %% wrong: one_add_fewer
# You counted one add fewer for each result, since the first product is added to nothing. That is
# exact, but the chapter takes a multiply and an add for each.
def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
    return 2 * math.prod(sizes[letter] for letter in set(x + y)) - numbers[2], 4 * sum(numbers)


# %% wrong: a_comma_is_no_letter
# You looked up the comma between the two operands, as if it were a letter. Take them apart first:
# `.split(",")`.
def einsum_cost(product, sizes):
    operands, result = product.split("->")
    flops = 2 * math.prod(sizes[letter] for letter in set(operands))
    parts = [*operands.split(","), result]
    return flops, 4 * sum(math.prod(sizes[letter] for letter in axes) for axes in parts)


# %% wrong: letters_of_the_example
# You counted the example, with its letters `m`, `k` and `n`. A product may have any letters, and
# any number of them: read them from `product`.
def einsum_cost(product, sizes):
    m, k, n = sizes["m"], sizes["k"], sizes["n"]
    return 2 * m * k * n, 4 * (m * k + k * n + m * n)


# %% wrong: sizes_added
# Your FLOPs are right. For the bytes you added the sizes of an array's axes. An array of 2 by 3
# holds six numbers: multiply them.
#
# -    numbers = [math.prod(sizes[letter] for letter in axes) for axes in (x, y, result)]
# +    numbers = [sum(sizes[letter] for letter in axes) for axes in (x, y, result)]


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
        numbers = 1
        for letter in axes:
            numbers = numbers * sizes[letter]
        total += 4 * numbers
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
    numbers = 0
    for part in parts:
        numbers += math.prod([sizes[letter] for letter in part])
    return [2 * math.prod([sizes[letter] for letter in letters]), 4 * numbers]


# %% right: with_numpy
import numpy as np


def einsum_cost(product, sizes):
    x, y, result = product.replace("->", ",").split(",")
    arrays = [np.broadcast_to(np.float32(0), [sizes[i] for i in axes]) for axes in (x, y, result)]
    loops = np.prod([sizes[i] for i in sorted(set(x) | set(y))])
    return 2 * int(loops), sum(array.size * array.itemsize for array in arrays)
