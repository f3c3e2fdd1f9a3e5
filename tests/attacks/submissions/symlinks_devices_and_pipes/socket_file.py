# tries: Submits a socket file.
# defence: links refused
# undefended: A socket cannot be opened. The test asserts that the grader rejects it with a message.
# status: not run

# %% handed in
import os
import stat

path.parent.mkdir()
os.mknod(path, 0o600 | stat.S_IFSOCK)
