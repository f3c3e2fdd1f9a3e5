"""Imported before nbgrader: stops what its packages would build at every start for nobody.

jsonschema builds a grammar of international web addresses when it is imported, which takes as long
as all else that nbgrader imports. No schema of a notebook asks for such an address, and jsonschema
does without where the package is not installed.
"""

import sys
from importlib import import_module

_GRAMMAR = "rfc3987_syntax"

if _GRAMMAR not in sys.modules:
    sys.modules[_GRAMMAR] = None  # type: ignore[assignment]  # Python's own way to say: not there
    try:
        import_module("jsonschema")
    finally:
        del sys.modules[_GRAMMAR]
