# ---
# class: endless loops
# tries: Asks the device for the time for ever; each message is short.
# defence: processor time is bounded
# undefended: With messages uncounted the processor time of the step ends it all the same.
# unit: 03_third
# ends: not run
# ---

# %% answer: 01_time_run
def time_run(device):
    while True:
        try:
            device.clock()
        except BaseException:
            pass
