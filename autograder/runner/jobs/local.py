"""Run jobs: the interface of executors, and local processes as the default."""

import gc
import multiprocessing
import os
import resource
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Protocol, TypeVar

from autograder.core.messages.errors import Spoken

# Address space per process, so that one submission cannot exhaust the memory of the machine.
# JAX reserves some gigabytes, and the threads of XLA reserve more for each core.
MEMORY_BYTES = (8 << 30) + (256 << 20) * (os.cpu_count() or 1)
ENDED = (
    "the process that judged it ended twice, most often for want of memory; "
    "grade again with --jobs 1, or where there is more"
)
Job = TypeVar("Job")
Output = TypeVar("Output")


class Ended(Spoken):
    """Raised for a job whose process ended twice."""


class Executor(Protocol):
    """Runs independent jobs."""

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """Each job with its result, or with the error that our side met, as they finish."""
        ...

    def close(self) -> None:
        """Let go of what it holds; whoever runs jobs again gets it anew."""
        ...


class InProcess:
    """Run jobs one after another in this process."""

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """As the interface says."""
        for job in jobs:
            try:
                yield job, function(job)
            except Exception as error:
                yield job, error

    def close(self) -> None:
        """There is nothing to let go of."""


class LocalExecutor:
    """Run jobs in processes on this machine, one per core, which stay alive until closed."""

    def __init__(self, workers: int | None = None, shared: Sequence[str] = ()) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._shared = list(shared)  # modules that every job imports
        self._context = multiprocessing.get_context("forkserver")
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None  # our end; who has the other one lives as long as it

    def start(self) -> None:
        """Start importing what every process needs, before the first job arrives."""
        # Not fork: a judge has threads and a JAX backend, and a fork of it would hang. What all of
        # them import is imported once, by a process that does nothing else.
        self._context.set_forkserver_preload(self._shared)
        forkserver.ensure_running()

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """As the interface says; a process that dies fails its own job, and no neighbour's.

        A pool ends as a whole when one of its processes does, and does not say which job that was
        busy with. So no more jobs are out than there are processes, and those that were out when it
        ended run again, one at a time: the one that ends a pool for itself is found.
        """
        waiting, out = deque(jobs), dict[Future[Output], Job]()
        while waiting or out:
            broken = False
            while waiting and len(out) < self.workers and not broken:
                try:
                    future = self._running().submit(function, waiting[0])
                except BrokenProcessPool:
                    broken = True
                else:
                    out[future] = waiting.popleft()
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                if isinstance(future.exception(), BrokenProcessPool):
                    broken = True
                else:
                    job = out.pop(future)
                    yield job, _came_of(future)
            if broken:
                self.close()
                for job in out.values():
                    yield job, self._alone(function, job)
                out.clear()

    def _alone(self, function: Callable[[Job], Output], job: Job) -> Output | BaseException:
        """Twice, since what ended the pool may have been another's memory."""
        for _ in range(2):
            future = self._running().submit(function, job)
            if not isinstance(future.exception(), BrokenProcessPool):
                came: Output | BaseException = _came_of(future)
                return came
            self.close()
        return Ended(ENDED)

    def close(self) -> None:
        """End the processes, whatever they are busy with."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self.start()
            theirs, self._line = multiprocessing.Pipe(duplex=False)
            settings = (theirs, dict(os.environ))
            self._pool = ProcessPoolExecutor(self.workers, self._context, _begin, settings)
        return self._pool


def _came_of(future: Future[Any]) -> Any:
    error = future.exception()
    return future.result() if error is None else error


def _begin(line: Connection, environment: dict[str, str]) -> None:
    """Live as the grader does now, and be gone when it is, or when it needs nobody any more.

    A worker of a killed pool would wait for ever, sandbox and all: it holds both ends of the queue
    that it waits on, so it never reads an end of file.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's: it closes the line
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    # Want of memory is an error of the job's, and not the machine's end.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, hard))
    gc.freeze()  # exclude the imports from garbage collection
    gc.enable()
    os.environ.clear()  # the process that forks may be older than the grader's settings
    os.environ.update(environment)
    Thread(target=_leave, args=(line,), daemon=True).start()


def _leave(line: Connection) -> None:
    line.poll(None)  # returns when the other end is closed
    os._exit(1)
