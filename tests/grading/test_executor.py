"""The executor that runs jobs in local processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.runner.jobs.local import CRASHED_TWICE, MEMORY_BYTES, LocalExecutor


def _setting(name: str) -> str:
    return os.environ[name]


CRASHES = {"once": 1, "twice": 2, "always": 99}


def _work(job: tuple[str, Path]) -> str:
    """Kill the process as often as CRASHES says, then return the name of the job."""
    name, folder = job
    starts = len(list(folder.glob(f"{name}.*")))
    (folder / f"{name}.{starts}").touch()
    if starts < CRASHES.get(name, 0):
        os.kill(os.getpid(), signal.SIGKILL)
    return name


def _linger(done: Path) -> None:
    if done.name == "late":
        time.sleep(20)
    done.touch()


def _hoard(size: int) -> int:
    return len(bytes(size))


@pytest.fixture
def executor() -> Iterator[LocalExecutor]:
    with closing(LocalExecutor(2)) as made:
        yield made


def test_processes_get_the_current_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for now in ("one", "another"):
        monkeypatch.setenv("MANY_LANES_SETTING", now)
        executor = LocalExecutor(1)
        results = list(executor.run(_setting, ["MANY_LANES_SETTING"]))
        executor.close()
        assert results == [("MANY_LANES_SETTING", now)]


def test_dying_process_loses_only_its_own_job(executor: LocalExecutor, tmp_path: Path) -> None:
    names = ["a", "once", "b", "always", "c", "d", "e"]
    jobs = [(name, tmp_path) for name in names]
    results = {job[0]: result for job, result in executor.run(_work, jobs)}
    assert str(results.pop("always")) == CRASHED_TWICE
    assert results == {name: name for name in names if name != "always"}
    # `always` runs twice alone, and once in the shared pool unless `once` ends that pool first.
    assert len(list(tmp_path.glob("always.*"))) in (2, 3)
    assert [result for _, result in executor.run(_work, jobs[:1])] == ["a"], "later jobs still run"


def test_job_that_crashes_twice_still_succeeds(executor: LocalExecutor, tmp_path: Path) -> None:
    """The job crashes once in the shared pool and once alone, for example for lack of memory."""
    job = "twice", tmp_path
    assert list(executor.run(_work, [job])) == [(job, "twice")]


def test_memory_error_is_reported_for_the_job(executor: LocalExecutor) -> None:
    ((_, error),) = executor.run(_hoard, [MEMORY_BYTES])
    assert isinstance(error, MemoryError)


def test_close_does_not_wait_for_jobs(executor: LocalExecutor, tmp_path: Path) -> None:
    """After Ctrl-C, the command exits without waiting for unfinished jobs."""
    jobs = executor.run(_linger, [tmp_path / "early", tmp_path / "late"])
    assert next(jobs)[0].name == "early"
    executor.close()
    assert not (tmp_path / "late").exists()
