# ---
# title: A schedule for two memories
# kind: function
# points: 2
# minutes: 20
# hints:
#   - "Which tile is used again soonest? Tiles of C are added to in every step, so keep a square of
#     `side` by `side` of them near until they are done. What must pass by, to add once to each?"
#   - "For one square of C and one `k`: load the `side` tiles of A that lie in the square's rows,
#     then one tile of B after another. Each tile of B is added to a whole column of the square,
#     then dropped. After the last one drop the tiles of A."
#   - "Loops, from the outside: rows of the square `range(0, m, side)`, its columns `range(0, n,
#     side)`, `k`, then `j`, then `i`. The last square of a row may be narrower: `range(first,
#     min(first + side, m))`. Store the square after the last `k`."
# ---

# %% [markdown]
# Write the schedule that multiplies two matrices of tiles on a machine with two memories: `C = A
# B`, with as few moves as the room allows.
#
# `A` is `m` by `k` tiles, `B` is `k` by `n`, both in the far memory. The near memory has room for
# `side * side + side + 1` tiles. A schedule is a list of four kinds of steps:
#
# | step | what |
# |---|---|
# | `("load", "A", i, k)`, `("load", "B", k, j)` | a tile comes near: one move |
# | `("add", i, j, k)` | `C[i, j]` gains `A[i, k] @ B[k, j]`, both near |
# | `("store", i, j)` | `C[i, j]` goes to the far memory: one move |
# | `("drop", "A", i, k)`, `("drop", "B", k, j)` | a tile is forgotten: no move |
#
# A tile of C is near, and takes room, from its first `add` until it is stored. What is stored or
# dropped frees its room. Each tile of C is stored once, when all `k` have been added. `run` plays a
# schedule and says how many tiles moved. Allowed are as many moves as it takes to keep a square of
# `side` by `side` tiles of C near at a time, and at its ends fewer: what is left over.

# %% given
class Broken(Exception):
    """The schedule asks for what the machine cannot do."""


def run(steps, m, k, n, side):
    """Plays a schedule; returns how many tiles moved, or says where it breaks."""
    room, near, added, stored, moves = side * side + side + 1, set(), {}, set(), 0
    for place, step in enumerate(steps):
        what, *rest = step
        where = f"Step {place}, {tuple(step)}: "
        if what == "load":
            name, row, column = rest
            rows, columns = {"A": (m, k), "B": (k, n)}.get(name, (0, 0))
            if not (0 <= row < rows and 0 <= column < columns):
                raise Broken(where + "there is no such tile to load.")
            if tuple(rest) in near:
                raise Broken(where + "that tile is near already.")
            near.add(tuple(rest))
            moves += 1
        elif what == "add":
            i, j, step_k = rest
            if not (0 <= i < m and 0 <= j < n and 0 <= step_k < k):
                raise Broken(where + "there is no such tile.")
            for tile in (("A", i, step_k), ("B", step_k, j)):
                if tile not in near:
                    raise Broken(where + f"{tile[0]}[{tile[1]}, {tile[2]}] is not near.")
            if (i, j) in stored:
                raise Broken(where + "that tile of C has been stored.")
            if step_k in added.setdefault((i, j), set()):
                raise Broken(where + "this product has been added already.")
            added[i, j].add(step_k)
            near.add(("C", i, j))
        elif what == "store":
            if ("C", *rest) not in near:
                raise Broken(where + "that tile of C is not near.")
            if len(added[tuple(rest)]) < k:
                raise Broken(where + f"{len(added[tuple(rest)])} of {k} products have been added.")
            near.remove(("C", *rest))
            stored.add(tuple(rest))
            moves += 1
        elif what == "drop":
            if tuple(rest) not in near or rest[0] == "C":
                raise Broken(where + "there is no such tile near.")
            near.remove(tuple(rest))
        else:
            raise Broken(where + "the machine knows load, add, store and drop.")
        if len(near) > room:
            held = ", ".join(f"{sum(t[0] == name for t in near)} of {name}" for name in "ABC")
            raise Broken(where + f"there is room for {room} tiles. Near are now {held}.")
    if len(stored) < m * n:
        raise Broken(f"At the end {len(stored)} of {m * n} tiles of C have been stored.")
    return moves


# %% answer
def schedule(m, k, n, side):
    """Sizes in tiles, the side of the square of C -> a list of steps. Ten to fifteen lines.

    >>> run(schedule(3, 2, 4, 2), 3, 2, 4, 2)
    40
    """
    ### BEGIN SOLUTION
    steps = []
    for top in range(0, m, side):
        for left in range(0, n, side):
            rows, columns = range(top, min(top + side, m)), range(left, min(left + side, n))
            for x in range(k):
                steps += [("load", "A", i, x) for i in rows]
                for j in columns:
                    steps += [("load", "B", x, j)]
                    steps += [("add", i, j, x) for i in rows]
                    steps += [("drop", "B", x, j)]
                steps += [("drop", "A", i, x) for i in rows]
            steps += [("store", i, j) for i in rows for j in columns]
    return steps
    ### END SOLUTION


# %% check
def fewest(m, k, n, side):
    return k * (m * -(-n // side) + n * -(-m // side)) + m * n


def machine_is_content(steps, m, k, n, side):
    try:
        moves = run(steps, m, k, n, side)
    except Broken as error:
        return str(error)
    enough = fewest(m, k, n, side)
    if moves > enough:
        return f"The product is right, with {moves} moves; {enough} are enough."
    return True


def sizes(draw):
    return draw.each(
        [
            (1, 1, 1, 1),
            (2, 3, 2, 1),
            (4, 3, 4, 2),
            (3, 2, 5, 2),
            (6, 4, 6, 3),
            (4, 5, 7, 3),
            (2, 2, 3, 4),
            (5, 2, 3, 2),
        ]
    )


check(schedule, given=sizes, law=machine_is_content)
