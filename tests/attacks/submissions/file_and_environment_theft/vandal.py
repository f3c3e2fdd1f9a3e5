# tries: Writes into the course folder, which contains the solutions and checks of all tasks.
# defence: course and class not writable
# gains: the course
# status: passed
# answer: right

# %% cell
import os

try:
    os.mkdir("@COURSE@/@MARK@")
except OSError:
    pass
