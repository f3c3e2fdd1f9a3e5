# %% wrong: every_operation_a_kernel
# You made a kernel of each operation. What stands inside a fusion runs together, in one kernel; the
# lines `fusion` in `ENTRY` are the kernels.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 6
moved = 4 * (8 * RC + 6 * R)
apart = 4 * (8 * RC + 6 * R)
least = 4 * 2 * RC

# %% wrong: parameter_is_a_kernel
# Nearly: `parameter` only says where `x` is. It runs nothing.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 5
moved = 4 * (5 * RC + 4 * R)
apart = 4 * (8 * RC + 6 * R)
least = 4 * 2 * RC

# %% wrong: numbers_not_bytes
# You counted numbers. A float32 takes four bytes.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 5 * RC + 4 * R
apart = 8 * RC + 6 * R
least = 2 * RC

# %% wrong: one_program_reads_once
# Your `moved` and `least` are the same, as if one program were one kernel. `exps` is written by the
# first kernel, and read by the second and by the fourth.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * 2 * RC
apart = 4 * (8 * RC + 6 * R)
least = 4 * 2 * RC

# %% wrong: only_written
# You counted what is written. Every kernel reads its operands as well.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (2 * RC + 2 * R)
apart = 4 * (3 * RC + 3 * R)
least = 4 * RC

# %% wrong: only_read
# You counted what is read. Every kernel writes its result as well.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (3 * RC + 2 * R)
apart = 4 * (5 * RC + 3 * R)
least = 4 * RC

# %% wrong: rows_forgotten
# Nearly: the small arrays are missing. The sums and the factors, one number for each row, cross
# memory as well.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * 5 * RC
apart = 4 * 8 * RC
least = 4 * 2 * RC

# %% wrong: broadcast_is_an_array
# You moved what `broadcast` makes as if it were an array of the full size. It repeats a number
# where it is read.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (6 * RC + 3 * R)
apart = 4 * (10 * RC + 4 * R)
least = 4 * 2 * RC

# %% wrong: broadcast_apart_is_an_array
# Nearly: `apart` moves what `broadcast` makes as if it were an array. It repeats a number where it
# is read.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (5 * RC + 4 * R)
apart = 4 * (10 * RC + 5 * R)
least = 4 * 2 * RC

# %% right: kernel_by_kernel
rows, columns = shape.rows, shape.columns
full = 4 * rows * columns
row = 4 * rows
calls = [(full, full), (full, row), (row, row), (full, row, full)]
kernels = len(calls)
moved = sum(map(sum, calls))
apart = moved - 2 * full + (full + row) + (full + row + full) + 2 * full
least = 2 * full
