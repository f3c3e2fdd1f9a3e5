# tries: Sleeps briefly between messages to the device, so that no single wait is long.
# defence: limit on idle time per step
# gains: our failure
# status: not run

# %% answer: 01_time_run
import time


def time_run(device):
    while True:
        time.sleep(0.5)
        device.clock()
