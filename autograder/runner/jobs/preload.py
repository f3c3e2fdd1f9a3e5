"""Disable garbage collection during imports, which create no garbage. Import this module first.

After the imports, `gc.freeze` and `gc.enable` restore it.
"""

import gc

gc.disable()
