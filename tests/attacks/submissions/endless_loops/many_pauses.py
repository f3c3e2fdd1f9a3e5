# tries: Sleeps in every cell, each time @so briefly@.
# gains: points
# answer: right
# status: not run
# variants:
#   many_naps:
#     so briefly: for less than the limit of one step
#     defence: limit on total idle time
#     message: together spent 3 s idle
#     sleep: time.sleep(1.2)
#     times: 8
#   many_blinks:
#     so briefly: for such a short time that no sample notices it
#     defence: limit on total unmeasured time
#     message: together took more than 2 s in many short steps
#     sleep: time.sleep(0.02)
#     times: 700

# %% handed in
nap = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
nap["source"] = "import time; @sleep@"
book["cells"][2:2] = @times@ * [nap]
