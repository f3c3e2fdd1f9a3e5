# tries: Crashes the interpreter, so that later tasks cannot run.
# defence: a new worker after an end
# gains: another task
# ends: not run
# says: crashed

# %% answer: 01_double
def double(x):
    import ctypes

    ctypes.string_at(0)
