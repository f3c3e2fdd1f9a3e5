# %% wrong: all_of_it_shared
# You divided the whole step among the devices, so every speedup became the number of devices. But
# each device still needs all of `job.fixed`. Divide only `job.shared`.
one = job.fixed + job.shared
same_batch = job.devices
at_most = float("inf")
larger_batch = job.devices
share = 1 - job.seen / job.devices


# %% wrong: larger_for_free
# For `larger_batch`, you used the time of one device with the *small* batch. A speedup compares
# times for the same work. Let the one device process all examples, too.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = one / (job.fixed + job.shared)


# %% wrong: the_fixed_part_grows
# For `larger_batch`, you multiplied `job.fixed` by the number of devices, too. It does not depend
# on the number of examples. Multiply only `job.shared`.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * one / one


# %% wrong: weights_for_nothing
# For `larger_batch`, your one device processes all examples, but does not read its weights. Add
# `job.fixed` once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * job.shared / one


# %% wrong: as_if_at_most
# For `share`, you treated the measured speedup as the limit for many devices. With so few devices,
# the divided part still takes time. Solve `1 / seen = s + (1 - s) / devices` for `s`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 / job.seen


# %% wrong: lost_share
# For `share`, you subtracted `seen / devices` from 1. This is the lost fraction of the ideal
# speedup, and a small `share` already loses much of it. Solve `1 / seen = s + (1 - s) / devices`
# for `s`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - job.seen / job.devices


# %% wrong: the_other_law
# For `share`, you solved Gustafson's law, in which the batch grows. The speedup was measured for
# the same work. Solve Amdahl's law instead.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = (job.devices - job.seen) / (job.devices - 1)


# %% wrong: share_of_this_step
# For `share`, you used the step of `job`. The table asks for the *other* program, whose speedup was
# `job.seen`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = job.fixed / one


# %% wrong: the_part_that_shrinks
# For `share`, you returned the fraction that *can* be divided. Return the fraction that cannot.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - (job.devices / job.seen - 1) / (job.devices - 1)


# %% wrong: without_end
# For `at_most`, you let the speedup grow without limit. With more and more devices, the divided
# part approaches 0, but `job.fixed` remains. Divide the time on one device by what remains.
#
# -at_most = one / job.fixed
# +at_most = float("inf")


# %% wrong: at_most_the_other_way
# For `at_most`, you divided by the shared part. With very many devices, that part approaches 0, and
# the fixed part remains. Divide by the fixed part.
#
# -at_most = one / job.fixed
# +at_most = one / job.shared


# %% wrong: laws_swapped
# You swapped `same_batch` and `larger_batch`. A larger batch has more work to divide, so its
# speedup is higher.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +larger_batch = one / (job.fixed + job.shared / job.devices)
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +same_batch = (job.fixed + job.devices * job.shared) / one


# %% right: by_shares
s = job.fixed / (job.fixed + job.shared)
n = job.devices
same_batch = 1 / (s + (1 - s) / n)
at_most = 1 / s
larger_batch = s + n * (1 - s)
share = (1 / job.seen - 1 / n) / (1 - 1 / n)


# %% right: by_times
def took(devices, batches=1):
    return job.fixed + batches * job.shared / devices


same_batch = took(1) / took(job.devices)
at_most = took(1) / took(1e12)
larger_batch = took(1, job.devices) / took(job.devices, job.devices)
low, high = 0.0, 1.0
for _ in range(60):
    share = (low + high) / 2
    if 1 / (share + (1 - share) / job.devices) > job.seen:
        low = share
    else:
        high = share
