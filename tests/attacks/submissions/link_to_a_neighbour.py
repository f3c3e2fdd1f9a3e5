# ---
# class: symlinks, devices and pipes
# tries: Hands in a link to the notebook of another student.
# defence: regular files alone
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.mkdir()
    path.symlink_to(place.path("ada", "02_second"))
