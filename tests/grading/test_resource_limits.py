"""The resource limits of a submission apply to the sum of all its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from classroom import FIRST, Submit

from autograder.runner import Limits, SandboxError
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.channel import SMALL, Malformed
from autograder.runner.sandbox.sandbox_errors import OutOfResources

LIMITS = Limits()


@pytest.mark.parametrize(("letters", "raw"), [(60_000, 0), (0, 600_000)])
def test_size_of_replies_is_limited_in_total_and_for_each(letters: int, raw: int) -> None:
    account = SubmissionUsage(replace(LIMITS, all_json_chars=100_000, all_blob_bytes=1 << 20))
    account.admit(SMALL, letters, raw)
    with pytest.raises(OutOfResources, match="returned more data than is allowed"):
        account.admit(SMALL, letters, raw)
    with pytest.raises(Malformed, match="longer than 64 kB"):
        account.admit(SMALL, 66_000, 0)


def test_waiting_for_a_busy_machine_ends_with_a_sandbox_error() -> None:
    with pytest.raises(SandboxError, match="too busy"):
        SubmissionUsage(LIMITS, waited_s=LIMITS.all_wall_s + 1).check()


def test_no_step_runs_after_a_limit_is_exceeded(submit: Submit) -> None:
    """The error is not assigned to a cell, and no new process starts."""
    used = SubmissionUsage(LIMITS, cpu_s=LIMITS.all_cpu_s + 1)
    runner = Runner(submit({}, name=FIRST), LIMITS, account=used)
    error: Any = runner.ask({"op": "value", "names": ["x"]})[0]["error"]
    assert error.property == "stopped"
    assert f"together took more than {LIMITS.all_cpu_s:g} s" in error.message
    assert runner.errors == {}
    assert runner._sandbox is None
