# tries: Sends a correct answer followed by three hundred megabytes, which the grader would hold in memory.
# defence: limit on the bytes of an answer
# gains: points
# status: not run
# message: an answer is larger than 1 MB

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    size, grader = 300 << 20, channel()
    while True:
        right = [n // parts + (i < n % parts) for i in range(parts)]
        grader.sendall(frame({"result": {"list": right}}, [size]))
        for _ in range(size >> 20):
            grader.sendall(bytes(1 << 20))
        size = 0
        n, parts = receive(grader)["args"]["list"]
