"""Value tasks: small and huge integers, and several mistakes in one cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder import Status
from autograder.core.grading.check import Check
from autograder.notebook.learner.check_task import verdict_at_home

MORE = """
# %% wrong: one_too_many
# A post too many.
posts, rails, length = 15, 30, 7.5

# %% wrong: one_rail
# A rail too few.
posts, rails, length = 14, 15, 7.5

# %% wrong: halves
# Half of each.
posts, rails, length = 7, 15, 7.5

# %% wrong: all_off
# All off.
posts, rails, length = 13, 15, 3.5
"""


@pytest.fixture
def fence(make_plan: Callable[..., Check]) -> Check:
    check = "check(posts=posts, rails=rails, length=length, tolerance=0.02)"
    return make_plan("posts, rails, length = 14, 30, 7.5", check, "value", MORE)


@pytest.mark.parametrize(
    ("came", "passes"),
    [
        ((14, 30, 7.5), True),
        ((14.0, 30, 7.6), True),  # a measurement has a tolerance
        ((14.2, 30, 7.5), False),  # an integer has none if 2 % of it are less than a half
        ((14, 30.5, 7.5), True),  # 2 % of 30 are more than a half
    ],
)
def test_small_integers_have_no_tolerance(fence: Check, came: Any, passes: bool) -> None:
    assert (verdict_at_home(fence, came).status is Status.PASSED) == passes


def test_unmatched_values_get_no_mistake(fence: Check) -> None:
    """Each value matches some mistake, but no mistake produces all of them."""
    assert verdict_at_home(fence, (15, 30, 7.5)).mistake == "one_too_many"
    assert verdict_at_home(fence, (15, 15, 7.5)).mistake == ""
    assert verdict_at_home(fence, (13, 30, 7.5)).mistake == ""


@pytest.mark.parametrize(
    "answer",
    [10**5000, -(10**5000), [1, 10**5000], {10**5000: 1}],
    ids=["large", "small", "in a list", "a key"],
)
def test_integer_too_long_to_print_is_a_student_error(
    answer: Any, fence: Check, make_plan: Callable[..., Check]
) -> None:
    """Python's message suggests raising its limit, which would not help."""
    power = make_plan(
        "def f(n):\n    return n", "check(f, given=lambda draw: (draw.int(1, 9),))", "function"
    )
    for plan, given in ((fence, (14, answer, 7.5)), (power, lambda n: answer)):
        text = verdict_at_home(plan, given).text()
        assert "a whole number of more than 4,300 digits" in " ".join(text.split())
