"""Disable garbage collection during imports, which create no garbage. Import this module first.

Each worker process calls `gc.freeze` and `gc.enable` after the imports.
"""

import gc

gc.disable()
