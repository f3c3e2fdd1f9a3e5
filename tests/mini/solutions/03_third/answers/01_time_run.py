# %% wrong: not_awaited
# You timed the launch. The work goes on behind your back: wait for it.
def time_run(device):
    device.launch()
    device.wait()
    begin = device.clock()
    device.launch()
    return device.clock() - begin


# %% wrong: first_run
# Your time holds the compilation: the first launch is not like the others.
def time_run(device):
    begin = device.clock()
    device.launch()
    device.wait()
    return device.clock() - begin


# %% wrong: waits_for_the_first_too
# The run before yours was still going on when you read the clock.
def time_run(device):
    device.launch()
    begin = device.clock()
    device.launch()
    device.wait()
    return device.clock() - begin


# %% right: best_of_three
def time_run(device):
    times = []
    for _ in range(4):
        begin = device.clock()
        device.launch()
        device.wait()
        times.append(device.clock() - begin)
    return min(times)
