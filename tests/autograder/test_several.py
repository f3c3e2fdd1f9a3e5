"""Where two mistakes meet in one function: the first that shows is told, and never a wrong one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autograder.core.grading.check import Check
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
SOLUTION = "def f(k):\n    return 2 * k, k * k"
CHECK = 'check(f, given="k: int in 1..9")'
WRONG = """
# %% wrong: once
# Twice the number is asked for.
def f(k):
    return k, k * k

# %% wrong: cubed
# The first is right; the second is a square.
def f(k):
    return 2 * k, k**3

# %% wrong: swapped
# First the double.
def f(k):
    return k * k, 2 * k
"""


@pytest.fixture
def plan(make_plan: MakePlan) -> Check:
    """Two whole numbers, and three mistakes that are known."""
    return make_plan(SOLUTION, CHECK, "function", WRONG)


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (lambda k: (k, k), "once"),  # its second part is wrong in a way nobody knows
        (lambda k: (k, k**3), "once"),
        (lambda k: (2 * k, k**3 if k < 8 else 0), "cubed"),
        (lambda k: (2 * k + 1, k**3), ""),  # it would say that the first is right
        (lambda k: (2 * k, 7), ""),
        (lambda k: (k if k > 8 else 0, k * k), ""),  # not on the first that fails
    ],
)
def test_the_first_of_two_is_told(plan: Check, answer: Callable[[int], object], name: str) -> None:
    verdict = verdict_at_home(plan, answer)
    assert verdict.mistake == name
    assert ("A known mistake explains part of the difference, " in verdict.text()) == bool(name)


def test_one_that_shows_on_one_input_alone_is_not_told(plan: Check) -> None:
    first = min(case.args[0] for case in plan.cases() if case.args[0] > 1)
    assert verdict_at_home(plan, lambda k: (k if k == first else -k, k)).mistake == ""


def test_what_is_said_to_be_right_is_so_on_every_input(make_plan: MakePlan) -> None:
    """Wrong at 1, 2 and 3 as the mistake is, and at 9, where that one is right."""
    more = "\n# %% wrong: none\n# {}\ndef f(k):\n    return 0 if k < 4 else k\n"
    for message, name in (("Right from 4 on.", ""), ("Small ones count as well.", "none")):
        plan = make_plan(
            "def f(k):\n    return k",
            'check(f, given="k: int in 1..9")',
            "function",
            more.format(message),
        )
        assert verdict_at_home(plan, lambda k: 0 if k < 4 or k == 9 else k).mistake == name


def test_an_answer_that_is_divided_in_another_order_is_the_same(make_plan: MakePlan) -> None:
    """What is right is whole, so `==` compares; a mean of three has to be rounded."""
    more = "\n# %% wrong: the_mean\n# The sum.\ndef f(x):\n    return (x / len(x)).sum(axis=0)\n"
    solution = "def f(x):\n    return x.sum(axis=0)"
    plan = make_plan(solution, 'check(f, given="x: f32[n, d], n in 1..40")', "program", more)
    assert verdict_at_home(plan, lambda x: x.mean(axis=0)).mistake == "the_mean"
    assert verdict_at_home(plan, lambda x: x.mean(axis=0) + 1e-3).mistake == ""
