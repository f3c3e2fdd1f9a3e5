# tries: Returns a message for the report that is as long as an answer may be.
# defence: limit on the length of a message
# gains: endless words

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    words = {"property": "raised", "message": "many words " * 5_000}
    grader = channel()
    grader.sendall(frame({"error": words}))
    while grader.recv(1 << 20):
        grader.sendall(frame({"error": words}))
