"""The same program with several vector widths, set by a preference of the compiler."""

from manylanes.records import Case, f32

from .one_lane import steps

# The array fits in the caches, so the vector width sets the time. It is large enough to hide the
# overhead of an iteration: with a quarter of the size, half of the gain was hidden. The steps of
# one element depend on each other; with 32 per iteration, a core can overlap several vectors.
_ELEMENTS, _UNROLL, _ITERATIONS = 2**16, 32, 16


def _vector(bits: int) -> Case:
    """Build a case for one vector width.

    With 64 bits, the compiler generates no f32 vectors at all. A machine without wide registers
    uses the widest it has. A GPU ignores the preference.
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
