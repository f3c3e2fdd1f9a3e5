"""The same program in vectors of several widths, which only the compiler's preference changes."""

from manylanes.records import Case, f32

from .one_lane import steps

# Small enough for the caches, so that the width of an instruction is what matters, and large
# enough that starting a turn does not: a quarter of it hid half of the gain. A number's steps wait
# for each other; 32 in a turn are few enough for a core to have several vectors under way.
_NUMBERS, _WRITTEN_OUT, _TURNS = 2**16, 32, 16


def _vector(bits: int) -> Case:
    """At 64 bits the compiler makes no vectors of f32 at all: one number to an instruction. A
    machine without wide registers uses the widest it has. A GPU ignores the preference."""
    return Case(
        "vector",
        {"bits": bits},
        steps(_WRITTEN_OUT, _TURNS),
        (f32(_NUMBERS), f32(_NUMBERS)),
        work=2 * _NUMBERS * _WRITTEN_OUT * _TURNS,
        bytes=4 * 3 * _NUMBERS * _TURNS,
        array_bytes=4 * 3 * _NUMBERS,
        compiler_options={"xla_cpu_prefer_vector_width": bits},
    )


CASES = tuple(_vector(bits) for bits in (64, 128, 256, 512))
