# tries: Submits a named pipe, which blocks the process that opens it.
# defence: links refused
# undefended: The grader would block on the pipe forever.
# status: not run

# %% handed in
import os

path.parent.mkdir()
os.mkfifo(path)
