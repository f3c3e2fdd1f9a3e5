"""Nest transformations that may hide work: if a program has a cost, it includes all work.

The same holds for chains of table lookups.

By default, the test tries a few programs. For a long search, run
`pytest tests/attacks/test_hidden_work.py --hide 3000`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hiding import ITERATION_METHODS, OPS, PLACES, SIZE, UNCOUNTED, Step, step
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lookups import BASE, LOOKUPS, TABLE

from autograder.core.inputs.generator import ArraySpec
from autograder.core.messages.errors import StudentError
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import RunnableProgram

ROUNDS = 6
X = np.linspace(0.1, 0.9, SIZE, dtype=np.float32)
transformations = st.lists(st.sampled_from(sorted(PLACES)), min_size=1, max_size=3)


def iterate_step(rounds: int) -> Any:
    x: Any = X
    for _ in range(rounds):
        x = step(x)
    return x


def nest(places: list[str], method: str) -> Step:
    found: Step = step
    for place in places:
        found = PLACES[place](found)
    return ITERATION_METHODS[method](found, ROUNDS)


def try_program(places: list[str], method: str) -> tuple[str, str]:
    """Return the outcome of a program, and a description of any uncounted work."""
    try:
        exported = export_program(nest(places, method), (ArraySpec("f32", X.shape),))
    except Exception:
        return "no program", ""  # some transformations cannot be nested
    try:
        program = RunnableProgram(canonical(exported.artifact))
        if any("calls" in reason for reason in program.cost().unknown):
            return "no cost", ""  # not run, because XLA crashes on some of these programs
        ran = program.run([X])
    except StudentError:
        return "refused", ""
    cost = program.cost(ran.rounds)
    if not np.allclose(np.asarray(ran.results[0]), iterate_step(ROUNDS), rtol=1e-4):
        return "wrong", ""
    work, span = OPS * SIZE * ROUNDS, OPS * ROUNDS
    is_less = cost.work < work or cost.span < span
    return "counted", f"{cost.work} of {work}, {cost.span} of {span}" * is_less


@pytest.mark.parametrize("place", PLACES)
def test_each_transformation_is_counted_or_has_no_cost(place: str) -> None:
    assert try_program([place], "loop") == ("no cost" if place in UNCOUNTED else "counted", "")


@pytest.mark.parametrize("method", ITERATION_METHODS)
def test_each_iteration_method_is_counted(method: str) -> None:
    assert try_program(["plain"], method) == ("counted", "")


def test_nested_transformations_are_counted(request: pytest.FixtureRequest) -> None:
    many = request.config.getoption("--hide")

    @settings(
        max_examples=many, derandomize=many <= 15, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(transformations, st.sampled_from(sorted(ITERATION_METHODS)))
    def search(places: list[str], method: str) -> None:
        assert try_program(places, method)[1] == "", (places, method)

    search()


NUMBERS = (7 * np.arange(SIZE) % BASE).astype(np.int32)
lookup_chains = st.lists(st.sampled_from(sorted(LOOKUPS)), min_size=1, max_size=4)


def try_lookups(methods: list[str]) -> str:
    """Return a description of uncounted lookups in a chain of lookup methods."""

    def found(n: Any) -> Any:
        for method in methods:
            n = LOOKUPS[method](n)
        return n

    artifact = export_program(found, (ArraySpec("i32", NUMBERS.shape),)).artifact
    program = RunnableProgram(canonical(artifact))
    ran = program.run([NUMBERS])
    right = NUMBERS
    for _ in methods:
        right = TABLE[right]
    assert (np.asarray(ran.results[0]) == right).all(), methods
    cost = program.cost(ran.rounds)
    is_less = cost.work < SIZE * len(methods) or cost.span < len(methods)
    return f"{cost.work} of {SIZE * len(methods)}, {cost.span} of {len(methods)}" * is_less


@pytest.mark.parametrize("method", LOOKUPS)
def test_each_lookup_is_counted(method: str) -> None:
    assert try_lookups([method]) == ""


def test_chained_lookups_are_counted(request: pytest.FixtureRequest) -> None:
    many = request.config.getoption("--hide")

    @settings(
        max_examples=many, derandomize=many <= 15, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(lookup_chains)
    def search(methods: list[str]) -> None:
        assert try_lookups(methods) == "", methods

    search()
