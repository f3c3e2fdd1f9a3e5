"""Judges that know what was judged before, as those of a class do."""

from __future__ import annotations

import os

import pytest

from autograder.runner.judge.verdict_cache import Store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Verdicts on programs, for all workers of a run: most ways to write an answer are one program.

    A worker of pytest-xdist has a temporary folder of its own inside that of the run.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return Store(shared / "programs")
