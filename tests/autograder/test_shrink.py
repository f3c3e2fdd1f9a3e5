"""Counterexamples are as small as possible and always the same."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.grading.check import Check
from autograder.core.inputs.input_spec import parse_spec
from autograder.core.kinds.function import FUNCTION
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]


def smallest(plan: Check, answer: Callable[..., object]) -> str:
    first = verdict_at_home(plan, answer).failures[0].smallest_input
    assert first == verdict_at_home(plan, answer).failures[0].smallest_input
    return first


def test_sizes_and_elements_shrink(make_plan: MakePlan) -> None:
    plan = make_plan(
        "def f(x, y):\n    return x @ y",
        'check(f, spec=lambda x, y: x @ y, given="x: f32[m, k], y: f32[k, n]")',
    )
    text = smallest(plan, lambda x, y: x @ y + float(x.shape[0] > 2))
    assert text == "x = f32[3, 1]\n[[0]\n [0]\n [0]]\ny = f32[1, 1] [[0]]"


def test_shrinking_keeps_a_sorted_array_sorted(make_plan: MakePlan) -> None:
    plan = make_plan(
        "import numpy as np\ndef f(x):\n    return x",
        'check(f, given=lambda draw: (draw.array("f32", (4,), 1, 9, then=np.sort),))',
    )
    text = smallest(plan, lambda x: x + 1)
    values = [float(v) for v in text.split("[")[-1].rstrip("]").split()]
    assert values == sorted(values)


@given(least=st.integers(1, 60), other=st.integers(1, 60))
def test_counterexample_is_minimal(least: int, other: int) -> None:
    def answer(m: int, n: int) -> int:
        return m * n + (m >= least and n >= other)

    plan = Check(
        "t", FUNCTION, 1, ("f",), lambda m, n: m * n, parse_spec("m: int in 1..60, n: int in 1..60")
    )
    failures = verdict_at_home(plan, answer).failures
    assert failures  # the inputs always include the largest values of m and n
    m, n = (int(line.split("=")[1]) for line in failures[0].smallest_input.splitlines())
    assert answer(m, n) != m * n
    for fewer in ((m - 1, n), (m, n - 1)):
        assert answer(*fewer) == np.prod(fewer)
