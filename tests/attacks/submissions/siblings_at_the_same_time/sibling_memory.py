# tries: Communicates with a concurrently graded submission through shared memory.
# defence: separate shared memory
# gains: points
# siblings: true
# answer: right if MET

# %% cell
import mmap
import time

try:
    open("/dev/shm/@MARK@", "xb").close()
    mine = 0
except FileExistsError:
    mine = 1
with open("/dev/shm/@MARK@", "r+b") as file:
    file.truncate(4096)
    page = mmap.mmap(file.fileno(), 4096)
page[mine] = 1
while not (page[0] and page[1]):
    time.sleep(0.05)
MET = True
