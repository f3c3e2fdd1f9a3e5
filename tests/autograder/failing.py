"""What a failing call says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder import CheckFailed


def failure(call: Callable[[], None]) -> str:
    """The text of the failure that a call must end in."""
    with pytest.raises(CheckFailed) as caught:
        call()
    return str(caught.value)
