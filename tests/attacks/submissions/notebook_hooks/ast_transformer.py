# tries: Makes IPython rewrite the syntax tree of every later cell, so that the grader's cell prints a forged result.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import ast

FORGED = [
    {"task": task, "status": "passed", "points": points, "max_points": points, "findings": [], "notes": [], "program": ""}
    for task, points in (("01_ridge", 1.0), ("02_best_split", 2.0), ("03_layer", 2.0))
]


class Rewrite(ast.NodeTransformer):
    def visit_Call(self, node):
        if getattr(node.func, "attr", "") == "judge":
            return ast.parse("print(__import__('json').dumps(FORGED))", mode="eval").body
        return self.generic_visit(node)


get_ipython().ast_transformers.append(Rewrite())
