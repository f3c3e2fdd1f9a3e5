# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. A multiply-add is two FLOPs, so a product takes `2 n n n`
# FLOPs.
flops = figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: gigaflops
# Your rates are in GFLOP/s. One TFLOP/s is a thousand GFLOP/s, so divide FLOPs by microseconds and
# by 1e6.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e3
fair = flops / figure.run / 1e3
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: rates_swapped
# You swapped the two rates. A timer that does not wait measures the shorter time and so reports the
# higher rate.
flops = 2 * figure.n**3
claimed = flops / figure.run / 1e6
fair = flops / figure.call / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: no_overlap
# In `one_by_one`, each of your launches waits for the previous kernel. The host does not wait: it
# launches the next kernel while the device runs the current one. Count only the time that does not
# overlap.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * (figure.launch + figure.kernel)
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: kernels_only
# In `one_by_one`, you let the device run its kernels without pauses. The device finishes each
# kernel before the host has launched the next one, and then it is idle. The launches therefore
# determine the time.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.launch + figure.kernels * figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: last_kernel_forgotten
# In `one_by_one`, you left out the last kernel. The earlier kernels overlap with launches, but the
# last kernel still has to run after the last launch.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: call_counted_twice
# In `fair`, you added `call` to `run`. `run` is measured from the start of the call, so it already
# includes `call`.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / (figure.call + figure.run) / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: one_gap_too_few
# In `as_graph`, you left out one gap. There is a gap after each kernel, including the last one.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap) - figure.gap

# %% wrong: launch_per_kernel_in_graph
# In `as_graph`, you let the host launch every kernel. The host launches the graph once, and then
# the device runs the kernels with their gaps.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * figure.launch

# %% wrong: one_kernel_in_graph
# In `as_graph`, you counted only one kernel. The graph is launched once, but each of its kernels
# runs and is followed by a gap.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernel + figure.gap

# %% wrong: gaps_forgotten
# In `as_graph`, you left out the gaps. There is a gap after each kernel.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * figure.kernel

# %% right: by_simulation
claimed, fair = (2 * figure.n**3 / (took * 1e-6) / 1e12 for took in (figure.call, figure.run))
host = device = 0
for _ in range(figure.kernels):
    host += figure.launch
    device = max(device, host) + figure.kernel
one_by_one = device
as_graph = figure.graph
for _ in range(figure.kernels):
    as_graph += figure.kernel + figure.gap

# %% right: three_digits
claimed = float(f"{2e-6 * figure.n**3 / figure.call:.3g}")
fair = float(f"{2e-6 * figure.n**3 / figure.run:.3g}")
one_by_one = float(f"{figure.kernels * figure.launch + figure.kernel:.3g}")
as_graph = float(f"{figure.graph + figure.kernels * (figure.kernel + figure.gap):.3g}")
