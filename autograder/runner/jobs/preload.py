"""Disable garbage collection during imports, which create no garbage. Import this module first.

After the imports, the process calls `gc.freeze` and `gc.enable`.
"""

import gc

gc.disable()
