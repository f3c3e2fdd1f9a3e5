# %% wrong: one_tile_of_c_at_a_time
# Right, but with too many moves: you make one tile of C after another, and load a tile of A and one
# of B for every single product. There is room for a square of C: then each tile that comes serves
# `side` products.
def schedule(m, k, n, side):
    steps = []
    for i in range(m):
        for j in range(n):
            for x in range(k):
                steps += [("load", "A", i, x), ("load", "B", x, j), ("add", i, j, x)]
                steps += [("drop", "A", i, x), ("drop", "B", x, j)]
            steps += [("store", i, j)]
    return steps


# %% wrong: a_row_of_c
# Right, but with too many moves: you keep a row of tiles of C, so each tile of B serves one product
# only. In a square both kinds of tiles serve `side`.
def schedule(m, k, n, side):
    steps = []
    for i in range(m):
        for left in range(0, n, side):
            columns = range(left, min(left + side, n))
            for x in range(k):
                steps += [("load", "A", i, x)]
                for j in columns:
                    steps += [("load", "B", x, j), ("add", i, j, x), ("drop", "B", x, j)]
                steps += [("drop", "A", i, x)]
            steps += [("store", i, j) for j in columns]
    return steps


# %% wrong: nothing_dropped
# You drop nothing, and the near memory is full. What will not be used again soon has to go.
def schedule(m, k, n, side):
    steps = [("load", "A", i, x) for i in range(m) for x in range(k)]
    steps += [("load", "B", x, j) for x in range(k) for j in range(n)]
    steps += [("add", i, j, x) for i in range(m) for j in range(n) for x in range(k)]
    return steps + [("store", i, j) for i in range(m) for j in range(n)]


# %% wrong: not_stored
# Everything is added, but nothing is stored: the result stays in the near memory, and there it is
# lost. Store each tile of C when it is done.
#
# -            steps += [("store", i, j) for i in rows for j in columns]


# %% wrong: stored_in_every_step
# You store the tiles of C after every `k`. They are done after the last one.
def schedule(m, k, n, side):
    steps = []
    for x in range(k):
        for i in range(m):
            for j in range(n):
                steps += [("load", "A", i, x), ("load", "B", x, j), ("add", i, j, x)]
                steps += [("drop", "A", i, x), ("drop", "B", x, j), ("store", i, j)]
    return steps


# %% wrong: ends_forgotten
# Your squares do not fit at the ends: where `side` does not divide `m` or `n`, the last square is
# narrower.
#
# -            rows, columns = range(top, min(top + side, m)), range(left, min(left + side, n))
# +            rows, columns = range(top, top + side), range(left, left + side)


# %% wrong: whole_squares_only
# What is left over at the ends is never made: where `side` does not divide `m` or `n`, there is one
# more, narrower square.
#
# -    for top in range(0, m, side):
# -        for left in range(0, n, side):
# -            rows, columns = range(top, min(top + side, m)), range(left, min(left + side, n))
# +    for top in range(0, m - side + 1, side):
# +        for left in range(0, n - side + 1, side):
# +            rows, columns = range(top, top + side), range(left, left + side)


# %% wrong: both_strips_near
# You hold a strip of A and a strip of B beside the square of C, and there is room for one strip and
# one tile more. Bring the tiles of the other strip one at a time.
#
# -                for j in columns:
# -                    steps += [("load", "B", x, j)]
# -                    steps += [("add", i, j, x) for i in rows]
# -                    steps += [("drop", "B", x, j)]
# +                steps += [("load", "B", x, j) for j in columns]
# +                steps += [("add", i, j, x) for i in rows for j in columns]
# +                steps += [("drop", "B", x, j) for j in columns]


# %% right: b_stays_and_a_passes
def schedule(m, k, n, side):
    steps = []
    for left in range(0, n, side):
        for top in range(0, m, side):
            rows, columns = range(top, min(top + side, m)), range(left, min(left + side, n))
            for x in reversed(range(k)):
                for j in columns:
                    steps.append(("load", "B", x, j))
                for i in rows:
                    steps.append(("load", "A", i, x))
                    for j in columns:
                        steps.append(("add", i, j, x))
                    steps.append(["drop", "A", i, x])
                for j in columns:
                    steps.append(("drop", "B", x, j))
            for i in rows:
                for j in columns:
                    steps.append(("store", i, j))
    return steps


# %% right: with_a_machine_of_its_own
def schedule(m, k, n, side):
    import itertools

    def cut(size):
        return [range(first, min(first + side, size)) for first in range(0, size, side)]

    def square(rows, columns):
        for x in range(k):
            yield from (("load", "A", i, x) for i in rows)
            for j in columns:
                yield "load", "B", x, j
                yield from (("add", i, j, x) for i in rows)
                yield "drop", "B", x, j
            yield from (("drop", "A", i, x) for i in rows)
        yield from (("store", i, j) for i in rows for j in columns)

    pairs = itertools.product(cut(m), cut(n))
    return [step for rows, columns in pairs for step in square(rows, columns)]
