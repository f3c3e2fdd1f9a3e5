# tries: Sends a verdict in the grader's own format that claims full points.
# defence: only plain data from students
# undefended: A finding in the place of an answer never counts, and it is rebuilt as failed. Both would have to be removed.

# %% channel
# %% answer: 02_best_split
def best_split(n, parts):
    passed = {"property": "values", "passed": True, "message": "passed", "points": 99}
    answer = {"error": passed, "status": "passed", "points": 99, "verdict": passed}
    grader = channel()
    grader.sendall(frame(answer))
    while grader.recv(1 << 20):
        grader.sendall(frame(answer))
