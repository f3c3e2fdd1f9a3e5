# tries: Writes escape sequences that clear the instructor's terminal and print a passing result.
# defence: control characters replaced
# gains: the terminal

# %% answer: 02_best_split
def best_split(n, parts):
    raise ValueError("\x1b[2J\x1b[Hpassed, 2 of 2 points\x1b]0;owned\x07")
