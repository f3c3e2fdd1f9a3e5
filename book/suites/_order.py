"""The order in which a GPU measures the suites: first those whose results the pages need most.

Suites that are not listed follow, those with few cases first.
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
