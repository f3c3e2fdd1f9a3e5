# tries: Sends forged messages that read the fields of the device, whose sum is the right answer.
# defence: only public methods of a device
# gains: points

# %% channel
# %% answer: 01_time_run
def time_run(device):
    for _ in range(2):
        device.launch()
        device.wait()
    answer, grader = 0, channel()
    for name in ("launching", "working"):
        turn = {"method": "__getattribute__", "args": {"list": [name]}}
        grader.sendall(frame({"turn": turn}))
        answer += receive(grader).get("result", 0)
    return answer
