# tries: Makes IPython remove every assert statement from the cells that follow.
# defence: a process of its own
# undefended: It targets graders whose checks run in the student's kernel. Ours never do.

# %% cell
import ast


class Drop(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Pass(), node)


get_ipython().ast_transformers.append(Drop())

# %% answer: 03_count_flops
def count_flops(m, k, n):
    return 0
