# ---
# class: malformed files
# tries: Hands in a file that is nested a hundred thousand levels deep.
# defence: a file has a size
# undefended: The reader of JSON gives up by itself; what counts is that it costs a verdict and not the run.
# ends: not run
# says: nested more than 200 levels deep
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.mkdir()
    path.write_text("[" * 100_000)
