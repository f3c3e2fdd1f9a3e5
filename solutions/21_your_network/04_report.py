# ---
# title: Report on your network
# kind: prose
# points: 4
# star: true
# minutes: 40
# rubric:
#   - 1: a prediction as an interval, derived from counts and roofs that are named
#   - 1: what was measured, on which machine, with its spread, and no conclusion that does not
#       follow from it
#   - 1: every difference is explained by a number, or by an experiment that could have had another
#       result
#   - 1: the next step, its largest possible gain, and what would show that it was wrong
# hints:
#   - "Write the first half before you run anything: the counts of your training, the roofs of your
#     machine, and the two times between which the training must lie."
#   - "If the measured time lies outside, change one thing at a time: half the epochs, four times
#     the batch size, twice the neurons. Which of the counts does the time follow?"
#   - "Write four short paragraphs: prediction, measurement, explanation, next step. The last one
#     also needs a number: what can the step gain at most?"
# ---

# %% [markdown]
# Write a report on your network of half a page, for a person who decides whether it gets a faster
# machine. A person grades it by these four parts, each of which earns a quarter of the points:
#
# - what you predicted before you ran it, as an interval, with the counts and roofs that it uses,
# - what you measured, with its spread, on which machine, without a conclusion that does not follow,
# - a number that explains why the two differ, or an experiment that could have had another result
#   (if the time lies inside your interval, explain why it lies where it does),
# - what you would do next, how much it can gain at most, and what result would refute it.
#
# You may use any machine, and any network: the one of task 1, or one that you need for something
# else. You can time it with the experiment of task 3. A prediction that failed and is explained
# earns as much as one that held.

# %% answer
# Half a page.
#
# ### BEGIN SOLUTION
# Prediction. My network has 64 hidden neurons and learns in 200 steps of 32 images. Counted as in
# task 2, it needs 129 million operations, 19.5 megabytes and 1,000 products. In the book's record,
# the roofs of this Xeon with two cores are 280 GFLOP/s and 40 GB/s. Computing takes at least 0.46
# ms and moving data at least 0.49 ms, so the lower bound is 0.49 ms. The digit classifier reached
# 15 % of a roof, and launches do not count, because all steps are one program. The upper bound is
# therefore 0.95 / 0.15 = 6.3 ms. I predicted 0.5 to 6.3 ms.
#
# Measurement: median 4.0 ms, fastest sample 3.1 ms, slowest 137 ms, because others used the
# machine. Compilation took 9.3 s. The time lies inside the interval, near its upper end. One
# product with as many operations took 1.0 ms. My network takes four times as long, and my guess was
# two.
#
# Explanation. The machine was busy, so I compare the fastest samples. With twice the neurons, and
# therefore twice the operations, the training took 4.5 ms and not 6.1 ms. About 1.4 ms are
# proportional to the operations, and 1.7 ms are not. If the 1.7 ms are proportional to the steps,
# batches of 128, which need a quarter of the steps, should take 1.4 + 1.7 / 4 = 1.8 ms. They took
# 2.0 ms. More than half of my time is therefore a cost per step, in small products and the small
# updates between them. No roof includes it.
#
# Next step. I would not buy a faster machine, because it would pay the same cost for two hundred
# steps. I would use larger batches, if 95 of 100 images are still read. At best, 1.4 ms remain, a
# gain of a factor of 2.2. With a batch size of 128, I expect 1.5 ms on a quiet machine, too. If it
# took less than 1.2 ms, I would have been wrong about the steps. Compilation costs as much as two
# thousand training runs, so I would keep the compiled program.
#
# *Criteria: two times before any measurement, with the counts and the roofs that they come from; a
# named machine, a median with its spread, and a separate compilation time; an explanation that was
# tested by changing one thing, not a list of everything that may be slow; a next step with an upper
# bound of its gain and a result that would refute it. “Buy a GPU” without a count earns nothing for
# the last line.*
# ### END SOLUTION
