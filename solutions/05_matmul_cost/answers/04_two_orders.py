# %% wrong: work_alone
# Nearly: `bracket_gain` is too large if you only count FLOPs. The right order waits for memory and
# runs far below the peak: divide the two *times*.
fewer = 4097 / 2
bracket_gain = 4097 / 2
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: bytes_alone
# Nearly: you divided bytes. The left order, a product of two matrices, waits for its arithmetic.
fewer = 4097 / 2
bracket_gain = (4 * 4 * 4096**2) / (8 * 4096**2)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_vector_product
# Nearly: the right order multiplies *two* matrices with a vector, one after the other.
fewer = 4096
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (4 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_vector_product_in_fewer
# `fewer`: the right order multiplies *two* matrices with a vector, one after the other. Count the
# FLOPs of both.
fewer = 4096
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: one_matrix_fetched
# `bracket_gain`: the right order fetches *two* matrices, `B` and then `A`.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (4 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: numbers_not_bytes
# Nearly: you moved numbers, not bytes, in `bracket_gain`. Each has four.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (2 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: peaks_for_both
# `vector_gain`: with a vector, each number of the matrix is used once. That is half a FLOP for each
# byte, and both machines wait for memory long before they reach their peaks.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: bandwidths_for_both
# `matrix_gain`: with a matrix of 4096 columns, each number that arrives is used 4096 times. Then
# the peak is the limit.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: swapped
# You have the GPU's two gains the wrong way round: the vector waits for memory, the matrix for
# arithmetic.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: upside_down
# That is how much slower the GPU would be. Divide the GPU's figure by the CPU's.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.cpu_bandwidth / machine.gpu_bandwidth
matrix_gain = machine.cpu_peak / machine.gpu_peak

# %% wrong: brackets_on_the_gpu
# `bracket_gain`: that is what the brackets gain on the GPU. The task asks for the CPU.
fewer = 4097 / 2
bracket_gain = (2 * 4096**3 / machine.gpu_peak) / (8 * 4096**2 / machine.gpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: multiply_adds_on_the_left
# `fewer` and `bracket_gain` are half of what they should be: on the left you counted a multiply and
# an add as one FLOP, on the right as two.
fewer = 4096**3 / (4 * 4096**2)
bracket_gain = (4096**3 / machine.cpu_peak) / (8 * 4096**2 / machine.cpu_bandwidth)
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% right: by_the_times
n = 4096
cpu = machine.cpu_peak, machine.cpu_bandwidth
gpu = machine.gpu_peak, machine.gpu_bandwidth
left_order = 2 * n**3 + 2 * n**2, 4 * (4 * n * n + 2 * n)
right_order = 4 * n * n, 4 * (2 * n * n + 4 * n)


def least_time(flops, bytes, peak, bandwidth):
    return max(flops / peak, bytes / bandwidth)


fewer = left_order[0] / right_order[0]
bracket_gain = least_time(*left_order, *cpu) / least_time(*right_order, *cpu)
vector_gain = least_time(*right_order, *cpu) / least_time(*right_order, *gpu)
matrix_gain = least_time(*left_order, *cpu) / least_time(*left_order, *gpu)

# %% right: three_digits
fewer = 2050
bracket_gain = float(f"{4096 * machine.cpu_bandwidth / machine.cpu_peak / 4:.3g}")
vector_gain = float(f"{machine.gpu_bandwidth / machine.cpu_bandwidth:.3g}")
matrix_gain = float(f"{machine.gpu_peak / machine.cpu_peak:.3g}")

# %% right: one_product_after_the_other
n = 4096


def least(flops, bytes, peak, bandwidth):
    return max(flops / peak, bytes / bandwidth)


def product_and_vector(*walls):
    return least(2 * n**3, 12 * n**2, *walls) + least(2 * n**2, 4 * n**2, *walls)


cpu = machine.cpu_peak, machine.cpu_bandwidth
gpu = machine.gpu_peak, machine.gpu_bandwidth
fewer = (2 * n**3 + 2 * n**2) / (4 * n**2)
bracket_gain = product_and_vector(*cpu) / (2 * least(2 * n**2, 4 * n**2, *cpu))
vector_gain = least(2 * n**2, 4 * n**2, *cpu) / least(2 * n**2, 4 * n**2, *gpu)
matrix_gain = product_and_vector(*cpu) / product_and_vector(*gpu)
