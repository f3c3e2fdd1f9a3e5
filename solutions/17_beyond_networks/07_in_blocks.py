# ---
# title: Neighbours that never stand in one table
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A table of all questions and all points is what must not be. What has to be kept of the
#     blocks that have gone by, for each question?"
#   - "Two numbers for each question: the best squared distance so far and whose it was.
#     `jax.lax.scan` carries them; of a block take `min` and `argmin` first, then compare."
#   - "In the step: `nearer = here.min(axis=1) < best`, then `jnp.where(nearer, ...)` for both; the
#     number is `block * s + argmin`. Begin with infinity and 0, and scan over `(jnp.arange(b),
#     blocks)`."
# choices:
#   "jnp.zeros(m, jnp.int32)": the first block is nearer than infinity, and puts its own number
# ---

# %% [markdown]
# Find each question's nearest point in one pass over blocks of points, and never hold more than the
# distances to one block.
#
# The points come as `b` blocks of `s`; point `i` of block `j` has the number `j * s + i`. Give for
# each question the number of its nearest point, int32, and the squared distance to it. Of several
# nearest points take the one with the smallest number. All numbers are whole and small, so every
# way of adding up gives the same.
#
# The check looks at the work and at the largest array: no table of all points for all questions,
# and no differences of `m` by `s` by `d`.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def nearest_in_blocks(questions, blocks):
    """questions: f32[m, d], blocks: f32[b, s, d] -> (i32[m], f32[m]). Ten to twelve lines."""

    ### BEGIN SOLUTION
    m, (b, s, _) = len(questions), blocks.shape
    own = (questions**2).sum(axis=1)

    def pass_by(kept, arriving):
        number, best = kept
        block, points = arriving
        here = (points**2).sum(axis=1) - 2 * questions @ points.T
        nearer = here.min(axis=1) < best
        number = jnp.where(nearer, block * s + jnp.argmin(here, axis=1), number)
        return (number, jnp.minimum(best, here.min(axis=1))), None

    start = jnp.zeros(m, jnp.int32), jnp.full(m, jnp.inf)
    (number, best), _ = jax.lax.scan(pass_by, start, (jnp.arange(b), blocks))
    return number, own + best
    ### END SOLUTION


# %% check
def plain(questions, blocks):
    points = blocks.reshape(-1, blocks.shape[2])
    squares = ((questions[:, None] - points) ** 2).sum(axis=2)
    return squares.argmin(axis=1), squares.min(axis=1)


def passing(draw):
    m, b, s, d = draw.each(
        [(9, 4, 5, 1), (1, 1, 1, 1), (24, 12, 16, 8), (7, 8, 3, 2), (3, 1, 9, 4), (16, 16, 8, 16)]
    )
    far = draw.each([0, 0, 60, 0, 0])  # no point is near: who began with a best of 100 is found
    questions = draw.array("f32", (m, d), -3, 3, then=lambda drawn: drawn + far)
    return questions, draw.array("f32", (b, s, d), -3, 3)


check(
    nearest_in_blocks,
    spec=plain,
    given=passing,
    tolerance=1e-5,
    budget=Budget(work=1.8, largest=2.5),
)
