"""The resource limits of a submission apply to the sum of all its steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from classroom import FIRST, Submit

from autograder.runner import Limits, SandboxError
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.channel import SMALL, Malformed
from autograder.runner.sandbox.sandbox import Sandbox
from autograder.runner.sandbox.sandbox_errors import OutOfResources

LIMITS = Limits()


def exhaust(limits: Limits, sources: Iterator[str]) -> str:
    """Run cells until a limit is exceeded and return the message."""
    account = SubmissionUsage(limits)
    with Sandbox("worker", limits, account=account) as sandbox:
        try:
            for source in sources:
                sandbox.ask({"op": "cell", "name": "cell 1", "source": source})
                account.check()
        except OutOfResources as end:
            return str(end)
    return "nothing"


@pytest.mark.parametrize("nap", [0.1, 0.5])
def test_idle_times_add_up(nap: float) -> None:
    """Short waits end before the process is observed."""
    cells = (f"import time; time.sleep({nap})" for _ in range(100))
    assert "together spent 1 s idle" in exhaust(replace(LIMITS, all_idle_s=1), cells)


def test_unobserved_short_steps_add_up() -> None:
    cells = ("import time; time.sleep(0.02)" for _ in range(100))
    limits = replace(LIMITS, all_unmeasured_s=1, all_idle_s=99)
    assert "took more than 1 s in many short steps" in exhaust(limits, cells)


def test_cpu_times_add_up() -> None:
    burn = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
    limits = replace(LIMITS, all_cpu_s=1)
    assert "took more than 1 s of CPU time" in exhaust(limits, (burn for _ in range(100)))


@pytest.mark.parametrize(("letters", "raw"), [(60_000, 0), (0, 600_000)])
def test_sizes_of_replies_add_up(letters: int, raw: int) -> None:
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
    """No cell gets the error, and no new process starts."""
    used = SubmissionUsage(LIMITS, cpu_s=LIMITS.all_cpu_s + 1)
    runner = Runner(submit({}, name=FIRST), LIMITS, account=used)
    error: Any = runner.ask({"op": "value", "names": ["x"]})[0]["error"]
    assert error.property == "stopped"
    assert f"together took more than {LIMITS.all_cpu_s:g} s" in error.message
    assert runner.errors == {}
    assert runner._sandbox is None
