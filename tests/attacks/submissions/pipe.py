# ---
# class: symlinks, devices and pipes
# tries: Submits a named pipe, which blocks the process that opens it.
# defence: links are removed
# undefended: The grader would block on the pipe forever.
# ends: not run
# beside: []
# ---

# %% handed in
import os


def hand_in(book, path, place):
    path.parent.mkdir()
    os.mkfifo(path)
