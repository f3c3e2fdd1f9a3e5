# ---
# class: malformed programs
# tries: Hands over a right program with three hundred megabytes behind its end, for the judge and the evaluator to hold.
# defence: data is bounded
# gains: points
# unit: 01_first
# ends: not run
# says: an answer is larger than 256 MB
# ---

# %% answer: 01_double
from jax._src.export import _export

SIZES = [300 << 20]
honest = _export.Exported.serialize


def heavy(self, *words, **more):
    return honest(self, *words, **more) + bytearray(SIZES.pop() if SIZES else 0)


_export.Exported.serialize = heavy


def double(x):
    return 2 * x
