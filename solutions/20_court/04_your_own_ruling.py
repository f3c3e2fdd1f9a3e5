# ---
# title: Your own ruling
# kind: prose
# points: 0
# minutes: 25
# hints:
#   - "Take a sentence with a number, or one that becomes a number if you ask it how much. Compared
#     with what, on which machine, at what work?"
#   - "Write down from what number on you would say yes, and from what number on no, before you look
#     at any. If you cannot, the sentence claims nothing."
#   - "Then measure it, or find somebody who did and says how. Give the number with its spread, the
#     word that your rules give it, and what would have to be said instead."
# ---

# %% [markdown]
# Choose a sentence about GPUs from anywhere but this book's articles: an advertisement, a talk, a
# page of a library. Rule on it, on half a page: its own words and where they stand; what it claims;
# the metric; the machine; the rules, fixed before you knew the number; what was found, by you or by
# somebody whom you name; the ruling, and the sentence as it should be.
#
# This is a bonus, read by a person. Its graded twin is the task before.

# %% answer
# Half a page.
#
# ### BEGIN SOLUTION
# The sentence: “BFLOAT16 Tensor Core: 1,979 teraFLOPS”, a line of NVIDIA's data sheet of the H200.
#
# What it claims: that a program can do so many operations on 16-bit numbers in a second. A small
# mark leads to a foot-note, “with sparsity”.
#
# Metric: operations in a second, in a product of two large bfloat16 matrices in which no entry is
# known to be zero, since that is what a network asks for. Machine: one H200, as it is sold.
#
# Rules, fixed before I looked for a measurement: from 90 % of the number on upheld; from 60 % on
# upheld with conditions, since nobody reaches a peak; below that misleading. I do not say false:
# the foot-note is there.
#
# Found: I have no H200. Bekman's tables have the best of many dense products on an H100, 794
# TFLOP/s, and say that the H200 is the same. That is 40 % of the number. There is no spread beside
# it, so I asked how large it would have to be: half as much again would just reach my 60 %, and no
# two runs of such a product differ by that. It is decided.
#
# Ruling: misleading. The sheet counts multiplications by zeros that are left out, two of every four
# weights in a fixed pattern. It should say: 989 TFLOP/s dense, of which a good product reaches four
# fifths. What I did not find out is how many networks keep their answers with half of the weights
# zero; my ruling does not depend on it.
#
# *What to look for: the sentence in its own words, with its place; one metric, with the work and
# the machine; rules that name numbers, fixed before the result, and a reason for each; a number
# with its origin and its spread, or a reason why the spread does not matter; the word that the
# rules give, even if the writer would have liked another; what the sentence should say. A very good
# answer says what was not found out.*
# ### END SOLUTION
