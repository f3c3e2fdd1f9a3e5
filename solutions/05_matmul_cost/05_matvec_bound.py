# ---
# title: What can the GPU gain?
# kind: value
# points: 1
# minutes: 6
# hints:
#   - "A product cannot end before its arithmetic is done, FLOPs / peak, nor before its numbers
#     have moved, bytes / bandwidth. The longer of the two is the least time it can take."
#   - "A matrix of `n` by `n` numbers times a vector: `2 n n` FLOPs and `4 n n` bytes. On the CPU,
#     which of the two takes longer? On the GPU?"
#   - "For the vector both machines wait for memory, so only the bandwidths count. For the matrix
#     both are busy with arithmetic, so only the peaks count."
# ---

# %% [markdown]
# A CPU and a GPU multiply a float32 matrix of 4096 by 4096, once with a vector and once with
# another such matrix. How many times faster can the GPU be at most, if both machines do the best
# their figures allow? (Three digits are enough.)
#
# The figures are yours; your neighbour has others. The matrices are already in the memory of the
# machine that multiplies them.

# %% given
machine = figures(
    "cpu_peak: int in 100..200, cpu_bandwidth: int in 30..50, "  # GFLOP/s, GB/s
    "gpu_peak: int in 40000..70000, gpu_bandwidth: int in 2000..4000"  # GFLOP/s, GB/s
)
machine

# %% answer
# How many times faster on the GPU: the matrix times a vector, and the matrix times a matrix.
# The figures above are `machine.cpu_peak`, `machine.cpu_bandwidth` and so on.
### BEGIN SOLUTION
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_peak / machine.cpu_peak
### END SOLUTION

# %% check
check(vector_gain=vector_gain, matrix_gain=matrix_gain, tolerance=0.01)

# %% wrong: peaks_for_both
# The matrix is right. With a vector, each number of the matrix is used once: half a FLOP for each
# byte, and both machines wait for memory long before they reach their peaks.
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_peak / machine.cpu_peak

# %% wrong: bandwidths_for_both
# The vector is right. With a matrix of 4096 columns, each number that arrives is used 4096 times;
# then the peak is what holds it up.
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: swapped
# You have the two the wrong way round: the vector waits for memory, the matrix for arithmetic.
vector_gain = machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth

# %% wrong: upside_down
# That is how much slower the GPU would be. Divide the GPU's figure by the CPU's.
vector_gain = machine.cpu_bandwidth / machine.gpu_bandwidth
matrix_gain = machine.cpu_peak / machine.gpu_peak

# %% wrong: gains_multiplied
# You multiplied the two gains. Arithmetic and movement go on side by side: the slower one sets
# the pace, and the other does not matter.
vector_gain = machine.gpu_bandwidth / machine.cpu_bandwidth * machine.gpu_peak / machine.cpu_peak
matrix_gain = machine.gpu_bandwidth / machine.cpu_bandwidth * machine.gpu_peak / machine.cpu_peak

# %% right: by_the_times
n = 4096
cpu = machine.cpu_peak, machine.cpu_bandwidth
gpu = machine.gpu_peak, machine.gpu_bandwidth


def least_time(flops, bytes, peak, bandwidth):
    return max(flops / peak, bytes / bandwidth)


vector = 2 * n * n, 4 * (n * n + n + n)
matrix = 2 * n**3, 4 * 3 * n * n
vector_gain = least_time(*vector, *cpu) / least_time(*vector, *gpu)
matrix_gain = least_time(*matrix, *cpu) / least_time(*matrix, *gpu)


# %% right: by_the_rates
def rate(peak, bandwidth, intensity):
    return min(peak, bandwidth * intensity)


gains = []
for intensity in (0.5, 4096 / 6):
    gpu = rate(machine.gpu_peak, machine.gpu_bandwidth, intensity)
    gains.append(gpu / rate(machine.cpu_peak, machine.cpu_bandwidth, intensity))
vector_gain, matrix_gain = gains

# %% right: three_digits
vector_gain = float(f"{machine.gpu_bandwidth / machine.cpu_bandwidth:.3g}")
matrix_gain = float(f"{machine.gpu_peak / machine.cpu_peak:.3g}")
