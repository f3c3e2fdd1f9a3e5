# ---
# title: Tell the manager
# kind: prose
# points: 0
# minutes: 8
# hints:
#   - "What does the GPU wait for while it answers one customer?"
#   - "How often is each weight used, once it has arrived, for one customer? For sixty-four at
#     once?"
#   - "Name the GPU's two gains of the task before this one, say which of them she bought, and what
#     would let her have the other."
# ---

# %% [markdown]
# Your manager bought a GPU with hundreds of times the arithmetic of the old CPU. The service
# answers one customer at a time, and became faster only by the ratio of the memory bandwidths.
# Explain to her, in five sentences and without a formula, why that is so and what to try next.
#
# This is a bonus, read by a person. Its graded twin is the task before.

# %% answer
# Five sentences.
#
# ### BEGIN SOLUTION
# To answer one customer, the machine multiplies every weight of the model by one number, once. It
# must fetch each weight from memory for that single use, and fetching takes far longer than
# multiplying, on the old machine and on the new one. So both spend their time waiting for memory,
# and the new one waits less only as far as its memory is faster; the arithmetic you paid for
# stands idle. If we collect sixty-four customers and answer them together, each weight that
# arrives is used sixty-four times, the answers take hardly more time, and the arithmetic begins
# to earn its price. Next: find out how long customers may wait, and batch as many as that allows.
#
# *What to look for: each weight is used once for each fetch; both machines wait for memory; hence
# the ratio of the bandwidths; batching as the remedy. A very good answer names the price of
# batching, which is waiting.*
# ### END SOLUTION
