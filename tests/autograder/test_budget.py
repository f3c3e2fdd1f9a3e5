"""A budget limits the ratio of a cost to the solution's, or the growth of a cost over sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, log2, sqrt
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from autograder import Budget, CourseError, Status
from autograder.core.grading.budget import judge_costs
from autograder.core.grading.check import Check
from autograder.notebook.learner.check_task import verdict_at_home

MakePlan = Callable[..., Check]
SIZES = (16, 32, 64, 128)
SAME = "def f(x):\n    return x"
TIMES = "def f(x, k):\n    return x * k"


@dataclass(frozen=True)
class Counted:
    """A cost with given counts."""

    work: float = 100
    span: float = 10
    bytes: float = 40
    largest: float = 8
    peak: float = 80
    products: float = 4
    unknown: tuple[str, ...] = ()
    ran: bool = False


def test_ratio_limit_is_inclusive() -> None:
    budget = Budget(work=1.5, bytes=2, largest=1, span=2)
    mine = Counted(work=150, span=20, bytes=80)
    assert all(item.finding.passed for item in judge_costs(budget, (1,), [mine], [Counted()]))
    mine = Counted(work=151, span=21, bytes=81, largest=9)
    assert not any(item.finding.passed for item in judge_costs(budget, (1,), [mine], [Counted()]))


@pytest.mark.parametrize("who", ["mine", "the reference"])
def test_message_hides_costs_of_a_run_on_hidden_inputs(who: str) -> None:
    """A value may determine the trip count of a loop."""
    costs = {"mine": Counted(work=1234, span=77), "the reference": Counted(work=5670, span=88)}
    costs[who] = replace(costs[who], ran=True)
    sizes, rows = (1, 2), [[cost, cost] for cost in costs.values()]
    for hidden, is_shown in ((False, True), (True, False)):
        spent = judge_costs(Budget(work=0.1, span="log"), sizes, *rows, hidden=hidden)
        for item, ours in zip(spent, ("1 234", "77"), strict=True):
            assert (ours in item.finding.got) is is_shown
            assert ("567" in item.finding.expected) is (is_shown and item.measure == "work")


def test_zero_reference_cost_allows_no_cost() -> None:
    budget = Budget(work=2)
    free = Counted(work=0)
    assert judge_costs(budget, (1,), [free], [free])[0].finding.passed
    assert not judge_costs(budget, (1,), [Counted(work=1)], [free])[0].finding.passed


@pytest.mark.parametrize(
    ("law", "span", "passes"),
    [
        ("log", lambda n: 2 * log2(n) + 5, True),
        ("log", lambda n: 7, True),
        ("log", lambda n: n, False),
        ("log", lambda n: 3 * sqrt(n), False),
        ("const", lambda n: 7, True),
        ("const", lambda n: log2(n), False),
    ],
)
def test_span_is_compared_as_growth(law: str, span: Callable[[int], float], passes: bool) -> None:
    costs = [Counted(span=span(n)) for n in SIZES]
    finding = judge_costs(Budget(span=law), SIZES, costs, costs)[0].finding
    assert finding.passed == passes
    assert "at 16, " in finding.got


@pytest.mark.parametrize(
    ("law", "spans", "passes"),
    [
        ("log", (9, 10, 11, 12), True),
        ("log", (40, 48, 56, 64), True),  # logarithmic, with eight steps for each doubling
        ("log", (144, 320, 704, 1536), False),
        ("log", (144, 4320, 4704, 5536), False),  # wasted steps from the second size on
        ("log", (1536, 1536, 1536, 1536), False),  # as many steps at every size as at the largest
        ("log", (96, 80, 70, 64), False),
        ("const", (12, 12, 12, 12), True),
        ("const", (1536, 1536, 1536, 1536), False),
        ("const", (12, 11, 10, 9), False),
    ],
)
def test_span_growth_is_judged_at_every_size(
    law: str, spans: tuple[int, ...], passes: bool
) -> None:
    mine = [Counted(span=span) for span in spans]
    right = [Counted(span=span) for span in (9, 10, 11, 12)]
    finding = judge_costs(Budget(span=law), SIZES, mine, right)[0].finding
    assert finding.passed == passes
    assert bool(finding.message) != passes
    if spans[0] > spans[-1]:
        assert "fewer steps wait for one another where the input is larger" in finding.message


@pytest.mark.parametrize(
    ("work", "passes"),
    [
        (lambda n: 10 * n, True),
        (lambda n: 50 * n + 300, True),
        (lambda n: 2 * n * ceil(log2(n)), False),  # less work, but steeper
        (lambda n: n * n, False),
        (lambda n: n * n if n > 64 else 64 * n, False),  # wasted work at small sizes
        (lambda n: 100 * n, False),
        (lambda n: 5000 - n, False),
    ],
)
def test_work_can_be_compared_as_growth(work: Callable[[int], int], passes: bool) -> None:
    mine, right = ([Counted(work=w(n)) for n in SIZES] for w in (work, lambda n: 10 * n))
    (spent,) = judge_costs(Budget(work="linear"), SIZES, mine, right)
    assert spent.finding.passed == passes, spent.finding
    assert "operations growing like the solution's" in spent.finding.expected


PREFIX = "import jax\ndef f(x):\n    return jax.lax.associative_scan(jax.numpy.add, x)"


def one_by_one(x: jax.Array) -> jax.Array:
    return lax.scan(lambda total, item: (total + item,) * 2, 0.0, x)[1]


def by_pairs(x: jax.Array) -> jax.Array:
    return jnp.tril(jnp.ones((x.size, x.size))) @ x


@pytest.mark.parametrize(
    ("answer", "exceeded", "message"),
    [
        (one_by_one, ["span"], "Your values are right, but too many steps wait for one another."),
        (by_pairs, ["work"], "Your values are right, but there is too much work."),
    ],
)
def test_prefix_sum_with_faster_growth_than_the_solution_loses_points(
    make_plan: MakePlan, answer: Any, exceeded: list[str], message: str
) -> None:
    check = 'check(f, given="x: f32[n]", budget=Budget(span="log", work="linear"))'
    plan = make_plan(PREFIX, check)
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(plan, answer)
    assert (verdict.status, verdict.points) == (Status.FAILED, 1.0)
    assert [finding.property for finding in verdict.failures] == exceeded
    assert message in verdict.text()


def test_uncountable_cost_fails_with_the_reason() -> None:
    mine = Counted(unknown=("while",))
    finding = judge_costs(Budget(work=9), (1,), [mine], [Counted()])[0].finding
    assert not finding.passed
    assert "The cost cannot be counted: while." in finding.message


def test_cost_uses_the_largest_the_declared_or_four_doubling_sizes(make_plan: MakePlan) -> None:
    def points(check: str) -> list[tuple[int, tuple[int, ...]]]:
        plan = make_plan(SAME, f"check(f, {check})")
        return [(size, signature[0].shape) for size, signature in plan.cost_points]

    ((_, shape),) = points('given="x: f32[n, d], n in 0..64", budget=Budget(work=1)')
    assert shape == (64, 128)
    declared = points('given="x: f32[n, d]", budget=Budget(work=1, at={"n": 7, "d": 300})')
    assert declared[-1][1] == (7, 300)
    log = 'budget=Budget(span="log")'
    assert [size for size, _ in points(f'given="x: f32[n, 3]", {log}')] == [16, 32, 64, 128]
    several = points(f'given="x: f32[n], n in 4 | 8 | 16 | 32 | 64", {log}')
    assert [size for size, _ in several] == [8, 16, 32, 64]


@pytest.mark.parametrize(
    ("drawn", "shape", "number"),
    [
        ("[(1, 1), (9, 1), (3, 1), (2, 1), (4, 1)]", (9,), 1),
        ("[(9, 3), (9, 8), (9, 5), (1, 99), (2, 1), (9, 4)]", (9,), 8),
    ],
)
def test_cost_uses_the_largest_drawn_case(
    make_plan: MakePlan, drawn: str, shape: tuple[int, ...], number: int
) -> None:
    given = f"""
def drawn(draw):
    n, number = draw.each({drawn})
    return draw.array("f32", (n,)), number
"""
    answer = "def f(x, number):\n    return x + number"
    plan = make_plan(answer, f"{given}\n\ncheck(f, given=drawn, budget=Budget(work=1))")
    ((_, signature),) = plan.cost_points
    assert (signature[0].shape, signature[1]) == (shape, number)
    assert plan.full_size.signature == signature


@pytest.mark.parametrize("measure", ["work", "span", "largest"])
def test_limit_on_a_free_solution_is_rejected(make_plan: MakePlan, measure: str) -> None:
    plan = make_plan(SAME, f'check(f, given="x: f32[n]", budget=Budget({measure}=2))')
    message = f"the solution costs 0 .*, so the limit on `{measure}` is 0"
    with pytest.raises(CourseError, match=message):
        verdict_at_home(plan, plan.reference)


SERIES = [{"n": 4, "k": k} for k in (1, 2, 1)]


RECOMPILED = """
# %% wrong: counted_in_python
# A loop of Python needs `k` now.
import jax.numpy as jnp

def f(x, k):
    return sum((x for _ in range(k)), jnp.zeros_like(x))

# %% wrong: in_each_call
# Your `jit` stands inside.
import jax

def f(x, k):
    return jax.jit(lambda x, k: x * k)(x, k)
"""


def test_recompilation_message_explains_only_a_jit_in_each_call(make_plan: MakePlan) -> None:
    """Both answers compile once per call, for different reasons."""
    check = f'given="x: f32[n], k: int in 1..9", budget=Budget(compilations=1, calls={SERIES})'
    plan = make_plan(TIMES, f"check(f, {check})", more=RECOMPILED)
    why = "Each call jits a new function, or passes a new object as a static argument"
    for mistake, names_cause in zip(plan.mistakes, (False, True), strict=True):
        verdict = verdict_at_home(plan, mistake.answer)
        assert "  expected  at most 1 over 3 calls\n  got       3" in verdict.text()
        assert (why in " ".join(verdict.text().split())) is names_cause
        assert verdict.mistake == mistake.name


COSTLY = """
# %% wrong: twice
# You add `x` twice more than necessary.
def f(x):
    return x + x - x + x - x

# %% wrong: often
# You add `x` in a loop.
def f(x):
    for _ in range(9):
        x = x + x - x
    return x
"""


def test_only_a_mistake_of_the_same_cost_is_run(make_plan: MakePlan) -> None:
    """A mistake takes longer to run than to count, and a learner waits for the message."""
    check = 'check(f, given="x: f32[n]", budget=Budget(work=1))'
    plan = make_plan("def f(x):\n    return x + 0.0 * x", check, more=COSTLY)
    assert verdict_at_home(plan, lambda x: x - x + x - x + x).mistake == "twice"
    assert {key[0] for key in plan.cache if isinstance(key, tuple)} & {"twice", "often"} == {
        "twice"
    }


SERVICE = (
    'check(f, given="x: f32[n], k: int in 1..9, m: int in 1..9", '
    'budget=Budget(compilations=1, calls=[{"n": 4, "k": 1, "m": 2}, {"n": 4, "k": 3, "m": 2}]))'
)


def test_series_program_may_drop_either_constant(make_plan: MakePlan) -> None:
    """If a program takes only one of the numbers `k` and `m`, only its results show which one."""
    plan = make_plan("def f(x, k, m):\n    return x * k - m", SERVICE)
    for static in ((), ("m",), ("k",), ("k", "m")):
        jitted = jax.jit(lambda x, k, m: x * k - m, static_argnames=static)
        verdict = verdict_at_home(plan, jitted)
        assert verdict.points == (1.0 if "k" in static else 2.0), static
        assert verdict.findings[0].property == "values"
        assert verdict.findings[0].passed


def test_counted_programs_must_be_correct(make_plan: MakePlan) -> None:
    """The answer is an object that calls one function and compiles another."""
    plan = make_plan("def f(x, k, m):\n    return x * k - m", SERVICE)
    right = jax.jit(lambda x, k, m: x * k - m, static_argnames="k")
    other = jax.jit(lambda x, k, m: x)

    class Forged:
        lower, trace = other.lower, other.trace

        def __call__(self, *args: object) -> object:
            return right(*args)

    verdict = verdict_at_home(plan, Forged())
    assert (verdict.status, verdict.points) == (Status.FAILED, 0.0)
    assert "is wrong" in verdict.text() or "are wrong" in verdict.text()


def test_products_are_counted_in_every_iteration(make_plan: MakePlan) -> None:
    given = 'given="x: f32[n, n] in 0..3, w: f32[n, n] in 0..3"'
    plan = make_plan(
        "def f(x, w):\n    return x @ w", f"check(f, {given}, budget=Budget(products=1))"
    )
    assert verdict_at_home(plan, plan.reference).status is Status.PASSED
    verdict = verdict_at_home(
        plan, lambda x, w: lax.fori_loop(0, 3, lambda _, y: x @ w + 0 * (y @ w), x)
    )
    assert (verdict.status, verdict.points) == (Status.FAILED, 1.0)
    assert "(6 products of arrays)" in verdict.text()
