# ---
# class: script injection
# tries: Writes to the instructor's terminal in its own language, to clear the screen and to say passed.
# defence: plain text
# gains: the terminal
# ---

# %% answer: 02_best_split
def best_split(n, parts):
    raise ValueError("\x1b[2J\x1b[Hpassed, 2 of 2 points\x1b]0;owned\x07")
