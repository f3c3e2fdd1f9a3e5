# tries: Sends messages and its result in advance, so that the device's replies no longer match the requests.
# defence: only plain data from students
# undefended: All received data counts as this student's messages and answer, in the order of arrival.

# %% channel
# %% answer: 01_time_run
def time_run(device):
    grader = channel()
    for name in ("launch", "wait", "clock", "wait"):
        grader.sendall(frame({"turn": {"method": name, "args": {"list": []}}}))
    grader.sendall(frame({"result": 7, "error": None}))
    for _ in range(3):
        receive(grader)
    return 7
