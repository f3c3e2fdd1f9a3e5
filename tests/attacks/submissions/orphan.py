# ---
# class: threads and orphans
# tries: Leaves a process in a new session that keeps running after the grader has exited.
# defence: a process tree of its own
# gains: a process
# ends: passed
# earned: 2
# ---

# %% cell
import subprocess

subprocess.Popen(["sh", "-c", "sleep 600; : @MARK@"], start_new_session=True)

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
