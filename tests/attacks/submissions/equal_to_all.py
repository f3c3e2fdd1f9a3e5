# ---
# class: friendly objects
# tries: Answers with an object that is equal to whatever it is compared with.
# defence: a process of its own
# undefended: It aims at graders that compare with the student's own `==`; ours takes data only
# unit: 01_first
# beside: []
# ends: failed
# ---

# %% answer: 03_count_flops
class Equal:
    def __eq__(self, other):
        return True


def count_flops(m, k, n):
    return Equal()
