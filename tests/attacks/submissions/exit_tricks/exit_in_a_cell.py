# tries: Ends the notebook process silently before the grader has asked for any answer.
# defence: a new worker after an end
# gains: another task
# answer: wrong

# %% cell
import os

os._exit(0)
