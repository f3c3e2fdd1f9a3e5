# tries: Leaves a file for the next submission to find.
# defence: separate scratch folder
# gains: points
# submissions: 2
# answer: right if FOUND

# %% cell
import os

FOUND = os.path.exists("/tmp/note")
open("/tmp/note", "w").close()
