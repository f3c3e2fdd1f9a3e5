"""A task can require the type in which products and sums are accumulated (`sums`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax.numpy as jnp
import pytest
from jax import lax

from autograder import CourseError, Status, Task
from autograder.authoring.task_rules import right, solution, wrong
from autograder.authoring.trial import Trial
from autograder.core.grading.check import Check
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
GIVEN = 'given="x: bf16[m, k] in -1.0..1.0, y: bf16[k, n] in -1.0..1.0"'
SOLUTION = """def product(x, y):
    import jax.numpy as jnp
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)"""
CHECK = f'check(product, {GIVEN}, sums="f32"{{more}})'
EASY = ", tolerance=0.05"  # a late conversion also gives right values
OTHERS = """

# %% wrong: converted_late
# You converted the product: its sums had been rounded by then.
def product(x, y):
    import jax.numpy as jnp
    return (x @ y).astype(jnp.float32)


# %% right: converted_before
def product(x, y):
    import jax.numpy as jnp
    return x.astype(jnp.float32) @ y.astype(jnp.float32)


# %% right: summed_by_hand
def product(x, y):
    import jax.numpy as jnp
    x, y = x.astype(jnp.float32), y.astype(jnp.float32)
    return (x[:, :, None] * y[None]).sum(1)
"""


@pytest.mark.parametrize("more", ["", EASY], ids=["close", "far"])
def test_solution_and_declared_answers_get_the_expected_verdicts(
    make_task: Callable[..., Task], more: str
) -> None:
    trial = Trial(make_task(SOLUTION, CHECK.format(more=more), more=OTHERS))
    for rule in (solution, wrong, right):
        assert list(rule(trial)) == []


def summed(x: Any, y: Any) -> Any:
    return lax.reduce(x[:, :, None] * y[None], jnp.bfloat16(0), lax.add, (1,))


def convolved(x: Any, y: Any) -> Any:
    return lax.conv(x[:, :, None, None], y.T[:, :, None, None], (1, 1), "VALID")[..., 0, 0]


def looped(x: Any, y: Any) -> Any:
    return lax.fori_loop(0, 1, lambda i, _: x @ y, x @ y)


def late(x: Any, y: Any) -> Any:
    return (x @ y).astype(jnp.float32)


@pytest.mark.parametrize("product", [jnp.matmul, summed, convolved, looped])
def test_short_accumulation_fails_with_its_own_message(make_plan: MakePlan, product: Any) -> None:
    plan = make_plan(SOLUTION, CHECK.format(more=EASY))
    verdict = verdict_at_home(plan, lambda x, y: product(x, y).astype(jnp.float32))
    assert verdict.status is Status.FAILED
    finding = next(f for f in verdict.failures if f.property == "sums")
    assert (finding.expected, finding.got) == ("sums in f32", "sums in bf16")
    text = " ".join(verdict.text().split())
    assert "Right on these inputs, but sums are accumulated in bf16" in text
    assert "preferred_element_type=jnp.float32)`, `jnp.sum(x, dtype=jnp.float32)`." in text
    # No budget of bytes rejects these steps.
    assert "Do not convert the result, which has already lost the terms, or the inputs," in text


def test_integer_accumulation_can_be_required(make_plan: MakePlan) -> None:
    whole = SOLUTION.replace("float32", "int32")
    plan = make_plan(whole, 'check(product, given="x: i8[m, k], y: i8[k, n]", sums="i32")')
    whole_sums, real_sums = (
        partial(jnp.matmul, preferred_element_type=dtype) for dtype in (jnp.int32, jnp.float32)
    )
    assert verdict_at_home(plan, whole_sums).status is Status.PASSED
    verdict = verdict_at_home(plan, lambda x, y: real_sums(x, y).astype(jnp.int32))
    (finding,) = verdict.failures
    assert (finding.property, finding.got) == ("sums", "sums in f32")
    assert "preferred_element_type=jnp.int32)" in finding.message


@pytest.mark.parametrize(
    ("check", "kind", "words"),
    [
        (f'check(product, {GIVEN}, sums="f23")', "program", "`sums` cannot be 'f23'"),
        (f'check(product, {GIVEN}, sums="i8")', "program", "`sums` cannot be 'i8'"),
        (f'check(product, {GIVEN}, sums="f32")', "function", "`sums` applies only to programs"),
    ],
)
def test_invalid_accumulation_type_is_rejected(
    make_plan: MakePlan, check: str, kind: str, words: str
) -> None:
    with pytest.raises(CourseError, match=words):
        make_plan(SOLUTION, check, kind)
