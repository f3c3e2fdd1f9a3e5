# ---
# title: Count the memory traffic of a compiled softmax
# kind: value
# points: 1
# minutes: 12
# hints:
#   - "The lines of `ENTRY` run one after another. Which of them start a kernel, and which only name
#     an argument?"
#   - "A kernel reads its operands, which are the names in parentheses after `fusion`, and writes
#     its result. `f32[R,C]` takes 4 R C bytes. A value inside a fusion does not move to memory."
#   - "The first kernel moves `4 * (R*C + R*C)` bytes, the second `4 * (R*C + R)`, the third
#     `4 * 2 * R`, the fourth `4 * (R*C + R + R*C)`. As a separate kernel, `subtract` moves
#     `4 * (2*R*C + R)` bytes."
# ---

# %% [markdown]
# Read the program that XLA compiles for `jax.nn.softmax` on a CPU, and count its kernels and its
# memory traffic.
#
# This is the program for a float32 array with `R` rows and `C` columns, with simplified names and
# without layouts. Every `fusion` is one kernel. A `broadcast` repeats its operand without storing
# an array. The inputs `rows` and `columns` are drawn at random. A float32 element takes 4 bytes.
#
# ```text
# exp_of_x_less_max (x: f32[R,C]) -> f32[R,C] {
#   largest = f32[R]   reduce(x), dimensions={1}, to_apply=maximum
#   less    = f32[R,C] subtract(x, broadcast(largest))
#   ROOT    = f32[R,C] exponential(less)
# }
# sum (exps: f32[R,C]) -> f32[R] {
#   ROOT    = f32[R]   reduce(exps), dimensions={1}, to_apply=add
# }
# one_over (sums: f32[R]) -> f32[R] {
#   ROOT    = f32[R]   divide(broadcast(1), sums)
# }
# scaled (exps: f32[R,C], factors: f32[R]) -> f32[R,C] {
#   ROOT    = f32[R,C] multiply(exps, broadcast(factors))
# }
#
# ENTRY main (x: f32[R,C]) -> f32[R,C] {
#   x       = f32[R,C] parameter(0)
#   exps    = f32[R,C] fusion(x), calls=exp_of_x_less_max
#   sums    = f32[R]   fusion(exps), calls=sum
#   factors = f32[R]   fusion(sums), calls=one_over
#   ROOT    = f32[R,C] fusion(exps, factors), calls=scaled
# }
# ```
#
# | name | value |
# |---|---|
# | `kernels` | number of kernels that one call launches |
# | `moved` | bytes of memory traffic: each kernel reads its operands once and writes its result |
# | `unfused` | `moved` if each of the six operations (without `broadcast`) were its own kernel |
# | `minimum` | bytes that every program must move: it reads `x` and writes the result once |

# %% given
shape = figures("rows: int in 200..900, columns: int in 50..190")
shape

# %% answer
# Four integers. The inputs above are `shape.rows` and `shape.columns`.
### BEGIN SOLUTION
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * ((RC + RC) + (RC + R) + (R + R) + (RC + R + RC))
unfused = 4 * ((RC + R) + (RC + R + RC) + (RC + RC) + (RC + R) + (R + R) + (RC + R + RC))
minimum = 4 * 2 * RC
### END SOLUTION

# %% check
check(kernels=kernels, moved=moved, unfused=unfused, minimum=minimum, tolerance=0.0005)
