"""A loop that never ends, at home: it is ended, and it is said on which input."""

from __future__ import annotations

import inspect
import itertools
import subprocess
import sys
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

MakePlan = Callable[..., Check]
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
    while ended < 3:  # bare `except` keeps it going for a while, and for no longer
        try:
            while True:
                pass
        except:  # noqa: E722
            ended += 1
    while True:
        pass


def counted() -> None:
    for _ in itertools.count():
        pass


@pytest.mark.parametrize("loop", [plain, caught, counted], ids=lambda loop: loop.__name__)
def test_it_ends_with_the_sentence_of_the_judge(loop: Callable[[], None]) -> None:
    call = TimeLimited(loop, SOON)
    with pytest.raises(StudentError) as first:
        call()
    assert str(first.value) == still_running(SOON)
    with pytest.raises(StudentError):
        call()  # at once: one endless call is enough


def test_who_catches_everything_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "RAISE_AGAIN_S", 0.1)
    with pytest.raises(StudentError, match="still running"):
        TimeLimited(caught_all, SOON)()


def test_the_bound_is_the_judges() -> None:
    assert TimeLimited(plain).seconds == CPU_S == Limits().cpu_s


def test_the_input_that_ran_is_shown(make_plan: MakePlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "autograder.notebook.learner.check_task.TimeLimited",
        lambda answer: TimeLimited(answer, SOON),
    )
    plan = make_plan("def f(k):\n    return k", 'check(f, given="k: int in 1..9")', "function")

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


# The collector calls back; what is raised there is dropped, and comes again.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_tracing_a_program_ends_as_well(
    make_plan: MakePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "autograder.notebook.learner.check_task.TimeLimited",
        lambda answer: TimeLimited(answer, SOON),
    )
    plan = make_plan("def f(x):\n    return x + 1", 'check(f, given="x: f32[n]")')

    def endless(x: Any) -> Any:
        while True:
            x = x + 1

    assert still_running(SOON) in " ".join(verdict_at_home(plan, endless).text().split())


def test_an_interrupt_shows_what_was_running(make_plan: MakePlan) -> None:
    plan = make_plan("def f(k):\n    return k", 'check(f, given="k: int in 1..9")', "function")

    def interrupted(k: int) -> int:
        raise KeyboardInterrupt

    text = verdict_at_home(plan, interrupted).text()
    assert "The code was interrupted." in text
    assert "\n  input     k = " in text


def test_only_the_first_call_prints(
    make_plan: MakePlan, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = make_plan("def f(k):\n    return k", 'check(f, given="k: int in 1..9")', "function")

    def talks(k: int) -> int:
        print("called with", k)
        return k

    assert verdict_at_home(plan, talks).status is Status.PASSED
    assert capsys.readouterr().out.count("called with") == 1


COMPILED = """
import jax, sys, threading
from autograder.notebook.learner import time_limit
time_limit.RAISE_AGAIN_S = 0.1
said = time_limit.print = lambda text, **_: (sys.stdout.write(text), sys.stdout.flush(), leave())
def leave():
    import os; os._exit(0)
endless = jax.jit(lambda x: jax.lax.while_loop(lambda x: x > 0, lambda x: x + 1, x))
time_limit.TimeLimited(lambda: endless(1.0).block_until_ready(), 0.2)()
"""


def test_compiled_code_cannot_be_ended_and_this_is_said() -> None:
    """In a process of its own, since nothing but its end stops it."""
    said = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True)
    assert said.stdout.startswith("Compiled code is running and cannot be stopped from here.")


def test_nothing_is_raised_after_the_call() -> None:
    """The clock that fires just as the call ends must not hit whoever comes next."""
    for _ in range(200):
        call = TimeLimited(lambda: sum(range(1000)), 0.0)
        try:
            call()
        except StudentError:
            continue


def test_what_jax_asks_of_a_compiled_function_stands_on_the_bounded_one() -> None:
    """A protocol looks past `__getattr__` since Python 3.12: what was jitted was then refused."""
    bounded = TimeLimited(jax.jit(lambda x: x))
    assert inspect.getattr_static(bounded, "lower", None)
    assert not hasattr(TimeLimited(lambda x: x), "lower")
