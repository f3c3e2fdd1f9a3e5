# tries: Sends answers before the questions, so that they are taken for answers to other tasks.
# defence: only plain data from students
# undefended: All received data is graded as this student's answer, so there is no gain and no switch.

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    channel().sendall(frame({"result": {"list": [1, 2]}, "error": None}) * 50)
    return []
