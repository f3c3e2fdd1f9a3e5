# tries: Sends a correct answer in a header of thirty megabytes, which the grader would hold in memory.
# defence: limit on the size of an answer
# gains: points
# status: not run
# message: an answer is longer than 64 kB

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    grader = channel()
    while True:
        right = [n // parts + (i < n % parts) for i in range(parts)]
        grader.sendall(frame({"result": {"list": right}}, size=30 << 20))
        n, parts = receive(grader)["args"]["list"]
