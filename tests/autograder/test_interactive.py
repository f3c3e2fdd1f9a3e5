"""A simulated device at home: its methods, its limits, and the judgement of answer and log."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder import CourseError, Device, Status
from autograder.core.grading.check import Check
from autograder.core.grading.device import MAX_ENTRIES, MAX_MESSAGES, Handle, Simulator
from autograder.notebook.learner.check_task import verdict_at_home

TOO_LONG = f"contains at most {MAX_ENTRIES:,} numbers and characters."
ANSWER = "def run(lamp):\n    lamp.press()\n    return lamp.shines()"
CHECK = """\
from autograder import Device

class Lamp(Device):
    def __init__(self, on):
        self.on = on
        self._secret = 5

    def press(self):
        self.on = not self.on
        self.log.append("press")

    def shines(self):
        return self.on

check(run, given=lambda draw: (Lamp(draw.pick([False, True])),){more})
"""


class Echo(Device):
    def __init__(self) -> None:
        self.script = 7

    def say(self, word: object) -> object:
        return word

    def fail(self) -> None:
        raise KeyError(self.script)

    def complain(self) -> None:
        raise ValueError("Launch something first.")


@pytest.fixture
def plan(make_plan: Callable[..., Check]) -> Check:
    return make_plan(ANSWER, CHECK.replace("{more}", ""), "interactive")


def test_right_answer_with_a_wrong_log_fails(plan: Check) -> None:
    def knows(lamp: Handle) -> bool:
        return not lamp.shines()

    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(plan, knows)
    assert verdict.status is Status.FAILED
    finding = verdict.failures[0]
    assert finding.message == "The log of the device has the wrong length: expected 1, got 0."
    assert finding.smallest_input == "lamp = Lamp(on=False)"


def test_handle_has_only_public_methods(plan: Check) -> None:
    verdict = verdict_at_home(plan, lambda lamp: lamp.on)
    words = "The device has no method `on`. Its methods are press(), shines()."
    assert words in " ".join(verdict.text().split())
    assert Simulator(Echo()).methods == ["complain", "fail", "say"]


def test_number_of_messages_is_limited(plan: Check) -> None:
    def endless(lamp: Handle) -> None:
        while True:
            lamp.shines()

    verdict = verdict_at_home(plan, endless)
    assert verdict.status is Status.NOT_RUN
    assert f"more than {MAX_MESSAGES:,} messages" in verdict.text()


@pytest.mark.parametrize(
    ("method", "args", "words"),
    [
        ("complain", (), "Launch something first."),
        ("fail", (), "The device cannot do fail()."),  # the internal error is not shown
        ("say", (1, 2), "The device cannot do say(1, 2)."),
        ("script", (), "The device does not understand script()."),
        ("__getattribute__", ("script",), "does not understand __getattribute__('script')."),
        ("say", ("x" * (MAX_ENTRIES + 1),), TOO_LONG),
        ("say", ([0] * (MAX_ENTRIES + 1),), TOO_LONG),
    ],
)
def test_invalid_or_failing_call_of_a_device_is_explained(
    method: str, args: tuple[object, ...], words: str
) -> None:
    simulator = Simulator(Echo())
    assert simulator.send("say", ([1, "a"],)) == [1, "a"]
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        simulator.send(method, args)
    assert str(caught.value).endswith(words)


@pytest.mark.parametrize(
    ("given", "more", "words"),
    [
        ("(1,)", "", "`given` draws 0 devices."),
        ("(Lamp(True), Lamp(True))", "", "`given` draws 2 devices."),
        ("(Lamp(True),)", ", spec=lambda lamp: 1", "an interactive task has no spec"),
    ],
)
def test_invalid_interactive_task_is_rejected(
    make_plan: Callable[..., Check], given: str, more: str, words: str
) -> None:
    check = CHECK.replace("(Lamp(draw.pick([False, True])),)", given).replace("{more}", more)
    plan = make_plan(ANSWER, check, "interactive")
    with pytest.raises(CourseError, match=words):
        verdict_at_home(plan, lambda *lamps: 1)
