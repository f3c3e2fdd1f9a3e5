"""Every solution of the course passes if its arrays are on a GPU."""

from __future__ import annotations

from pathlib import Path

import jax
import pytest

from autograder.authoring import task_rules
from autograder.authoring.trial import Trial
from autograder.core.course.task import Task

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.gpu
def test_every_solution_passes_on_a_gpu() -> None:
    """All passed in a manual run on an H100 with JAX 0.11.2, which took some minutes."""
    if jax.default_backend() != "gpu":
        pytest.skip("no GPU here: JAX runs on " + jax.default_backend())
    files = sorted((ROOT / "solutions").glob("*/[0-9]*.py"))
    broken = {
        file: [str(violation) for violation in task_rules.solution(Trial(Task.read(file)))]
        for file in files
    }
    assert files
    assert {file: violations for file, violations in broken.items() if violations} == {}
