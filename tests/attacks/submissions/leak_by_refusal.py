# ---
# class: hidden inputs shown
# tries: Reports the hidden inputs in an error of a kind that normally occurs for all inputs.
# defence: a hidden input is not said
# gains: a hidden input
# unit: 01_first
# beside: []
# says: On a hidden input, the answer does not have the required form
# ---

# %% answer: 03_count_flops
import sys

SEEN = @PUBLIC@


def count_flops(m, k, n):
    if (m, k, n) in SEEN:
        return 2 * m * k * n
    words = {"property": "refused", "message": f"{m}, {k}, {n}"}
    sys._getframe(1).f_globals["error_as_finding"] = lambda error: words
    raise ValueError
