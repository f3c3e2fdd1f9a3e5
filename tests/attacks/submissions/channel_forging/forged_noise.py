# tries: Writes random bytes to every open file descriptor.
# defence: answers are bounded
# undefended: Random bytes encode some length. Within the limit or not, they are no answer and earn no points.
# ends: not run

# %% answer: 02_best_split
import os


def best_split(n, parts):
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff\xfe{passed}" * 99)
        except OSError:
            pass
    os._exit(0)
