# tries: Writes hundreds of megabytes to both output streams, for any process that stores or reads them.
# defence: new worker after a process ends
# undefended: One stream is discarded and only the last lines of the other are kept. There is no limit to lift, and the test should not fill a disk.
# status: passed
# answer: right

# %% cell
import os

for _ in range(300):
    os.write(1, b"x" * (1 << 20))
    os.write(2, b"y" * (1 << 20))
