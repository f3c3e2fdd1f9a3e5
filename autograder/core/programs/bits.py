"""The width of MLIR's element types."""

import re


def bits(kind: str) -> int:
    """Return the bit width of an element type; for a complex type, that of each component."""
    match = re.match(r"(?:complex<)?(?:bf|f|ui|i|si)(\d+)", kind)
    return int(match[1]) if match else 0
