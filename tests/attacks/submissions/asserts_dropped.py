# ---
# class: notebook hooks
# tries: Has IPython drop every assert from the cells that follow.
# defence: a process of its own
# undefended: It aims at graders whose checks run in the student's kernel; ours run in none
# unit: 01_first
# beside: []
# ends: failed
# ---

# %% cell
import ast


class Drop(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Pass(), node)


get_ipython().ast_transformers.append(Drop())

# %% answer: 03_count_flops
def count_flops(m, k, n):
    return 0
