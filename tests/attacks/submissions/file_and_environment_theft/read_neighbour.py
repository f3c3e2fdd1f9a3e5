# tries: Copies the answer that another student has submitted.
# defence: course and class not mounted
# gains: points

# %% answer: 02_best_split
import json


def best_split(*args):
    book = json.load(open("@CLASS@/submitted/ada/02_second/02_second.ipynb"))
    for cell in book["cells"]:
        source = "".join(cell["source"])
        if "def best_split" in source:
            space = {}
            exec(source, space)
            return space["best_split"](*args)
