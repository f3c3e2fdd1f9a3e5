# tries: Ends the notebook process silently before the grader has asked for any answer.
# defence: new worker after a process ends
# gains: another task
# answer: wrong

# %% cell
import os

os._exit(0)
