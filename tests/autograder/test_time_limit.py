"""An endless loop at home is stopped, and the message shows the input."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax
import pytest

from autograder import Status
from autograder.core.grading.check import Check
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import CPU_S, still_running
from autograder.notebook.learner import time_limit
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.notebook.learner.time_limit import TimeLimited
from autograder.runner.sandbox.limits import Limits

SOON = 0.2


def plain() -> None:
    while True:
        pass


def caught() -> None:
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


def caught_all() -> None:
    ended = 0
    while ended < 3:  # a bare `except` delays the stop
        try:
            while True:
                pass
        except:  # noqa: E722
            ended += 1
    while True:
        pass


@pytest.mark.parametrize("loop", [plain, caught], ids=lambda loop: loop.__name__)
def test_endless_loop_stops_with_the_message_of_the_judge(loop: Callable[[], None]) -> None:
    call = TimeLimited(loop, SOON)
    with pytest.raises(StudentError) as first:
        call()
    assert str(first.value) == still_running(SOON)
    with pytest.raises(StudentError):
        call()  # stops after one endless call


def test_answer_that_catches_all_exceptions_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "RAISE_AGAIN_S", 0.1)
    with pytest.raises(StudentError, match="still running"):
        TimeLimited(caught_all, SOON)()


def test_time_limit_equals_that_of_the_judge() -> None:
    assert TimeLimited(plain).seconds == CPU_S == Limits().cpu_s


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop an answer after a part of a second."""
    name = "autograder.notebook.learner.check_task.TimeLimited"
    monkeypatch.setattr(name, lambda answer: TimeLimited(answer, SOON))


@pytest.fixture
def plan(make_plan: Callable[..., Check]) -> Check:
    return make_plan("def f(k):\n    return k", 'check(f, given="k: int in 1..9")', "function")


@pytest.mark.usefixtures("short_limit")
def test_message_shows_the_input(plan: Check) -> None:
    def endless(k: int) -> int:
        while k > 4:
            pass
        return k

    verdict = verdict_at_home(plan, endless)
    assert (verdict.status, verdict.points) == (Status.NOT_RUN, 0.0)
    lines = verdict.text().splitlines()
    assert lines[0] == "01_made: stopped."
    assert " ".join(lines[2:-1]) == still_running(SOON)
    name, _, value = lines[-1].removeprefix("  input     ").partition(" = ")
    assert (name, int(value) > 4) == ("k", True)


# Exceptions in a callback of the garbage collector are dropped, so the timer raises again.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("short_limit")
def test_endless_tracing_is_stopped(make_plan: Callable[..., Check]) -> None:
    plan = make_plan("def f(x):\n    return x + 1", 'check(f, given="x: f32[n]")')

    def endless(x: Any) -> Any:
        while True:
            x = x + 1

    assert still_running(SOON) in " ".join(verdict_at_home(plan, endless).text().split())


def test_interrupt_shows_the_running_input(plan: Check) -> None:
    def interrupted(k: int) -> int:
        raise KeyboardInterrupt

    text = verdict_at_home(plan, interrupted).text()
    assert "The code was interrupted." in text
    assert "\n  input     k = " in text


def test_nothing_is_raised_after_the_call() -> None:
    """A timer that fires at the end of the call must not interrupt later code."""
    for _ in range(200):
        call = TimeLimited(lambda: sum(range(1000)), 0.0)
        try:
            call()
        except StudentError:
            continue


def test_limited_function_supports_the_protocols_of_jit() -> None:
    """Since Python 3.12, protocols do not use `__getattr__`, so a jitted answer was rejected."""
    bounded = TimeLimited(jax.jit(lambda x: x))
    assert inspect.getattr_static(bounded, "lower", None)
    assert not hasattr(TimeLimited(lambda x: x), "lower")
