# %% wrong: fixed_part_divided
# You divided the whole step among the devices, so every speedup became the number of devices.
# However, each device still needs all of `job.fixed`. Divide only `job.shared`.
single_device = job.fixed + job.shared
same_batch = job.devices
upper_bound = float("inf")
larger_batch = job.devices
serial_fraction = 1 - job.measured_speedup / job.devices


# %% wrong: small_batch_baseline
# For `larger_batch`, you used the time of one device with the *small* batch. A speedup compares
# times for the same work. Let the one device process all examples, too.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / single_device
# +larger_batch = single_device / (job.fixed + job.shared)


# %% wrong: fixed_part_scaled
# For `larger_batch`, you multiplied `job.fixed` by the number of devices, too. `job.fixed` does not
# depend on the number of examples. Multiply only `job.shared`.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / single_device
# +larger_batch = job.devices * single_device / single_device


# %% wrong: weights_forgotten
# For `larger_batch`, your one device processes all examples, but you left out the time in which it
# reads the weights. Add `job.fixed` once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / single_device
# +larger_batch = job.devices * job.shared / single_device


# %% wrong: limit_assumed
# For `serial_fraction`, you treated the measured speedup as the limit for many devices. With so few
# devices, the part that is divided still takes time. Solve `1 / measured_speedup = s + (1 - s) /
# devices` for `s`.
#
# -serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
# +serial_fraction = 1 / job.measured_speedup


# %% wrong: lost_share
# For `serial_fraction`, you subtracted `measured_speedup / devices` from 1. The result is the lost
# fraction of the ideal speedup, and even a small `serial_fraction` loses much of this speedup.
# Solve `1 / measured_speedup = s + (1 - s) / devices` for `s`.
#
# -serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
# +serial_fraction = 1 - job.measured_speedup / job.devices


# %% wrong: gustafson_for_share
# For `serial_fraction`, you solved Gustafson's law, in which the batch grows. The speedup was
# measured for a fixed amount of work. Solve Amdahl's law instead.
#
# -serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
# +serial_fraction = (job.devices - job.measured_speedup) / (job.devices - 1)


# %% wrong: share_of_job
# For `serial_fraction`, you used the step of `job`. The table asks for the *other* program, whose
# speedup was `job.measured_speedup`.
#
# -serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
# +serial_fraction = job.fixed / single_device


# %% wrong: parallel_fraction
# For `serial_fraction`, you returned the fraction that *can* be divided. Return the fraction that
# cannot.
#
# -serial_fraction = (job.devices / job.measured_speedup - 1) / (job.devices - 1)
# +serial_fraction = 1 - (job.devices / job.measured_speedup - 1) / (job.devices - 1)


# %% wrong: no_upper_bound
# For `upper_bound`, you let the speedup grow without limit. With more and more devices, the time
# for the divided part approaches 0, but `job.fixed` remains. Divide the time on one device by
# `job.fixed`.
#
# -upper_bound = single_device / job.fixed
# +upper_bound = float("inf")


# %% wrong: upper_bound_inverted
# For `upper_bound`, you divided by `job.shared`. With very many devices, the time for that part
# approaches 0, and `job.fixed` remains. Divide by `job.fixed`.
#
# -upper_bound = single_device / job.fixed
# +upper_bound = single_device / job.shared


# %% wrong: laws_swapped
# You swapped `same_batch` and `larger_batch`. A larger batch has more work to divide, so its
# speedup is higher.
#
# -same_batch = single_device / (job.fixed + job.shared / job.devices)
# +larger_batch = single_device / (job.fixed + job.shared / job.devices)
# -larger_batch = (job.fixed + job.devices * job.shared) / single_device
# +same_batch = (job.fixed + job.devices * job.shared) / single_device


# %% right: by_shares
s = job.fixed / (job.fixed + job.shared)
n = job.devices
same_batch = 1 / (s + (1 - s) / n)
upper_bound = 1 / s
larger_batch = s + n * (1 - s)
serial_fraction = (1 / job.measured_speedup - 1 / n) / (1 - 1 / n)


# %% right: by_times
def took(devices, batches=1):
    return job.fixed + batches * job.shared / devices


same_batch = took(1) / took(job.devices)
upper_bound = took(1) / took(1e12)
larger_batch = took(1, job.devices) / took(job.devices, job.devices)
low, high = 0.0, 1.0
for _ in range(60):
    serial_fraction = (low + high) / 2
    if 1 / (serial_fraction + (1 - serial_fraction) / job.devices) > job.measured_speedup:
        low = serial_fraction
    else:
        high = serial_fraction
