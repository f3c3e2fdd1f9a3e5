# %% wrong: work_only
# `bracket_gain` is too large because you counted only FLOPs. `A @ (B @ v)` is memory-bound and runs
# far below the peak. Divide the two *times*.
flop_ratio = 4097 / 2
bracket_gain = 4097 / 2
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: bytes_only
# `bracket_gain`: you divided the bytes. `(A @ B) @ v` contains a product of two matrices, so it is
# compute-bound. Divide the two *times*.
flop_ratio = 4097 / 2
bracket_gain = (4 * 4 * 4096**2) / (8 * 4096**2)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_vector_product
# You counted one matrix-vector product in `A @ (B @ v)`. This order has *two*, one after the other.
# Count both.
flop_ratio = 4096
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (4 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_vector_product_in_ratio
# `flop_ratio`: you counted one matrix-vector product in `A @ (B @ v)`. This order has *two*, one
# after the other. Count the FLOPs of both.
flop_ratio = 4096
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_matrix_loaded
# `bracket_gain`: you counted one matrix in `A @ (B @ v)`. This order loads *two*, `B` and then `A`.
# Count the bytes of both.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (4 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: elements_not_bytes
# `bracket_gain`: you counted elements instead of bytes. Each element takes four bytes.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (2 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: peaks_for_both
# `vector_gain`: you divided the peaks. A matrix-vector product uses each element once, so the
# product does half a FLOP for each byte and is memory-bound on both machines. Divide the
# bandwidths.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: bandwidths_for_both
# `matrix_gain`: you divided the bandwidths. A product with a matrix of 4096 columns uses each
# loaded element 4096 times, so it is compute-bound. Divide the peaks.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: results_swapped
# You swapped `vector_gain` and `matrix_gain`. The product with a vector is memory-bound, and the
# product of matrices is compute-bound.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: ratio_inverted
# You computed the inverse of the speedup. Divide the limit of the GPU by that of the CPU.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.cpu_bandwidth / machine.gpu_bandwidth
matrix_gain = machine.cpu_peak / machine.gpu_peak

# %% wrong: gpu_figures
# `bracket_gain`: you used the limits of the GPU. The task asks for the CPU.
flop_ratio = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.gpu_peak) / (8 * 4096**2 / machine.gpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: multiply_adds_on_the_left
# `flop_ratio` and `bracket_gain` are half of the expected value. You counted a multiply-add as one
# FLOP in `(A @ B) @ v`, but as two in `A @ (B @ v)`. Count two for both.
flop_ratio = 4096**3 / (4 * 4096**2)
bracket_gain = (4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% right: by_times
n = 4096
cpu = machine.cpu_peak, machine.cpu_bandwidth
gpu = machine.gpu_peak, machine.gpu_bandwidth
left_order = 2 * n**3 + 2 * n**2, 4 * (4 * n * n + 2 * n)
right_order = 4 * n * n, 4 * (2 * n * n + 4 * n)


def least_time(flops, bytes, peak, bandwidth):
    return max(flops / peak, bytes / bandwidth)


flop_ratio = left_order[0] / right_order[0]
bracket_gain = least_time(*left_order, *cpu) / least_time(*right_order, *cpu)
vector_gain = least_time(*right_order, *cpu) / least_time(*right_order, *gpu)
matrix_gain = least_time(*left_order, *cpu) / least_time(*left_order, *gpu)

# %% right: three_digits
flop_ratio = 2050
bracket_gain = float(f"{4096 * machine.cpu_bandwidth / machine.cpu_peak / 4:.3g}")
vector_gain = float(f"{machine.gpu_bandwidth / machine.cpu_bandwidth:.3g}")
matrix_gain = float(f"{machine.gpu_peak / machine.cpu_peak:.3g}")

# %% right: product_by_product
n = 4096


def least(flops, bytes, peak, bandwidth):
    return max(flops / peak, bytes / bandwidth)


def product_and_vector(*walls):
    return least(2 * n**3, 12 * n**2, *walls) + least(2 * n**2, 4 * n**2, *walls)


cpu = machine.cpu_peak, machine.cpu_bandwidth
gpu = machine.gpu_peak, machine.gpu_bandwidth
flop_ratio = (2 * n**3 + 2 * n**2) / (4 * n**2)
bracket_gain = product_and_vector(*cpu) / (2 * least(2 * n**2, 4 * n**2, *cpu))
vector_gain = least(2 * n**2, 4 * n**2, *cpu) / least(2 * n**2, 4 * n**2, *gpu)
matrix_gain = product_and_vector(*cpu) / product_and_vector(*gpu)
