"""Loaded first, it switches the garbage collector off: nothing that an import makes is garbage.

Where all is loaded, `gc.freeze` and `gc.enable` end that.
"""

import gc

gc.disable()
