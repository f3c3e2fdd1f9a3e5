# tries: Leaves a process in a new session that keeps running after the grader has exited.
# defence: separate process namespace
# gains: a process
# status: passed
# answer: right

# %% cell
import subprocess

subprocess.Popen(["sh", "-c", "sleep 600; : @MARK@"], start_new_session=True)
