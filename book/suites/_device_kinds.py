"""Kinds of device that support some of the cases."""

# A loop of short iterations. On a GPU, each iteration is a kernel launch, so the case would time
# launches instead of memory.
NOT_ON_A_GPU = ("cpu", "tpu")
