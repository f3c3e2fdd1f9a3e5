"""Print a line about a check that takes longer than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

SLOW_S = 2.0


@contextmanager
def print_if_slow(text: str) -> Iterator[None]:
    """Print `text` once, from another thread, if the block takes longer than `SLOW_S` seconds."""
    timer = Timer(SLOW_S, print, (text,), {"file": sys.stdout, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
