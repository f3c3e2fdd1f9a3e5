"""The order in which a GPU measures the suites: the pages of the book need the first ones most.

Suites that are not listed follow; those with few cases come first.
"""

GPU = (
    "roofs",
    "training",
    "precision",
    "decode",
    "backprop",
    "step",
    "handing",
    "recurrent",
    "convolution",
    "divergence",
    "jit",
    "batched",
    "disguise",
    "strides",
    "formats",
    "vector",
)
