# ---
# class: symlinks, devices and pipes
# tries: Is a link to another student altogether.
# defence: links are removed
# gains: points
# ends: not run
# beside: []
# ---

# %% handed in
def hand_in(book, path, place):
    path.parent.parent.rmdir()
    path.parent.parent.symlink_to(place.path("ada", "02_second").parent.parent)
