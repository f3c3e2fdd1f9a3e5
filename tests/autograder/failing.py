"""The message of a failing check."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable


def failure(call: Callable[[], None]) -> str:
    """Return the error that a call prints. A check prints errors and never raises them."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        call()
    assert said.getvalue(), "it passed"
    return said.getvalue().removesuffix("\n")
