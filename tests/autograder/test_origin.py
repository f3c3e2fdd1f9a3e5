"""A message names the origin of a NaN or an infinity, from the judge only on public inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.experimental import pallas as pl

from autograder import Course
from autograder.core.course.plan import load_check
from autograder.core.grading.check import Check
from autograder.core.grading.judgement import judge_outputs
from autograder.core.inputs.generator import PUBLIC
from autograder.core.programs.export import export_program
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.runner import Limits
from autograder.runner.judge.evaluators import Evaluator
from autograder.runner.judge.exports import Artifact, Frozen
from autograder.runner.judge.run_programs import measure

MakePlan = Callable[..., Check]
WHOLE = 'check(f, spec=lambda x: 0 * x, given="x: f32[n] in 0..3")'


def by_zero_in_a_kernel(x: Any) -> Any:
    def kernel(a: Any, out: Any) -> None:
        out[...] = (0 * a[...]) / (0 * a[...])

    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    spec = pl.BlockSpec((1,), lambda i: (i,))
    made = pl.pallas_call(
        kernel, grid=x.shape, in_specs=[spec], out_specs=spec, out_shape=shape, interpret=True
    )
    return made(x)


CASES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "log": (lambda x: jnp.log(0 * x), "The first infinity is the logarithm of 0."),
    "entropy": (lambda x: 0 * x * jnp.log(0 * x),
        "The first NaN is 0 * -inf; the infinity is the logarithm of 0."),
    "quotient": (lambda x: (0 * x) / (0 * x), "The first NaN is 0 / 0."),
    "softmax": (lambda x: 0 * jnp.exp(100 + x) / jnp.exp(100 + x).sum(),
        "The first NaN is 0 * inf; the infinity is e to the power of 10"),
    "square root": (lambda x: jnp.sqrt(-1 - x), "The first NaN is the square root of -"),
    "gradient": (jax.grad(lambda x: jnp.where(x > 9, jnp.sqrt(0 * x), 0).sum()),
        "The first NaN is 0 * inf; the infinity is"),
    "diverged": (lambda x: jax.lax.fori_loop(0, 400, lambda i, y: 2 * y, x + 1),
        "The first infinity is produced in a loop, where a value grows in each iteration"),
    "difference in a loop": (
        lambda x: jax.lax.fori_loop(0, 4, lambda i, y: jnp.log(0 * y) - jnp.log(0 * y), x),
        "or where inf - inf or 0 * inf occurs"),
    "masked": (lambda x: jnp.where(x < 9, jnp.nan, x), "(the block of a kernel contains NaN until"),
    # The output block of a kernel contains NaN before the kernel writes the result of 0 / 0 to it.
    "in a kernel": (by_zero_in_a_kernel,
        "The first NaN is in the block of a kernel, which contains NaN until it is written, or "
        "comes from a loop or a kernel, where 0 / 0 and inf - inf are possible causes."),
    "bits of an integer": (
        lambda x: jax.lax.bitcast_convert_type(jnp.full(x.shape, 0x7FC00000), jnp.float32) + x,
        "The first NaN is produced by `bitcast_convert`.",
    ),
    "summed": (lambda x: x + jnp.full(99, 3e38).sum(),
        "The first infinity is produced by a sum or product of"),
}  # fmt: skip


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", CASES)
def test_origin_of_a_nan_or_infinity_is_named(make_plan: MakePlan, name: str) -> None:
    answer, origin = CASES[name]
    text = words(verdict_at_home(make_plan("def f(x):\n    return x", WHOLE), answer).text())
    assert "not finite" in text
    assert origin in text


def test_judge_names_the_origin_only_on_public_inputs(course: Course) -> None:
    check = load_check(course.unit("01").task("double"))

    def answer(x: Any) -> Any:
        return jnp.log(0 * x)

    for key, is_named in ((PUBLIC, True), (b"secret", False)):
        cases = check.cases(key)
        made = {repr(c.signature): export_program(answer, c.signature) for c in cases}
        programs: Any = {
            name: Artifact(check.kind.canonical(each.artifact), each.tree)
            for name, each in made.items()
        }
        evaluator = Evaluator(Limits())
        try:
            evidence = measure(check, cases, Frozen(programs, []), evaluator, (key,))
        finally:
            evaluator.close()
        text = words(judge_outputs(check, cases, evidence).text())
        assert ("The first infinity is the logarithm of 0." in text) == is_named
