# ---
# title: What is a core worth?
# kind: value
# points: 1
# minutes: 6
# hints:
#   - "Bring both machines to one unit: GFLOP/s for one core. One TFLOP/s is a thousand GFLOP/s."
#   - "`cpu_gflops / cpu_cores` is one core of the CPU. `1000 * board_tflops / board_cores` is one
#     of what the seller calls cores."
#   - "Your program runs on one chip of the board, and a board has `chips` of them. Divide the
#     board's peak by that, then by one core of the CPU."
# ---

# %% [markdown]
# How many of the GPU's "cores" equal one core of the CPU at peak, and how many cores of the CPU
# equal the part of the board that one program sees? (Three digits are enough.)
#
# The board carries several chips; its peak and its number of cores are those of all chips
# together, because that is what stands on the box. A program that is started on "the GPU" gets
# one chip. The figures are drawn for you.

# %% given
machine = figures(
    "cpu_gflops: int in 100..900, cpu_cores: int in 2..8, "  # the whole CPU
    "board_tflops: int in 5..12, board_cores: int in 3000..6000, chips: 2 | 4"  # the whole board
)
machine

# %% answer
# How many GPU cores equal one CPU core, and how many CPU cores equal one chip of the board.
### BEGIN SOLUTION
gpu_cores = (machine.cpu_gflops / machine.cpu_cores) / (
    1000 * machine.board_tflops / machine.board_cores
)
cpu_cores = 1000 * machine.board_tflops / machine.chips / (machine.cpu_gflops / machine.cpu_cores)
### END SOLUTION

# %% check
check(gpu_cores=gpu_cores, cpu_cores=cpu_cores, tolerance=0.01)

# %% wrong: whole_board
# The first is right. For the second you used the whole board; a program gets one of its chips.
cpu_core = machine.cpu_gflops / machine.cpu_cores
gpu_cores = cpu_core * machine.board_cores / (1000 * machine.board_tflops)
cpu_cores = 1000 * machine.board_tflops / cpu_core

# %% wrong: chips_twice
# The second is right. In the first you divided the peak by the chips and left the cores of all of
# them: a core is worth the same on one chip as on the board.
cpu_core = machine.cpu_gflops / machine.cpu_cores
gpu_cores = cpu_core * machine.board_cores * machine.chips / (1000 * machine.board_tflops)
cpu_cores = 1000 * machine.board_tflops / machine.chips / cpu_core

# %% wrong: whole_cpu
# You compared with the whole CPU. Divide its peak by its cores first.
cpu = machine.cpu_gflops
gpu_cores = cpu * machine.board_cores / (1000 * machine.board_tflops)
cpu_cores = 1000 * machine.board_tflops / machine.chips / cpu

# %% wrong: core_for_core
# You counted cores against cores, as if all cores were the same. Compare what they *do* in a
# second.
gpu_cores = 1
cpu_cores = machine.board_cores / machine.chips

# %% wrong: upside_down
# Both are upside down: you have the share of a CPU core in one GPU core, and of a chip in a core.
cpu_core = machine.cpu_gflops / machine.cpu_cores
gpu_cores = 1000 * machine.board_tflops / machine.board_cores / cpu_core
cpu_cores = cpu_core * machine.chips / (1000 * machine.board_tflops)

# %% wrong: tera_for_giga
# TFLOP/s and GFLOP/s are mixed: a T is a thousand G.
cpu_core = machine.cpu_gflops / machine.cpu_cores
gpu_cores = cpu_core * machine.board_cores / machine.board_tflops
cpu_cores = machine.board_tflops / machine.chips / cpu_core

# %% right: in_flops
cpu_core = machine.cpu_gflops * 1e9 / machine.cpu_cores
gpu_core = machine.board_tflops * 1e12 / machine.board_cores
gpu_cores = cpu_core / gpu_core
cpu_cores = (machine.board_cores / machine.chips) / gpu_cores

# %% right: three_digits
one = machine.cpu_gflops / machine.cpu_cores
gpu_cores = float(f"{one * machine.board_cores / machine.board_tflops / 1000:.3g}")
cpu_cores = float(f"{machine.board_tflops * 1000 / one / machine.chips:.3g}")
