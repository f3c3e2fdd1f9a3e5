# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. It is two: a product does `2 n n n`.
flops = figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: giga_for_tera
# Your rates are in GFLOP/s. A TFLOP/s is a thousand of those: FLOPs / microseconds / 1e6.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e3
fair = flops / figure.run / 1e3
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: rates_swapped
# You swapped the two rates: the clock that does not wait shows the shorter time and claims the
# higher rate.
flops = 2 * figure.n**3
claimed = flops / figure.run / 1e6
fair = flops / figure.call / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: launch_then_run
# Nearly: in `one_by_one` each launch waits for the kernel before. It does not: while one runs the
# host launches the next.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * (figure.launch + figure.kernel)
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: kernels_alone
# Nearly: in `one_by_one` you let the device run kernel after kernel. It ends each before the next
# is launched, and waits for the host.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.launch + figure.kernels * figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: last_kernel_forgotten
# Nearly: in `one_by_one` the last kernel is launched, but not done. While the others ran the host
# launched the next; after the last launch nothing hides its time.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: call_counted_twice
# Nearly: in `fair` you let the product begin when the call is back. `run` is counted from when the
# call was made: the call is in it.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / (figure.call + figure.run) / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap)

# %% wrong: one_gap_too_few
# Nearly: `as_graph` has one gap too few. The device needs one after each kernel, the last one too.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * (figure.kernel + figure.gap) - figure.gap

# %% wrong: launch_for_each_in_a_graph
# Nearly: in `as_graph` the host still launches every kernel. It launches the graph, once.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernels * figure.launch

# %% wrong: graph_once
# Nearly: `as_graph` has one launch, and all the kernels. Each still runs and has its gap.
flops = 2 * figure.n**3
claimed = flops / figure.call / 1e6
fair = flops / figure.run / 1e6
one_by_one = figure.kernels * figure.launch + figure.kernel
as_graph = figure.graph + figure.kernel + figure.gap

# %% wrong: gaps_forgotten
# Nearly: in `as_graph` you left out the gaps. The device needs one after each kernel.
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
