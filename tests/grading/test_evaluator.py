"""The process that runs programs: messages about slow programs, and failures of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from classroom import Submit

from autograder import Course, Status, Unit
from autograder.core.inputs.generator import ArraySpec
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.runner import Limits, SandboxError
from autograder.runner.judge.evaluators import Evaluator
from autograder.runner.judge.judge import Judge
from autograder.runner.sandbox import channel

SECRET = bytes(range(32))
LIMITS = Limits(cpu_s=0.1, idle_s=0.1)
X = (ArraySpec("f32", (8,)),)


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    made = Evaluator(LIMITS)
    yield made
    made.close()


def run(evaluator: Evaluator, function: Any) -> dict[str, Any]:
    blobs = [canonical(export_program(function, X).artifact)]
    inputs = channel.encode([np.ones(8, np.float32)], blobs)
    request = {"op": "run", "inputs": inputs, "most": 1 << 20, "kind": "program"}
    return evaluator.ask(request, blobs)[0]


def busy(x):
    """Compute for several seconds on any machine."""
    big = jnp.outer(x, jnp.ones(1 << 12))
    return jax.lax.fori_loop(0, 20_000, lambda i, v: jnp.sin(v) + 1, big).sum()


def test_wall_clock_timeout_is_a_sandbox_error(evaluator: Evaluator) -> None:
    """If only the wall-clock limit is exceeded, the machine is slow. No cell limits apply."""
    assert "result" in run(evaluator, lambda x: 2 * x)
    sandbox = evaluator._sandbox
    assert sandbox is not None
    sandbox.limits = replace(sandbox.limits, wall_s=0, cpu_s=1000)
    with pytest.raises(SandboxError, match="try again"):
        run(evaluator, busy)


def test_timeout_with_high_cpu_usage_is_a_student_error(evaluator: Evaluator) -> None:
    """If a program used most of the CPU time that a step may use, the machine is not to blame."""
    assert "result" in run(evaluator, lambda x: 2 * x)
    sandbox = evaluator._sandbox
    assert sandbox is not None
    sandbox.limits = replace(sandbox.limits, wall_s=0.3, cpu_s=0.2)
    error = run(evaluator, busy)["error"]
    assert error.property == "stopped"
    assert "too slow" in error.message or "still running" in error.message


def test_programs_of_a_notebook_share_a_time_limit() -> None:
    evaluator = Evaluator(replace(LIMITS, all_programs_cpu_s=0.3))
    _, error = [run(evaluator, busy).get("error") for _ in range(2)]
    evaluator.close()
    message = "The programs of this notebook together took more than 0.3 s"
    assert error.message.startswith(message)


def test_program_may_take_longer_than_a_cell(evaluator: Evaluator) -> None:
    assert "result" in run(evaluator, busy)
    sandbox = evaluator._sandbox
    assert sandbox is not None
    assert sandbox._fork.usage().cpu_s > LIMITS.cpu_s, "otherwise the test proves nothing"


def test_sandbox_failure_is_retried_and_gives_no_score(
    course: Course, unit: Unit, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Evaluator.ask
    failures = [1]

    def fail_once(
        self: Evaluator, request: dict[str, Any], blobs: list[bytes], **kwargs: Any
    ) -> Any:
        if request["op"] == "run" and failures and failures.pop():
            raise SandboxError("the machine was too busy to run a step; try again")
        return ask(self, request, blobs, **kwargs)

    monkeypatch.setattr(Evaluator, "ask", fail_once)
    judge = Judge(unit, SECRET)
    right = submit({task.id: task.solution for task in unit.tasks})
    assert [verdict.points for verdict in judge.judge(right)] == [2, 4, 2]
    failures += [1] * 2
    broken, *others = judge.judge(right)
    assert broken.status is Status.BROKEN
    assert "too busy" in broken.findings[0].message
    assert [verdict.points for verdict in others] == [4, 2], "other tasks are still judged"
