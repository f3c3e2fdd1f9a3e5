"""Speed up the import of nbgrader. Import this module before nbgrader.

During its import, jsonschema builds a grammar of international web addresses. This takes as long as
all other imports of nbgrader together. Without the package that provides the grammar, jsonschema
still works. No notebook schema uses international addresses.
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
