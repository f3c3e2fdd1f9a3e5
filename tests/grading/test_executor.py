"""The processes that judge."""

import os

import pytest

from autograder.gradebook import LocalExecutor


def _setting(name: str) -> str:
    return os.environ[name]


def test_live_as_the_grader_does_now(monkeypatch: pytest.MonkeyPatch) -> None:
    for now in ("one", "another"):
        monkeypatch.setenv("MANY_LANES_SETTING", now)
        executor = LocalExecutor(1)
        found = list(executor.run(_setting, ["MANY_LANES_SETTING"]))
        executor.close()
        assert found == [("MANY_LANES_SETTING", now)]
