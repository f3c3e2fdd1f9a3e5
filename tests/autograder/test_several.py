"""Mistakes that show only in part, or in other digits."""

from __future__ import annotations

from collections.abc import Callable

from autograder.home.home import verdict_at_home
from autograder.judge.check import Check

MakePlan = Callable[..., Check]


def test_an_answer_that_is_divided_in_another_order_is_the_same(make_plan: MakePlan) -> None:
    """What is right is whole, so `==` compares; a mean of three has to be rounded."""
    more = "\n# %% wrong: the_mean\n# The sum.\ndef f(x):\n    return (x / len(x)).sum(axis=0)\n"
    solution = "def f(x):\n    return x.sum(axis=0)"
    plan = make_plan(solution, 'check(f, given="x: f32[n, d], n in 1..40")', "program", more)
    assert verdict_at_home(plan, lambda x: x.mean(axis=0)).mistake == "the_mean"
    assert verdict_at_home(plan, lambda x: x.mean(axis=0) + 1e-3).mistake == ""
