"""Memory while a program is read and counted."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def uncollected(fn: Callable[P, R]) -> Callable[P, R]:
    """The function without garbage collection, which takes a quarter of its time.

    A large program is some hundred thousand objects that all stay to the end, and the collector
    goes through them again and again.
    """

    @wraps(fn)
    def paused(*args: P.args, **keywords: P.kwargs) -> R:
        collects = gc.isenabled()
        gc.disable()
        try:
            return fn(*args, **keywords)
        finally:
            if collects:
                gc.enable()

    return paused
