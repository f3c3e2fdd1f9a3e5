# %% wrong: one_in_each_tick
# In the chain a multiply-add does not start in each tick: it waits `ticks` ticks for the one
# before. And while one waits, the lanes can hold others: `under_way` counts them all.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: started_is_not_finished
# `under_way` counts what has been started and not finished: what starts in one tick, times the
# ticks until it is finished. It is Little's law, and chapter 03 is about it.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: a_multiply_add_is_two
# You counted a multiply-add as one operation, in both rates. It is a multiplication and an
# addition.
chain_rate = machine.ghz / machine.ticks
peak_rate = machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: everything_waits
# At the peak nothing waits: something else starts in every tick, while the others are under way.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.ticks
under_way = machine.cores * machine.lanes * machine.starts

# %% wrong: one_start_a_tick
# You let each core start one instruction in a tick. It starts `starts` of them, if it has that many
# that do not wait.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes
under_way = machine.cores * machine.lanes * machine.ticks

# %% wrong: one_core
# You took one core; at the peak all of them work.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.lanes * machine.starts
under_way = machine.lanes * machine.starts * machine.ticks

# %% wrong: the_chain_has_a_row
# `chain_rate`: a chain has one number at a time. It uses one lane of a row, of one core.
chain_rate = 2 * machine.ghz * machine.lanes / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: instructions_for_multiply_adds
# `under_way`: you counted instructions; each is a multiply-add in *all* its lanes.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
under_way = machine.cores * machine.starts * machine.ticks

# %% wrong: operations_for_multiply_adds
# `under_way`: you counted operations; a multiply-add is two of them.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
under_way = 2 * machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: a_chain_starts_one
# `chain_rate`: a core may start several in a tick, but a chain has one to start. The next needs its
# result.
chain_rate = 2 * machine.starts * machine.ghz / machine.ticks
peak_rate = 2 * machine.cores * machine.lanes * machine.starts * machine.ghz
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: chain_in_each_tick
# `chain_rate`: you started a multiply-add of the chain in each tick. It needs the result of the one
# before, and that takes `ticks` ticks.
chain_rate = 2 * machine.ghz
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: all_starts_in_each_tick
# `chain_rate`: you started as many multiply-adds in each tick as a core can. Those of a chain wait:
# each needs the result of the one before, and that takes `ticks` ticks.
chain_rate = 2 * machine.ghz * machine.starts
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: peak_waits_too
# `peak_rate`: you divided by `ticks`. One multiply-add takes that long to finish, but nothing waits
# for it: others start in each tick.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts / machine.ticks
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks

# %% wrong: under_way_in_one_core
# `under_way`: you counted those of one core. At the peak every core holds that many.
chain_rate = 2 * machine.ghz / machine.ticks
peak_rate = 2 * machine.ghz * machine.cores * machine.lanes * machine.starts
under_way = machine.lanes * machine.starts * machine.ticks

# %% right: by_the_ratio
a_tick = machine.cores * machine.starts * machine.lanes
peak_rate, chain_rate = a_tick * machine.ghz * 2, 2 / (machine.ticks / machine.ghz)
under_way = peak_rate / chain_rate

# %% right: three_digits
chain_rate = float(f"{2 * machine.ghz / machine.ticks:.3g}")
under_way = machine.cores * machine.lanes * machine.starts * machine.ticks
peak_rate = float(f"{under_way * 2 * machine.ghz / machine.ticks:.3g}")
