"""Where submissions are judged: one interface, local processes by default."""

import gc
import multiprocessing
import os
import select
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from threading import Thread
from typing import Protocol, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


class Executor(Protocol):
    """Runs independent jobs somewhere. A scheduler of many machines fits behind it too."""

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Result | BaseException]]:
        """Each job with its result, or with the error that our side met, as they finish."""
        ...

    def close(self) -> None:
        """Let go of what it holds; whoever runs jobs again gets it anew."""
        ...


class InProcess:
    """One after another, here."""

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Result | BaseException]]:
        """As the interface says."""
        for job in jobs:
            try:
                yield job, function(job)
            except Exception as error:
                yield job, error

    def close(self) -> None:
        """There is nothing to let go of."""


class LocalExecutor:
    """Processes on this machine, one for each core; they stay for the next jobs until closed."""

    def __init__(self, workers: int | None = None, shared: Sequence[str] = ()) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._shared = list(shared)  # modules that every job imports
        self._context = multiprocessing.get_context("forkserver")
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Begin what every process imports, so that it is there when the first job comes."""
        # Not fork: a judge has threads and a JAX backend, and a fork of it would hang. What all of
        # them import is imported once, by a process that does nothing else.
        self._context.set_forkserver_preload(self._shared)
        forkserver.ensure_running()

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Result | BaseException]]:
        """As the interface says; a process that dies fails its own jobs, not the call."""
        if not jobs:
            return
        pool = self._running()
        waiting = {pool.submit(function, job): job for job in jobs}
        for future in as_completed(waiting):
            job = waiting.pop(future)  # a result that has been used is not kept
            error = future.exception()
            if isinstance(error, BrokenProcessPool):
                self.close()
            yield job, error if error is not None else future.result()

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self.start()
            settings = (os.getpid(), dict(os.environ))
            self._pool = ProcessPoolExecutor(self.workers, self._context, _begin, settings)
        return self._pool


def _begin(grader: int, environment: dict[str, str]) -> None:
    """Live as the grader does now, and be gone when it is.

    A worker of a killed pool would wait for ever, sandbox and all: it holds both ends of the queue
    that it waits on, so it never reads an end of file.
    """
    gc.freeze()  # what all of them imported stays: nobody looks through it again
    os.environ.clear()  # the process that forks may be older than the grader's settings
    os.environ.update(environment)
    try:
        handle = os.pidfd_open(grader)
    except ProcessLookupError:
        os._exit(1)
    Thread(target=_leave, args=(handle,), daemon=True).start()


def _leave(grader: int) -> None:
    select.select([grader], [], [])
    os._exit(1)
