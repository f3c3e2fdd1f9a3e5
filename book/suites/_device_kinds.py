"""Kinds of device that support cases with loops of short iterations."""

# On a GPU, each loop iteration is a kernel launch, so a case would time launches instead of memory.
NOT_ON_A_GPU = ("cpu", "tpu")
