"""The same program, compiled for several vector widths with an option of XLA."""

from manylanes.records import Case, f32

from .one_lane import steps

# The array fits in the caches, so the vector width determines the time. The array is large enough
# to make the overhead of a loop iteration small. With a quarter of this size, the overhead hid half
# of the gain from wider vectors. The steps of one element depend on each other. With 32 steps per
# iteration, a core can overlap the steps of several vectors.
_ELEMENTS, _UNROLL, _ITERATIONS = 2**16, 32, 16


def _vector(bits: int) -> Case:
    """Return a case for one preferred vector width.

    With 64 bits, the compiler does not generate f32 vectors at all. On a machine without registers
    of the preferred width, the compiler uses the widest registers. On a GPU, the compiler ignores
    the preference.
    """
    return Case(
        "vector",
        {"bits": bits},
        steps(_UNROLL, _ITERATIONS),
        (f32(_ELEMENTS), f32(_ELEMENTS)),
        work=2 * _ELEMENTS * _UNROLL * _ITERATIONS,
        bytes=4 * 3 * _ELEMENTS * _ITERATIONS,
        array_bytes=4 * 3 * _ELEMENTS,
        compiler_options={"xla_cpu_prefer_vector_width": bits},
    )


CASES = tuple(_vector(bits) for bits in (64, 128, 256, 512))
