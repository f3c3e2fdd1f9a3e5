# ---
# title: Say it right
# kind: prose
# points: 0
# minutes: 6
# hints:
#   - "Which of its words are times, and which are rates?"
#   - "What does a GPU do with a wait that it cannot shorten?"
#   - "Say first who waits longer for one number, then who has more numbers under way."
# ---

# %% [markdown]
# "A CPU is fast because of its high latency. A GPU has low latency, so loading takes longer, but
# many threads make up for it." Write these sentences anew so that every word is right and the
# good idea in them stays.
#
# This is a bonus, read by a person. Its graded twin is the first task.

# %% answer
# Three or four sentences.
#
# ### BEGIN SOLUTION
# A CPU answers a single request quickly: its latency is low. On a GPU one load from memory takes
# longer, so its latency is higher. But a GPU keeps very many loads under way at once, because a
# multiprocessor holds many warps and goes on with another whenever one has to wait. So its
# throughput is high: the latency is not shortened, it is hidden.
#
# *What to look for: low latency is a short wait; the GPU's latency is the higher one; many
# threads do not shorten it but keep more under way; throughput is named as the gain.*
# ### END SOLUTION
