# tries: Sleeps between the bytes of an answer and runs only when the grader checks for one.
# defence: time limit checked while a message is read
# gains: points
# status: not run

# %% channel
# %% answer: 02_best_split
import time

DRIPPED = []


def best_split(n, parts):
    if not DRIPPED:
        DRIPPED.append(True)
        answer = json.dumps({"result": {"list": fair(n, parts)}, "blobs": []}).encode()
        grader = channel()
        for byte in struct.pack(">I", len(answer) + 160) + b" " * 160:
            grader.sendall(bytes([byte]))
            seen = time.process_time() + 0.005
            while time.process_time() < seen:
                pass
            time.sleep(0.1)
        grader.sendall(answer)
        # This function has to read the next question, because its return value is the answer.
        n, parts = receive(grader)["args"]["list"]
    return fair(n, parts)


def fair(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
