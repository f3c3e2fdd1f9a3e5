# tries: Does its work in a loop whose trip count depends on values, so that it cannot be read from the program.
# defence: loop iterations counted at run time
# gains: points
# earned: 2

# %% answer: 02_move_points
import jax


def move_points(matrix, points):
    def turn(state):
        count, _ = state
        return count + 1 + 0 * matrix[0, 0], points @ matrix[:3, :3].T + matrix[:3, 3]

    start = (matrix[0, 0] * 0, points * 0)
    return jax.lax.while_loop(lambda state: state[0] < 2 + matrix[0, 0] * 0, turn, start)[1]
