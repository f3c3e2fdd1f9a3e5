# %% wrong: latency_forgotten
# `chain_rate` and `in_flight`: you left out the latency of a multiply-add. In the chain, each
# multiply-add waits `latency` cycles for the previous one. At the peak, everything that starts
# during these cycles is in flight.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts

# %% wrong: started_per_cycle
# `in_flight`: you counted the multiply-adds that start in one cycle. Count those that have started
# but not finished: multiply by the number of cycles that each takes. This is Little's law, the
# subject of chapter 3.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts

# %% wrong: multiply_add_counted_once
# You counted a multiply-add as one operation in both rates. Count two, a multiplication and an
# addition.
chain_rate = machine.ghz / machine.latency
peak_rate = machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% wrong: everything_dependent
# `peak_rate` and `in_flight`: you let every multiply-add wait for the previous one. At the peak,
# nothing waits: others start in every cycle while earlier ones are in flight.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.latency
in_flight = machine.cores * machine.lanes * machine.starts

# %% wrong: one_start_per_cycle
# You assumed that each core starts one instruction per cycle. A core starts `starts` of them if
# enough instructions are independent.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes
in_flight = machine.cores * machine.lanes * machine.latency

# %% wrong: one_core
# You counted one core. At the peak, all cores work.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.lanes * machine.starts
in_flight = machine.lanes * machine.starts * machine.latency

# %% wrong: chain_uses_all_lanes
# `chain_rate`: you counted all lanes. A chain has one value at a time, so it uses one lane of one
# core.
chain_rate = 2 * machine.ghz * machine.lanes / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% wrong: instructions_counted
# `in_flight`: you counted instructions. Each performs a multiply-add in *all* of its lanes:
# multiply by `lanes`.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
in_flight = machine.cores * machine.starts * machine.latency

# %% wrong: chain_starts_several
# `chain_rate`: you counted several starts per cycle. A core can start several instructions, but in
# the chain only one is ready: the next one needs its result.
chain_rate = 2 * machine.starts * machine.ghz / machine.latency
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% wrong: chain_without_latency
# `chain_rate`: you started a multiply-add of the chain in every cycle. Each multiply-add needs the
# result of the previous one, which takes `latency` cycles.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% wrong: chain_starts_every_cycle
# `chain_rate`: you started as many multiply-adds per cycle as a core can. The multiply-adds of a
# chain are dependent: each needs the result of the previous one, which takes `latency` cycles.
chain_rate = 2 * machine.ghz * machine.starts
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% wrong: peak_with_latency
# `peak_rate`: you divided by `latency`. One multiply-add takes `latency` cycles, but nothing waits
# for it: others start in every cycle.
chain_rate = 2 * machine.ghz / machine.latency
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.latency
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency

# %% right: by_the_ratio
per_cycle = machine.cores * machine.starts * machine.lanes
peak_rate, chain_rate = per_cycle * machine.ghz * 2, 2 / (machine.latency / machine.ghz)
in_flight = peak_rate / chain_rate

# %% right: three_digits
chain_rate = float(f"{2 * machine.ghz / machine.latency:.3g}")
in_flight = machine.cores * machine.lanes * machine.starts * machine.latency
peak_rate = float(f"{in_flight * 2 * machine.ghz / machine.latency:.3g}")
