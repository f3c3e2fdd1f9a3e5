# ---
# title: Why not sell the CPU?
# kind: prose
# points: 0
# minutes: 8
# hints:
#   - "Who starts the program on the GPU, and who notices that it has ended?"
#   - "Which part of a program gets slower if every core is small?"
#   - "Name two duties from the page, each with what a processor needs for it, and the price of one
#     step after another."
# ---

# %% [markdown]
# A colleague proposes servers without CPUs: the GPU does more operations in a second, so it should
# do them all. Answer in six sentences, with two duties the GPU cannot do and one kind of work it
# would do more slowly.
#
# This is a bonus, read by a person. Its graded twin is the task before.

# %% answer
# Six sentences.
#
# ### BEGIN SOLUTION
# The GPU does more operations in a second only when there are thousands that do not wait for one
# another. Where each step needs the last, one lane works and the rest stand idle, and a lane of a
# GPU is slower than one of a CPU, whose silicon went into making a single chain of steps short.
# Somebody must also run the machine. A program on a GPU has no timer that would stop it when it
# loops for ever, and nothing rings when a network packet comes in, so it can neither share itself
# out fairly nor answer a request. It cannot even start: the CPU reads the program from the disk,
# copies it over and launches it. So keep one good CPU beside the GPU, and ask of it that it never
# lets the GPU wait.
#
# *What to look for: work that waits for itself; two duties with the feature they need; that the
# CPU launches the GPU. A very good answer says how small the CPU may be.*
# ### END SOLUTION
