# tries: Places a file on the import path that shadows a module of the grader.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import os
import sys
import tempfile

import autograder.core.grading

folder = tempfile.mkdtemp()
with open(os.path.join(folder, "check_output.py"), "w") as file:
    file.write("def __getattr__(name):\n    return lambda *anything: None\n")
autograder.core.grading.__path__.insert(0, folder)
for name in ("autograder.core.grading.judgement", "autograder.core.grading.check_output", "autograder.core.grading.mistakes"):
    sys.modules.pop(name, None)
