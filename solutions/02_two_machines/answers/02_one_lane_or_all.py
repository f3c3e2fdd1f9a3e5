# %% wrong: one_in_each_tick
# `chain_rate` and `under_way`: you left out the latency of a multiply-add. In the chain, each one
# waits `ticks` cycles for the previous one. At the peak, everything that starts during these cycles
# is in flight.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: started_is_not_finished
# `under_way` counts the multiply-adds that have started and not finished: the number that starts in
# one cycle times the cycles that each takes. This is Little's law, the subject of chapter 03.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: a_multiply_add_is_two
# You counted a multiply-add as one operation in both rates. It is two operations, a multiplication
# and an addition.
chain_rate = machine.ghz / machine.ticks
peak_rate = machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: everything_waits
# `peak_rate` and `under_way`: you let every multiply-add wait for the previous one. At the peak,
# nothing waits: others start in every cycle while earlier ones are in flight.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.ticks
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: one_start_per_cycle
# You assumed that each core starts one instruction per cycle. It starts `starts` of them if enough
# instructions are independent.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes
under_way = machine.cores * machine.lanes * machine.ticks

# %% wrong: one_core
# You counted one core. At the peak, all cores work.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.lanes * machine.starts
under_way = machine.lanes * machine.starts * machine.ticks

# %% wrong: the_chain_has_a_row
# `chain_rate`: you counted all lanes. A chain has one value at a time, so it uses one lane of one
# core.
chain_rate = 2 * machine.ghz * machine.lanes / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: instructions_for_multiply_adds
# `under_way`: you counted instructions. Each performs a multiply-add in *all* of its lanes:
# multiply by `lanes`.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
under_way = machine.cores * machine.starts * machine.ticks

# %% wrong: a_chain_starts_one
# `chain_rate`: you counted several starts per cycle. A core can start several instructions, but the
# chain has only one that is ready: the next one needs its result.
chain_rate = 2 * machine.starts * machine.ghz / machine.ticks
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: chain_in_each_tick
# `chain_rate`: you started a multiply-add of the chain in every cycle. Each needs the result of the
# previous one, which takes `ticks` cycles.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: all_starts_in_each_tick
# `chain_rate`: you started as many multiply-adds per cycle as a core can. Those of a chain are
# dependent: each needs the result of the previous one, which takes `ticks` cycles.
chain_rate = 2 * machine.ghz * machine.starts
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: peak_waits_too
# `peak_rate`: you divided by `ticks`. One multiply-add takes `ticks` cycles, but nothing waits for
# it: others start in every cycle.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.ticks
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% right: by_the_ratio
per_cycle = machine.cores * machine.starts * machine.lanes
peak_rate, chain_rate = per_cycle * machine.ghz * 2, 2 / (machine.ticks / machine.ghz)
under_way = peak_rate / chain_rate

# %% right: three_digits
chain_rate = float(f"{2 * machine.ghz / machine.ticks:.3g}")
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks
peak_rate = float(f"{under_way * 2 * machine.ghz / machine.ticks:.3g}")
