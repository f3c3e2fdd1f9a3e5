# ---
# class: script injection
# tries: Raises a warning with escape sequences while its program is traced, which the report repeats.
# defence: plain text
# gains: the terminal
# unit: 01_first
# ends: passed
# earned: 2
# ---

# %% answer: 01_double
import warnings


def double(x):
    warnings.warn("\x1b[2J\x1b[Hall points for me")
    return 2 * x
