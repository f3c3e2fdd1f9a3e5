# ---
# title: Write a ruling of your own
# kind: prose
# points: 0
# minutes: 25
# hints:
#   - "Choose a sentence with a number, or one that becomes a number if you ask how much. Compared
#     with what? On which machine? For which work?"
#   - "Before you look at any number, write down which numbers confirm the sentence and which refute
#     it. If you cannot, the sentence claims nothing."
#   - "Then measure, or find a measurement whose author describes the method. Give the number with
#     its spread, the word that your rules assign, and what the sentence should say instead."
# ---

# %% [markdown]
# Choose a sentence about GPUs that is not from the articles of this book: from an advertisement, a
# talk, or the documentation of a library. Rule on it in half a page. State
#
# - the sentence in its own words, and its source,
# - what it claims,
# - the metric and the machine,
# - the rules, which you wrote before you knew the number,
# - the result, and who measured it,
# - the ruling, and a corrected sentence.
#
# This is a bonus task, graded by a person. The previous task is its graded version.

# %% answer
# Half a page.
#
# ### BEGIN SOLUTION
# The sentence: “BFLOAT16 Tensor Core: 1,979 teraFLOPS”, a line of NVIDIA's data sheet of the H200.
#
# Claim: a program can do this many operations on 16-bit numbers per second. A small mark leads to a
# footnote, “with sparsity”.
#
# Metric: operations per second in a product of two large bfloat16 matrices in which no element is
# known to be zero, because this is what neural networks need. Machine: one H200 as sold.
#
# Rules, written before I looked for a measurement: upheld if a program reaches at least 90 % of the
# number, upheld with conditions if it reaches 60 %, because no program reaches the peak, and
# misleading otherwise. I do not use false, because the footnote states the condition.
#
# Result: I have no H200. Bekman's tables give the best of many dense products on an H100, 794
# TFLOP/s, and say that the H200 is the same. That is 40 % of the number. The tables give no spread,
# so I asked how large it would have to be. The rate would have to be 1.5 times as high to reach my
# 60 %. No two runs of such a product differ that much. The measurement decides.
#
# Ruling: misleading. The data sheet counts multiplications by zero that the hardware skips, two of
# every four weights in a fixed pattern. It should say: 989 TFLOP/s dense, of which a good product
# reaches 80 %. I did not find out how many networks keep their accuracy with half of their weights
# set to zero, but my ruling does not depend on it.
#
# *Criteria: the sentence in its own words, with its source; one metric, with the work and the
# machine; rules that name numbers, were written before the result, and have reasons; a number with
# its source and its spread, or a reason why the spread does not matter; the word that the rules
# assign, even if the author would prefer another; a corrected sentence. A very good answer also
# says what was not found out.*
# ### END SOLUTION
