# tries: Ends the whole process in the middle of a call, so that later tasks cannot run.
# defence: new worker after a process ends
# gains: another task
# status: not run
# message: ended the whole process

# %% answer: 01_double
def double(x):
    import os

    os._exit(0)
