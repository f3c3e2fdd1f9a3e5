# ---
# class: symlinks, devices and pipes
# tries: Hands in a pipe, on which whoever opens it waits.
# defence: links are removed
# undefended: The grader would wait for ever on the pipe.
# ends: not run
# beside: []
# ---

# %% handed in
import os


def hand_in(book, path, place):
    path.parent.mkdir()
    os.mkfifo(path)
