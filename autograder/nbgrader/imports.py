"""Speed up the import of nbgrader. Import this module before nbgrader.

jsonschema builds a grammar of international web addresses when it is imported, which takes as long
as all other imports of nbgrader together. No notebook schema uses international addresses, and
jsonschema works without the package that provides the grammar.
"""

import sys
from importlib import import_module

_GRAMMAR = "rfc3987_syntax"

if _GRAMMAR not in sys.modules:
    sys.modules[_GRAMMAR] = None  # type: ignore[assignment]  # None makes the import fail
    try:
        import_module("jsonschema")
    finally:
        del sys.modules[_GRAMMAR]
