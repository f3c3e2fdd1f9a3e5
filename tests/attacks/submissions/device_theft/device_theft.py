# tries: Searches memory for the device object, writes to its log and reads the correct answer in its script.
# defence: separate process for student code
# gains: points

# %% answer: 01_time_run
import gc


def time_run(device):
    for thing in gc.get_objects():
        if type(thing).__name__ == "Simulator" and "_device" in vars(thing):
            found = thing._device
            found.log.extend(["launch", "wait", "launch", "wait"])
            answer = found.launching + found.working
    return answer if "answer" in locals() else 0
