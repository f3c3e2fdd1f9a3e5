# tries: Reads the correct answer from the course's own solution.
# defence: course and class not mounted
# gains: points

# %% answer: 03_count_flops
import ast


def count_flops(*args):
    text = open("@COURSE@/01_first/03_count_flops.py").read()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            space = {}
            exec(ast.unparse(node), space)
            return space["count_flops"](*args)
