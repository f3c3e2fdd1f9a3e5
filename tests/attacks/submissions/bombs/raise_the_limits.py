# tries: Raises its own limit on open files.
# defence: hard resource limits
# gains: points
# answer: right if RAISED

# %% cell
import resource

try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
    RAISED = True
except (ValueError, OSError):
    RAISED = False
