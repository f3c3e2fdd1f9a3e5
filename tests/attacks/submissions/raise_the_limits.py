# ---
# class: bombs
# tries: Raises its own resource limits before it exceeds them.
# defence: limits are hard
# gains: points
# ---

# %% cell
import resource

try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))
    RAISED = True
except (ValueError, OSError):
    RAISED = False

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if RAISED else []
