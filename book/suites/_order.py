"""The order in which a GPU measures the suites, by their importance for the book's pages.

Suites that are not listed follow, beginning with the suites that have few cases. On the CPU of the
GPU's machine, only the listed suites are measured.
"""

GPU = (
    "roofs",
    "training",
    "precision",
    "decode",
    "backprop",
    "step",
    "dispatch",
    "recurrent",
    "convolution",
    "divergence",
    "jit",
    "batched",
    "algorithms",
    "strides",
    "formats",
    "vector",
)
