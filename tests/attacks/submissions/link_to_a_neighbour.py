# ---
# class: symlinks, devices and pipes
# tries: Submits a symbolic link to another student's notebook.
# defence: regular files alone
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.mkdir()
    path.symlink_to(place.path("ada", "02_second"))
