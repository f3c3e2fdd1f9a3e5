"""A verdict cache that the judges of a run share, as in a graded class."""

from __future__ import annotations

import os

import pytest

from autograder.runner.judge.verdict_cache import Store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Return the verdict cache of all workers: most styles of an answer are the same program.

    A worker of pytest-xdist has its own temporary folder inside that of the run.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return Store(shared / "programs")
