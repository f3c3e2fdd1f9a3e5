# ---
# class: malformed programs
# tries: Hands over a right program with forty megabytes behind its end, for whoever reads and keeps it.
# defence: programs are bounded
# gains: points
# unit: 01_first
# says: The program is larger than 16 MB
# ---

# %% answer: 01_double
from jax._src.export import _export

SIZES = [40 << 20]
honest = _export.Exported.serialize


def heavy(self, *words, **more):
    return honest(self, *words, **more) + bytearray(SIZES.pop() if SIZES else 0)


_export.Exported.serialize = heavy


def double(x):
    return 2 * x
