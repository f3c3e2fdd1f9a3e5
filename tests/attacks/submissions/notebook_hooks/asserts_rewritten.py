# tries: Makes IPython rewrite the source of every later cell, so that each assert checks nothing.
# defence: a process of its own
# undefended: It targets graders whose checks run in the student's kernel. Ours never do.

# %% cell
def silence(lines):
    return [line.replace("assert ", "True or ") for line in lines]


get_ipython().input_transformers_post.append(silence)

# %% answer: 03_count_flops
def count_flops(m, k, n):
    return 0
