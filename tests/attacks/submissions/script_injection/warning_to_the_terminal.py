# tries: Raises a warning with escape sequences while its program is traced, which the report repeats.
# defence: control characters replaced
# gains: the terminal
# status: passed

# %% answer: 01_double
import warnings


def double(x):
    warnings.warn("\x1b[2J\x1b[Hall points for me")
    return 2 * x
