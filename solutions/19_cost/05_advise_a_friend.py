# ---
# title: Advise a friend
# kind: prose
# points: 0
# minutes: 15
# hints:
#   - "What do you have to ask before you can say anything? Four numbers decide: what it takes to
#     hold it, what it takes to do it, what part of a machine it will use, what an hour costs."
#   - "Only one of the four cannot be looked up or counted. How could your friend find it out before
#     paying for a month?"
#   - "Begin with what fits, then compare bills and not hours; say what you would time first, on the
#     cheapest machine, and what would make you change your advice."
# ---

# %% [markdown]
# A friend who studies birds wants to train a network on recordings, 30 million weights, for some
# weeks. She owns a laptop without a GPU, has found three offers (an old GPU, a new one, the newest)
# and means to rent the newest, “because it is the fastest”. Advise her on half a page: what she
# should find out, in which order, and what she should do with it.
#
# This is a bonus, read by a person. Its graded twin is the task before.

# %% answer
# Half a page.
#
# ### BEGIN SOLUTION
# First see what fits. Training with Adam keeps 16 bytes a weight, so 30 million weights take half a
# gigabyte, and any of the three holds that; what your batch leaves for the backward pass comes on
# top, and you choose the batch. So memory does not decide, and it would be wrong to pay for it.
#
# Next count the operations: six for each weight and example if the layers are dense, more for
# convolutions, times the examples that you go through. That number is the same on every machine.
#
# Then rent the *old* GPU for an hour and time ten steps, after a first one that compiles, with your
# recordings coming in as they will. Operations over time over the peak is your use. If it is small,
# ask what it waits for before you ask for a faster machine: the recordings, small batches, a call
# for each step. A faster machine waits for the same things and costs more while it waits.
#
# Now time an hour on the other two as well. Multiply hours by price and compare the bills, not the
# hours. The newest is worth it only if it is faster on *your* step by more than it is dearer, or if
# you cannot wait. I would change my mind if your use of it were as high as that of the old one.
# And the laptop: put a small version of it there first. Most mistakes cost nothing there.
#
# *What to look for: 16 bytes a weight, and that memory does not decide here; operations counted
# once for all machines; the use as what has to be measured, on her own program, cheaply and with
# the recordings; bills compared and not hours or peaks; a condition that would change the advice.*
# ### END SOLUTION
