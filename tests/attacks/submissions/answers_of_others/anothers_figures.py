# tries: Submits an answer that another student, eve, computed from her own data.
# defence: figures of the student's own tasks
# gains: points

# %% answer: 01_ridge
from autograder.core.inputs.student_parameters import drawing_for

with drawing_for("eve"):
    eves_peak, eves_bandwidth = figures("peak: int in 100..400, bandwidth: int in 10..60")
ridge = eves_peak / eves_bandwidth
