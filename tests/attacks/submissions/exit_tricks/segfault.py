# tries: Crashes the interpreter, so that later tasks cannot run.
# defence: new worker after a process ends
# gains: another task
# status: not run
# message: crashed

# %% answer: 01_double
def double(x):
    import ctypes

    ctypes.string_at(0)
