# ---
# class: malformed programs
# tries: Hands over a right program with forty megabytes behind its end, for whoever reads and keeps it.
# defence: programs are bounded
# gains: points
# unit: 01_first
# says: The program is larger than 16 MB
# ---

# %% answer: 01_double
import jax

SIZES = [40 << 20]
honest = jax.stages.Lowered.as_text


def heavy(self, *words, **more):
    return honest(self, *words, **more) + " " * (SIZES.pop() if SIZES else 0)


jax.stages.Lowered.as_text = heavy


def double(x):
    return 2 * x
