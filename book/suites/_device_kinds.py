"""Kinds of device on which cases with loops of short iterations are measured."""

# On a GPU, each loop iteration is a kernel launch, so such a case would time launches.
NOT_ON_A_GPU = ("cpu", "tpu")
