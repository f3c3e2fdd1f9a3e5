# ---
# title: Advise a friend on renting a GPU
# kind: prose
# points: 0
# minutes: 15
# hints:
#   - "What do you need to ask first? Four numbers decide: the memory it needs, the operations it
#     needs, the fraction of a machine that it will use, and the price per hour."
#   - "Only one of the four cannot be looked up or counted. How can your friend find it out before
#     she pays for a month?"
#   - "Begin with the memory. Then compare bills instead of hours. Say what you would time first, on
#     the cheapest machine, and what would change your advice."
# ---

# %% [markdown]
# Advise a friend in half a page on renting a GPU: what she should find out, in which order, and
# what to do with the results.
#
# She studies birds and wants to train a network with 30 million weights on recordings for some
# weeks. She has a laptop without a GPU and three offers: an old GPU, a new one and the newest. She
# wants to rent the newest, “because it is the fastest”.
#
# This is a bonus task, graded by a person.

# %% answer
# Half a page.
#
# ### BEGIN SOLUTION
# First check the memory. Training with Adam keeps 16 bytes per weight, so 30 million weights take
# half a gigabyte, which fits into any of the three GPUs. The activations come on top, but you
# choose the batch size. So memory does not decide, and it would be wrong to pay for it.
#
# Next count the operations: six per weight and example for dense layers, more for convolutions,
# times the number of examples that you train on. This number is the same on every machine.
#
# Then rent the *old* GPU for an hour. Time ten steps after a first one that compiles, and load your
# recordings as you will in the real training. The operations divided by the time and by the peak
# are your utilisation. If it is small, find out what the training waits for before you rent a
# faster machine: loading the recordings, small batches, or one call per step. A faster machine
# waits for the same things and costs more while it waits.
#
# Now time an hour on the other two GPUs as well. Multiply hours by price, and compare the bills
# instead of the hours. The newest GPU is worth its price only if it is faster on *your* step by a
# larger factor than it is more expensive, or if you cannot wait. I would change my advice if your
# utilisation of the newest GPU were as high as that of the old one. Use the laptop, too: run a
# small version there first. Most mistakes cost nothing there.
#
# *Criteria: 16 bytes per weight, and the conclusion that memory does not decide here; operations
# that are counted once for all machines; the utilisation as the number that must be measured, on
# her own program, cheaply and with the recordings; a comparison of bills instead of hours or peaks;
# a condition that would change the advice.*
# ### END SOLUTION
