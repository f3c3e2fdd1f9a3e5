# %% wrong: all_of_it_shared
# You divided the whole step among the devices. Each of them still needs all of `job.fixed`.
one = job.fixed + job.shared
same_batch = job.devices
at_most = float("inf")
larger_batch = job.devices
share = 1 - job.seen / job.devices

# %% wrong: devices_over_all
# You divided `same_batch` by the number of devices once more. A speed-up is one time divided by the
# other.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +same_batch = one / (job.fixed + job.shared / job.devices) / job.devices

# %% wrong: at_most_the_other_way
# `at_most`: you divided the time by its shared part. With very many devices that part goes to 0,
# and the fixed one stays.
#
# -at_most = one / job.fixed
# +at_most = one / job.shared

# %% wrong: at_most_the_parts
# `at_most`: you divided one part by the other. The time on one device is both parts together.
#
# -at_most = one / job.fixed
# +at_most = job.shared / job.fixed

# %% wrong: the_fixed_part_grows
# You let the fixed part grow with the batch as well. One device with the larger batch fetches its
# weights once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * one / one

# %% wrong: weights_for_nothing
# In `larger_batch` your one device has the examples of all, and fetches no weights. It needs
# `job.fixed` as well, once.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = job.devices * job.shared / one


# %% wrong: larger_for_free
# For the larger batch you took the time of one device with the *small* batch. A speed-up compares
# times for the same work: one device has all the examples too.
#
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +larger_batch = one / (job.fixed + job.shared)

# %% wrong: lost_share
# `share` is not what is missing to a speed-up of `devices`. A small share already makes the
# speed-up much smaller: solve `1 / seen = s + (1 - s) / devices`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - job.seen / job.devices

# %% wrong: as_if_at_most
# You took the measured speed-up as the largest possible one. With so few devices the divided part
# still takes time.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 / job.seen

# %% wrong: share_of_this_step
# The task asks for the `share` of the *other* program, whose speed-up was `job.seen`.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = job.fixed / one

# %% wrong: the_part_that_shrinks
# That is the share that *can* be divided. The task asks for the share that cannot.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = 1 - (job.devices / job.seen - 1) / (job.devices - 1)

# %% wrong: laws_swapped
# `same_batch` and `larger_batch` are swapped. With the larger batch there is more to divide, and
# the gain is greater.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +larger_batch = one / (job.fixed + job.shared / job.devices)
# -larger_batch = (job.fixed + job.devices * job.shared) / one
# +same_batch = (job.fixed + job.devices * job.shared) / one

# %% wrong: as_many_as_devices
# `same_batch`: you divided all of the time. Each device still needs all of `job.fixed`.
#
# -same_batch = one / (job.fixed + job.shared / job.devices)
# +same_batch = job.devices


# %% wrong: without_end
# `at_most`: with more and more devices the part that is divided goes to 0, and `job.fixed` stays.
#
# -at_most = one / job.fixed
# +at_most = float("inf")


# %% wrong: the_other_law
# `share`: you solved the law for a batch that grows. The speed-up was for the same work: solve the
# other one.
#
# -share = (job.devices / job.seen - 1) / (job.devices - 1)
# +share = (job.devices - job.seen) / (job.devices - 1)


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
