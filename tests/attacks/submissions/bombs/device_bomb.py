# tries: Sends the device messages that are too large for their reader.
# defence: limit on the size of an answer
# undefended: The device process would reject a message of that size after reading it.
# status: not run

# %% answer: 01_time_run
def time_run(device):
    for size in (1 << 14, 1 << 16, 1 << 22):
        try:
            device.launch("x" * size)
        except ValueError:
            pass
    device.launch(*(["x" * (1 << 20)] * 40))
    return 0
