# ---
# class: bombs
# tries: Sends the device messages too large for whoever reads them.
# defence: answers are bounded
# undefended: A message of that size would be refused by the device's side once it is read.
# unit: 03_third
# ends: not run
# ---

# %% answer: 01_time_run
def time_run(device):
    for size in (1 << 14, 1 << 16, 1 << 22):
        try:
            device.launch("x" * size)
        except ValueError:
            pass
    device.launch(*(["x" * (1 << 20)] * 40))
    return 0
