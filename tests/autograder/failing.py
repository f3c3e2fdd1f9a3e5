"""The message of a failing check."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable


def failure(call: Callable[[], None]) -> str:
    """Return the error that a call prints. A check prints errors and never raises them."""
    output = io.StringIO()
    with contextlib.redirect_stderr(output):
        call()
    assert output.getvalue(), "it passed"
    return output.getvalue().removesuffix("\n")
