"""A run counts iterations and stops an endless loop. Answers in other types than asked lose points.

The counts of a run replace unknown trip counts in the cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from jax import lax

from autograder import Status
from autograder.core.grading.budget import most_expensive
from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import HIDDEN, judge_outputs
from autograder.core.inputs.generator import ArraySpec
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import error_finding
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import compile_function, export_call, export_program
from autograder.core.programs.run import RunnableProgram
from manylanes._cost.analysis import trip_count
from manylanes._cost.read import fold

X = (ArraySpec("f32", (8,)),)
INPUT = np.arange(1, 9, dtype=np.float32)


def program(function: Callable[..., Any]) -> RunnableProgram:
    return RunnableProgram(canonical(export_program(function, X).artifact))


def up_to_seven(x):
    return lax.while_loop(lambda v: v[0] % 7 > 0, lambda v: v + 1, x)


def increments(count: Any) -> Callable[[Any], Any]:
    """Return a loop with a trip count that the program text determines."""
    return lambda x: lax.fori_loop(0, count, lambda i, v: v + 1, x)


def while_sum(limit: float, body: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: lax.while_loop(lambda v: v.sum() < limit, body, x)


def until(limit: float) -> Callable[[Any], Any]:
    return while_sum(limit, lambda v: v + 1)


def alternating(x):
    body = [lambda v: v + 1, lambda v: v * 2]
    return lax.fori_loop(0, 5, lambda i, v: lax.switch(i % 3, body, v), x)


def uneven(body: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """Return a loop whose trip count depends on a value in each outer iteration."""

    def outer(i: Any, v: Any) -> Any:
        return lax.while_loop(lambda u: u.sum() < 50 + 40 * i * i, lambda u: body(i, u), v)

    return lambda x: lax.fori_loop(0, 4, outer, x)


# A function, and the trip counts of its loops that depend on data, by loop number.
COUNTED: dict[str, tuple[Callable[..., Any], dict[int, int]]] = {
    "alone": (until(100), {0: 8}),
    "in a data-dependent loop": (while_sum(100, lambda v: up_to_seven(v + 1)), {0: 2, 1: 11}),
    "in a static loop": (
        lambda x: lax.fori_loop(0, 5, lambda i, v: up_to_seven(v + 1), x), {1: 29}),
    "in a branch": (
        lambda x: lax.cond(x[0] > 0, lambda v: up_to_seven(v + 1), lambda v: v, x), {0: 5}),
    "in the test of a loop": (
        lambda x: lax.while_loop(lambda v: up_to_seven(v).sum() < 120, lambda v: v + 1, x),
        {0: 7, 1: 27}),
    "vmapped": (jax.vmap(lambda s: lax.while_loop(lambda v: v < 10, lambda v: v * 2, s)), {0: 4}),
    "static branches": (alternating, {}),
    "branch and trip count by an outer counter": (uneven(lambda i, v: lax.cond(
        i > 1, lambda w: lax.fori_loop(0, i, lambda j, u: u + j, w + 1), lambda w: w + 1, v)),
        {1: 21, 2: 34}),
}  # fmt: skip
# A function with a static loop, the trip counts of its data-dependent loops, the trip count that a
# counter with an error of one predicts, and the number of iterations until the run is stopped.
STATIC: dict[str, tuple[Callable[..., Any], dict[int, int], int, int]] = {
    "a loop": (lambda x: lax.fori_loop(0, 9, lambda i, v: v + i, x), {}, 8, 9),
    "a loop in a loop": (
        lambda x: lax.fori_loop(0, 3, lambda i, v: increments(5)(v), x), {}, 2, 3),
    "a loop in a data-dependent loop": (
        while_sum(100, lambda v: increments(2)(v) - 1), {0: 8, 1: 16}, 8, 16),
    "a loop behind a branch on data": (
        lambda x: lax.cond(x[0] > 0, increments(9), lambda v: v, x), {}, 8, 9),
}  # fmt: skip
ALL = COUNTED | {name: (function, rounds) for name, (function, rounds, *_) in STATIC.items()}


@pytest.mark.parametrize("name", ALL)
def test_iterations_are_counted_and_results_are_unchanged(name: str) -> None:
    function, rounds = ALL[name]
    ran = program(function).run([INPUT])
    assert ran.rounds == rounds
    np.testing.assert_array_equal(ran.results, [jax.jit(function)(INPUT)])


def test_most_expensive_run_counts() -> None:
    """One input runs the first loop often, the other the second."""

    def up_and_down(x):
        first = lax.while_loop(lambda v: v[0] < 9, lambda v: v + 1, x)
        second = lax.while_loop(lambda v: v[0] > 1, lambda v: v - 1, x)
        return first, second

    made = program(up_and_down)
    few, many = ([np.full(8, at, np.float32)] for at in (0, 9))
    runs = made.runs([few, many, few])
    assert runs == [{0: 9, 1: 0}, {0: 0, 1: 8}]
    assert most_expensive(made, runs).work == max(made.cost(counted).work for counted in runs)
    assert most_expensive(made, runs).work < made.cost({0: 9, 1: 8}).work
    assert most_expensive(made, ()).unknown


def test_counted_iterations_make_the_cost_exact() -> None:
    by_data, static = program(until(100)), program(increments(8))
    assert by_data.cost().unknown
    cost = by_data.cost(by_data.run([INPUT]).rounds)
    assert not cost.unknown
    assert static.cost().work == 64
    # The condition sums and compares once more than the body runs.
    assert cost.work == 64 + 9 * (8 + 1)
    twice = program(lambda x: lax.fori_loop(0, 5, lambda i, v: up_to_seven(v + 1), x))
    assert twice.cost(twice.run([INPUT]).rounds).work == (8 + 9) * (5 + 29)


ENDLESS = {
    "alone": lambda x: lax.while_loop(lambda v: (v == v).all(), lambda v: v + 1, x),
    "inner": lambda x: lax.fori_loop(
        0, 3, lambda i, v: lax.while_loop(lambda w: w[0] > 0, lambda w: w + 1, v), x),
    "outer": lambda x: lax.while_loop(lambda v: v[0] > 0, increments(2), x),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_loop_reports_the_iteration_limit(name: str) -> None:
    with pytest.raises(StudentError, match=r"still running after (\d+,)?\d+ iterations") as caught:
        program(ENDLESS[name]).run([INPUT])
    assert caught.value.property == "rounds"


def test_iteration_limit_is_a_hundred_thousand() -> None:
    def rounds(count: int) -> Callable[[Any], Any]:
        return lambda x: lax.while_loop(lambda s: s < count * x[0], lambda s: s + 1, 0.0)

    assert program(rounds(100_000)).run([INPUT]).results == [100_000]
    with pytest.raises(StudentError, match="still running after 100,000 iterations"):
        program(rounds(100_001)).run([INPUT])


TOO_MUCH = {
    "Your loops run 1,000,000,000 iterations": increments(10**9),
    "Your loops run 10,000,100,000 iterations": lambda x: lax.fori_loop(
        0, 10**5, lambda i, v: increments(10**5)(v), x),
    "The program performs 34,3": lambda x: lax.fori_loop(
        0, 1024, lambda i, m: m @ m, jnp.outer(jnp.tile(x, 32), jnp.tile(x, 32))).sum(),
    "contains a loop or a branch, which cannot be counted": lambda x: lax.reduce(
        x, np.float32(0), lambda a, b: increments(3)(a + b), (0,)),
}  # fmt: skip


@pytest.mark.parametrize("words", TOO_MUCH)
def test_excessive_work_is_rejected_before_the_run(words: str) -> None:
    with pytest.raises(StudentError, match=words):
        program(TOO_MUCH[words]).run([INPUT])


@pytest.mark.parametrize("name", STATIC)
def test_loop_with_another_trip_count_is_rejected(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = trip_count._iterations_until
    monkeypatch.setattr(
        trip_count, "_iterations_until", lambda *words: max(0, (real(*words) or 0) - 1)
    )
    function, _, read, ran = STATIC[name]
    words = f"predicts that a loop runs {read} times?, but it ran {ran} times? during execution"
    with pytest.raises(StudentError, match=words) as caught:
        program(function).run([INPUT])
    assert caught.value.property == "ways"


def test_branch_with_another_execution_count_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fold._BITS, "clamp", lambda low, x, high: low)
    words = "predicts that a branch is taken 5 times, but it was taken 2 times during execution"
    with pytest.raises(StudentError, match=words) as caught:
        program(alternating).run([INPUT])
    assert caught.value.property == "ways"


TASK = 'check(f, given="x: f32[n] in 1..9, n in 2..9", budget=Budget(work=1.5, at={"n": 4}))'
ANSWER = """\
def f(x):
    import jax
    return jax.lax.while_loop(lambda v: v.sum() < 200, lambda v: v + 1, x)
"""


def judge(plan: Check, answer: Any) -> Any:
    return judge_outputs(plan, plan.cases(), plan.kind.gather(plan, answer, plan.cases()))


def test_work_of_a_data_dependent_loop_is_limited(make_plan: Any) -> None:
    plan = make_plan(ANSWER, TASK)
    assert judge(plan, plan.reference).status is Status.PASSED
    verdict = judge(plan, while_sum(200, lambda v: v + jnp.cos(jnp.sin(v) * 0)))
    assert verdict.status is Status.FAILED
    assert "Your values are right, but there is too much work." in verdict.text()


@pytest.mark.parametrize("budget", ["", ", budget=Budget(work=1.5)"])
@pytest.mark.parametrize("property", ["rounds", "ways"])
def test_trip_count_on_hidden_inputs_is_not_shown(
    make_plan: Any, property: str, budget: str
) -> None:
    """Hidden data may determine a trip count, so the count would reveal a value of the input."""
    plan = make_plan("def f(x):\n    return x + x\n", f'check(f, given="x: f32[n]"{budget})')
    public = plan.cases()
    hidden = tuple(replace(case, public=False) for case in public)
    finding = error_finding(StudentError(property, "The loop ran 4711 iterations."))
    outputs = [*(np.asarray(2 * case.args[0]) for case in public), *[finding] * len(hidden)]
    verdict = judge_outputs(plan, public + hidden, Evidence(outputs))
    assert verdict.status is Status.FAILED
    assert HIDDEN[property] in " ".join(verdict.text().split())
    assert "4711" not in verdict.text()


def test_shorter_types_earn_nothing(make_plan: Any) -> None:
    plan = make_plan("def f(x):\n    return x @ x\n", 'check(f, given="x: f32[n, n]")')

    def in_bfloat16(x):
        half = x.astype(jnp.bfloat16)
        return jnp.dot(half, half, preferred_element_type=jnp.float32)

    verdict = judge(plan, in_bfloat16)
    assert verdict.status is Status.FAILED
    assert verdict.points == 0
    assert "computes with fewer bits than required" in " ".join(verdict.text().split())
    assert "bf16" in verdict.text()


def test_other_short_type_is_reported(make_plan: Any) -> None:
    plan = make_plan("def f(x):\n    return x + x\n", 'check(f, given="x: bf16[n]")')
    verdict = judge(plan, lambda x: (2 * x.astype(jnp.float16)).astype(x.dtype))
    assert "  expected  bf16 or 32 bits per number\n  got       f16" in verdict.text()


def doubled_in(dtype: str) -> Callable[[Any], Any]:
    def f(x: Any) -> Any:
        with jax.enable_x64(True):
            wide = x.astype(dtype)
            return (wide + wide).real.astype("float32")

    return f


@pytest.mark.parametrize(
    ("answer", "dtype"),
    [
        (doubled_in("float64"), "f64"),
        (doubled_in("complex128"), "complex<f64>"),
        (lambda x: x + x + 0 * jax.random.normal(jax.random.key(0), x.shape), ""),
        (lambda x: x + x + jnp.zeros_like(jax.lax.complex(x, x).real), ""),
    ],
)
def test_cost_of_an_answer_in_64_bits_earns_no_points(
    make_plan: Any, answer: Any, dtype: str
) -> None:
    """An element of a wider type can hold several values, so the cost earns no points."""
    given = 'given="x: f32[n] in 0..9"'
    plan = make_plan("def f(x):\n    return x + x\n", f"check(f, {given}, budget=Budget(span=999))")
    verdict = judge(plan, answer)
    assert verdict.points == plan.points / (2 if dtype else 1), verdict.text()
    words = " ".join(verdict.text().split())
    assert ("A 64-bit number can contain several" in words) == bool(dtype)
    assert dtype in verdict.text()
    free = make_plan("def f(x):\n    return x + x\n", f"check(f, {given})")
    assert judge(free, answer).status is Status.PASSED


def test_signed_and_unsigned_bits_are_equal(make_plan: Any) -> None:
    """Adding 1 to the bits of a bfloat16 gives the next one with either integer type."""

    def bits(dtype: Any) -> Any:
        return lambda x: jax.lax.bitcast_convert_type(
            jax.lax.bitcast_convert_type(x, dtype) + dtype(1), jnp.bfloat16
        )

    source = (
        "def f(x):\n    import jax\n    import jax.numpy as jnp\n"
        "    as_bits = jax.lax.bitcast_convert_type\n"
        "    return as_bits(as_bits(x, jnp.uint16) + jnp.uint16(1), jnp.bfloat16)\n"
    )
    plan = make_plan(source, 'check(f, given="x: bf16[n] in 1..9")')
    for dtype in (jnp.uint16, jnp.int16):
        assert judge(plan, bits(dtype)).status is Status.PASSED


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        (lambda x: jnp.where((x > 0).astype(jnp.uint8) == 1, x, 0), True),
        (lambda x: jnp.where(((x > 0).astype(jnp.uint8) << 3) & 8 != 0, x, 0), True),
        (lambda x: jnp.maximum(x.astype(jnp.int8), 0).astype(x.dtype), False),
        (lambda x: jnp.maximum(x.astype(jnp.int8).astype(x.dtype), 0), False),
        (lambda x: x * ((x > 0).astype(jnp.int8) + 0 * (x > 1).astype(jnp.int8)), False),
    ],
)
def test_bits_and_masks_are_not_short_types(make_plan: Any, answer: Any, passes: bool) -> None:
    plan = make_plan(
        "import jax.numpy as jnp\ndef f(x):\n    return jnp.maximum(x, 0)\n",
        'check(f, given="x: f32[n]")',
    )
    assert (judge(plan, answer).status is Status.PASSED) == passes


def test_enabling_x64_does_not_change_programs() -> None:
    def f(x: Any) -> Any:
        return jax.lax.fori_loop(0, 5, lambda i, so_far: so_far + i, x)[jnp.argsort(x)]

    plain = program(f)
    with jax.enable_x64(True):
        assert program(f).text == plain.text
        assert b"tensor<i64>" not in export_call(f, X).artifact


def test_explicit_rounding_is_executed() -> None:
    """A compiler may omit a rounding that the program requests, and versions of XLA differ."""
    x = np.random.default_rng(0).uniform(1, 2, (16, 16)).astype(ml_dtypes.bfloat16)
    signature = (ArraySpec("bf16", x.shape), ArraySpec("bf16", x.shape))

    def rounded(a, b):
        return (a @ b).astype(jnp.float32)

    artifact = export_program(rounded, signature).artifact
    judge = RunnableProgram(canonical(artifact)).run([x, x]).results[0]
    for made in (judge, compile_function(rounded, signature)([x, x])):
        assert (made == made.astype(ml_dtypes.bfloat16).astype(np.float32)).all()
