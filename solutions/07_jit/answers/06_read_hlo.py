# %% wrong: one_kernel_per_operation
# You counted each operation as a kernel. The operations inside a fusion run together in one kernel.
# Count the lines with `fusion` in `ENTRY`.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 6
moved = 4 * (8 * RC + 6 * R)
unfused = 4 * (8 * RC + 6 * R)
minimum = 4 * 2 * RC


# %% wrong: parameter_counted
# You counted `parameter` as a kernel. `parameter` only names the argument `x` and does not run
# anything. Leave it out.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 5
moved = 4 * (5 * RC + 4 * R)
unfused = 4 * (8 * RC + 6 * R)
minimum = 4 * 2 * RC


# %% wrong: elements_not_bytes
# You counted elements. A float32 element takes four bytes. Multiply by 4.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 5 * RC + 4 * R
unfused = 8 * RC + 6 * R
minimum = 2 * RC


# %% wrong: rows_forgotten
# You left out the small arrays. The sums and the factors, one element per row, are written and
# read, too. Add their bytes.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * 5 * RC
unfused = 4 * 8 * RC
minimum = 4 * 2 * RC


# %% wrong: fused_traffic
# Your `moved` equals `minimum`, as if the program were a single kernel. The first kernel writes
# `exps`, and the second and the fourth read it. Add the traffic of all four kernels.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * 2 * RC
unfused = 4 * (8 * RC + 6 * R)
minimum = 4 * 2 * RC


# %% wrong: writes_only
# You counted only writes. Every kernel also reads its operands. Add the reads.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (2 * RC + 2 * R)
unfused = 4 * (3 * RC + 3 * R)
minimum = 4 * RC


# %% wrong: reads_only
# You counted only reads. Every kernel also writes its result. Add the writes.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (3 * RC + 2 * R)
unfused = 4 * (5 * RC + 3 * R)
minimum = 4 * RC


# %% wrong: broadcast_stored
# You counted the result of `broadcast` as an array of full size. `broadcast` repeats an element
# when it is read and stores no array. Leave it out.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (6 * RC + 3 * R)
unfused = 4 * (10 * RC + 4 * R)
minimum = 4 * 2 * RC


# %% wrong: broadcast_stored_unfused
# For `unfused`, you counted the result of `broadcast` as an array. `broadcast` repeats an element
# when it is read and stores no array. Leave it out.
R, RC = shape.rows, shape.rows * shape.columns
kernels = 4
moved = 4 * (5 * RC + 4 * R)
unfused = 4 * (10 * RC + 5 * R)
minimum = 4 * 2 * RC


# %% right: kernel_by_kernel
rows, columns = shape.rows, shape.columns
full = 4 * rows * columns
row = 4 * rows
calls = [(full, full), (full, row), (row, row), (full, row, full)]
kernels = len(calls)
moved = sum(map(sum, calls))
unfused = moved - 2 * full + (full + row) + (full + row + full) + 2 * full
minimum = 2 * full
