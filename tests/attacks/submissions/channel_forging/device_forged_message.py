# tries: Sends malformed messages to make the device process fail.
# defence: only plain data from students
# undefended: A malformed message ends the step, as random bytes on the channel do.
# status: not run

# %% channel
# %% answer: 01_time_run
def time_run(device):
    grader = channel()
    grader.sendall(frame({"turn": 5}))
    grader.sendall(frame({"turn": {"method": ["launch"], "args": {"dict": 7}}}))
    receive(grader)
    return 0
