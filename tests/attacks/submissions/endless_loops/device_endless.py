# tries: Requests the time from the device forever, in short messages.
# defence: limit on CPU time per step
# undefended: Without a limit on messages, the CPU time limit of the step still ends it.
# status: not run

# %% answer: 01_time_run
def time_run(device):
    while True:
        try:
            device.clock()
        except BaseException:
            pass
