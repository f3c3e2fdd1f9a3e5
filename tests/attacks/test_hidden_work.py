"""Work in any place, and in places inside places: whatever comes out right has been counted.

So has what is not worked out but looked up: one of any table's entries for each number.

A few programs by default. A long search: `pytest tests/attacks/test_hidden_work.py --hide 3000`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hiding import OPS, PLACES, SIZE, UNCOUNTED, WAYS, Step, step
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lookups import BASE, LOOKUPS, TABLE

from autograder.core.inputs.generator import ArraySpec
from autograder.core.messages.errors import StudentError
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_program
from autograder.core.programs.run import Program

ROUNDS = 6
X = np.linspace(0.1, 0.9, SIZE, dtype=np.float32)
names = st.lists(st.sampled_from(sorted(PLACES)), min_size=1, max_size=3)


def gone(rounds: int) -> Any:
    x: Any = X
    for _ in range(rounds):
        x = step(x)
    return x


def hidden(places: list[str], way: str) -> Step:
    found: Step = step
    for place in places:
        found = PLACES[place](found)
    return WAYS[way](found, ROUNDS)


def tried(places: list[str], way: str) -> tuple[str, str]:
    """What becomes of such a program; what it did that was not counted."""
    try:
        exported = export_program(hidden(places, way), (ArraySpec("f32", X.shape),))
    except Exception:
        return "no program", ""  # not every place fits into every other
    try:
        program = Program(canonical(exported.artifact))
        if any("calls" in reason for reason in program.cost().unknown):
            return "no cost", ""  # nor run: on some of them XLA ends its process
        ran = program.run([X])
    except StudentError:
        return "refused", ""
    cost = program.cost(ran.rounds)
    if not np.allclose(np.asarray(ran.results[0]), gone(ROUNDS), rtol=1e-4):
        return "wrong", ""
    work, span = OPS * SIZE * ROUNDS, OPS * ROUNDS
    less = cost.work < work or cost.span < span
    return "counted", f"{cost.work} of {work}, {cost.span} of {span}" * less


@pytest.mark.parametrize("place", PLACES)
def test_each_place_is_counted(place: str) -> None:
    assert tried([place], "loop") == ("no cost" if place in UNCOUNTED else "counted", "")


@pytest.mark.parametrize("way", WAYS)
def test_each_way_is_counted(way: str) -> None:
    assert tried(["plain"], way) == ("counted", "")


def test_places_inside_places_are_counted(request: pytest.FixtureRequest) -> None:
    many = request.config.getoption("--hide")

    @settings(
        max_examples=many, derandomize=many <= 15, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(names, st.sampled_from(sorted(WAYS)))
    def search(places: list[str], way: str) -> None:
        assert tried(places, way)[1] == "", (places, way)

    search()


NUMBERS = (7 * np.arange(SIZE) % BASE).astype(np.int32)
ways_to_look = st.lists(st.sampled_from(sorted(LOOKUPS)), min_size=1, max_size=4)


def looked_up(ways: list[str]) -> str:
    """What was looked up by one way after another, and not counted."""

    def found(n: Any) -> Any:
        for way in ways:
            n = LOOKUPS[way](n)
        return n

    artifact = export_program(found, (ArraySpec("i32", NUMBERS.shape),)).artifact
    program = Program(canonical(artifact))
    ran = program.run([NUMBERS])
    right = NUMBERS
    for _ in ways:
        right = TABLE[right]
    assert (np.asarray(ran.results[0]) == right).all(), ways
    cost = program.cost(ran.rounds)
    less = cost.work < SIZE * len(ways) or cost.span < len(ways)
    return f"{cost.work} of {SIZE * len(ways)}, {cost.span} of {len(ways)}" * less


@pytest.mark.parametrize("way", LOOKUPS)
def test_each_lookup_is_counted(way: str) -> None:
    assert looked_up([way]) == ""


def test_lookups_of_lookups_are_counted(request: pytest.FixtureRequest) -> None:
    many = request.config.getoption("--hide")

    @settings(
        max_examples=many, derandomize=many <= 15, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(ways_to_look)
    def search(ways: list[str]) -> None:
        assert looked_up(ways) == "", ways

    search()
