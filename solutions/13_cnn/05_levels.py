# ---
# title: "All additions at once: how many levels at least?"
# kind: function
# points: 1
# minutes: 10
# hints:
#   - "An addition takes two numbers and gives one. With as many lanes as you like, how many numbers
#     are left of `n` after one level? After two?"
#   - "Half of them, rounded up, until one is left: the least `levels` with `2 ** levels >= n`. How
#     many numbers does one result of a convolution add up, its bias included?"
#   - "`k * k * channels + 1` numbers take `(k * k * channels).bit_length()` levels. Each layer
#     waits for the layer before it, so add the levels of all layers up."
# choices:
#   "numbers[0]": a dense layer has one number, the first and the last
# ---

# %% [markdown]
# Say how many levels of additions a network needs at least, with as many lanes as you like.
#
# On one level all additions are done that wait for no other of that level; each takes two numbers
# and gives their sum. So one level makes of three numbers two, and of four numbers two as well. No
# result of a layer waits for another of that layer, but every layer waits for the layer before it.
#
# A layer is one of three: `("conv", k, channels)`, whose results are each a sum of
# `k * k * channels` products and a bias; `("dense", n)`, a sum of `n` products and a bias; or
# `("pool", k)`, the largest of `k * k` numbers, where nothing is added. Products are not counted,
# and you may choose the best brackets for each sum.

# %% answer
def levels(layers):
    """Three to six lines.

    >>> levels([("conv", 3, 3), ("pool", 2), ("dense", 8)])
    9
    """
    ### BEGIN SOLUTION
    found = 0
    for kind, *numbers in layers:
        if kind == "conv":
            k, channels = numbers
            found += (k * k * channels).bit_length()
        elif kind == "dense":
            found += numbers[0].bit_length()
    return found
    ### END SOLUTION


# %% check
def some_layers(draw):
    """Sums of a power of two and one more, which need one level more; and a pooling each time."""
    power = 2 ** draw.int(3, 12)
    exact = [("dense", power), ("dense", power - 1), ("conv", 1, power), ("conv", 1, power - 1)]
    first = draw.each(exact)
    others = [
        ("conv", draw.pick([3, 5, 7]), draw.pick([3, 24, 96, 300])),
        ("conv", draw.pick([3, 5]), draw.pick([64, 128, 512])),
        ("pool", draw.int(2, 3)),
        ("dense", draw.each([draw.int(100, 30000), 1, 2])),
    ]
    return ([first, *draw.shuffle(others)],)


check(levels, given=some_layers)
