"""The width of MLIR's element types."""

import re


def bits(kind: str) -> int:
    """Return the bit width of an element type, or 0 if it is unknown.

    The width of a complex type is that of each component.
    """
    match = re.match(r"(?:complex<)?(?:bf|f|ui|i|si)(\d+)", kind)
    return int(match[1]) if match else 0
