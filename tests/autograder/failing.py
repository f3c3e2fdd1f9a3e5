"""What a failing call says."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable


def failure(call: Callable[[], None]) -> str:
    """What a call prints as an error, since it passes nothing; it raises nothing either."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        call()
    assert said.getvalue(), "it passed"
    return said.getvalue().removesuffix("\n")
