# tries: Returns an object that compares equal to everything.
# defence: a process of its own
# undefended: It targets graders that compare with the student's own `==`. Ours accepts plain data only.

# %% answer: 03_count_flops
class Equal:
    def __eq__(self, other):
        return True


def count_flops(m, k, n):
    return Equal()
