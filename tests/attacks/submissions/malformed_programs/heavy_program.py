# tries: Submits a correct program followed by forty megabytes, which the grader would read and store.
# defence: limit on the size of a program
# gains: points
# message: The program is larger than 16 MB

# %% answer: 01_double
import jax

SIZES = [40 << 20]
honest = jax.stages.Lowered.as_text


def heavy(self, *words, **more):
    return honest(self, *words, **more) + " " * (SIZES.pop() if SIZES else 0)


jax.stages.Lowered.as_text = heavy


def double(x):
    return 2 * x
