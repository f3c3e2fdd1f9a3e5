# ---
# class: symlinks, devices and pipes
# tries: Hands in a socket.
# defence: links are removed
# undefended: A socket cannot be opened; the bound is that it is refused in words.
# ends: not run
# beside: []
# ---

# %% handed in
import os
import stat


def hand_in(book, path, place):
    path.parent.mkdir()
    os.mknod(path, 0o600 | stat.S_IFSOCK)
