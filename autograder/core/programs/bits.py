"""The width of MLIR's element types."""

import re


def bits(kind: str) -> int:
    """Return the bits of a number, and of each of the two parts of a complex one."""
    found = re.match(r"(?:complex<)?(?:bf|f|ui|i|si)(\d+)", kind)
    return int(found[1]) if found else 0
