# tries: Registers a callback that runs before the grader's cell and replaces the wrong answer with a correct one.
# defence: separate process for student code
# gains: points

# %% answer: 03_count_flops
import gc


def count_flops(m, k, n):
    return 0


def about_to_run(info):
    if "judge" in info.raw_cell:
        for thing in gc.get_objects():
            if type(thing).__name__ == "Check" and "count_flops" in thing.names:
                globals()["count_flops"] = thing.reference


get_ipython().events.register("pre_run_cell", about_to_run)
