# tries: Makes NumPy's comparison functions return True for every caller in this process.
# defence: a process of its own
# undefended: It targets graders that compare where the student's code runs. Ours compares in another process.

# %% cell
import numpy as np

np.allclose = np.array_equal = np.isclose = lambda *anything, **more: True
np.testing.assert_allclose = np.testing.assert_array_equal = lambda *anything, **more: None

# %% answer: 02_move_points
def move_points(matrix, points):
    return points
