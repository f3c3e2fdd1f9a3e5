# tries: Sends an answer of thirty thousand nested lists.
# defence: answers are bounded
# undefended: The JSON parser gives up without help. The depth limit only reports it earlier.
# ends: not run
# says: an answer is not JSON

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    answer = b"[" * 30_000 + b"]" * 30_000
    grader = channel()
    grader.sendall(struct.pack(">I", len(answer)) + answer)
    grader.recv(1 << 20)
