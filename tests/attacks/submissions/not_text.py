# ---
# class: malformed files
# tries: Hands in bytes that are no text.
# defence: a file has a size
# undefended: There is nothing to switch off; what counts is that it costs a verdict and not the run.
# ends: not run
# says: not JSON
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.mkdir()
    path.write_bytes(bytes(range(256)) * 99)
