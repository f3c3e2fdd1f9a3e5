# tries: Returns an integer with too many digits for Python's default conversion, so that the grader cannot read it.
# defence: only plain data from students
# undefended: An unreadable number is not an answer either, so it earns no points.
# message: a whole number of more than 4,300 digits

# %% answer: 01_ridge
import sys

sys.set_int_max_str_digits(0)
ridge = 10**20_000


# %% answer: 02_best_split
def best_split(n, parts):
    sys.set_int_max_str_digits(0)
    return [10**20_000] * parts
