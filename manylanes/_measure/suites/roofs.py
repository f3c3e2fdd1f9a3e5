"""What this device can do at most, and the least a call costs. Measured with every suite."""

from manylanes._measure.case import Case, f32

# Large enough that every device here is far above its overhead and beyond its caches,
# small enough for one with 4 GB: 200 MB of matrices, 1 GiB of stream.
_SIDE = 4096
_STREAM = 2**27

CASES = (
    Case(
        "roof",
        {"kind": "compute"},
        lambda a, b: a @ b,
        (f32(_SIDE, _SIDE), f32(_SIDE, _SIDE)),
        work=2 * _SIDE**3,
        bytes=4 * 3 * _SIDE**2,
    ),
    # A triad in place: both arrays read, one written. The factor keeps the values bounded.
    Case(
        "roof",
        {"kind": "memory"},
        lambda x, y: x - 0.5 * y,
        (f32(_STREAM), f32(_STREAM)),
        work=2 * _STREAM,
        bytes=4 * 3 * _STREAM,
        donated="last input",
    ),
    # As near to nothing as a program can do: one addition of two scalars.
    Case("overhead", {}, lambda x: x + x, (f32(),), work=1, bytes=8, donated="nothing"),
)
