# ---
# class: script injection
# tries: Warns in the terminal's own language while its program is made, which the report repeats.
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
