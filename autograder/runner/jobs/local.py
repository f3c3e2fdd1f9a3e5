"""Run grading jobs: the interface `Executor`, and two implementations for a single machine."""

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

from autograder.core.messages.errors import ReadableError

# Address space per process, so that one submission cannot exhaust the memory of the machine.
# JAX reserves some gigabytes, and the threads of XLA reserve more for each core.
MEMORY_BYTES = (8 << 30) + (256 << 20) * (os.cpu_count() or 1)
CRASHED_TWICE = (
    "the grading process crashed twice, most often because it ran out of memory; "
    "grade again with --jobs 1, or on a machine with more memory"
)
Job = TypeVar("Job")
Output = TypeVar("Output")


class ProcessCrashed(ReadableError):
    """The error of a job whose process crashed twice."""


class Executor(Protocol):
    """Run independent jobs."""

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """Yield each job when it is finished, with its result or the exception that it raised.

        The order of the jobs may change. If the process of a job crashes twice, the exception is
        `ProcessCrashed`.
        """
        ...

    def close(self) -> None:
        """Release all resources."""
        ...


class InProcess:
    """Run jobs one after another in this process."""

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """Implement `Executor.run`."""
        for job in jobs:
            try:
                yield job, function(job)
            except Exception as error:
                yield job, error

    def close(self) -> None:
        """Do nothing, because this executor has no resources to release."""


class LocalExecutor:
    """Run jobs in worker processes on this machine, by default one for each core."""

    def __init__(self, workers: int | None = None, shared: Sequence[str] = ()) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._shared = list(shared)  # modules that every job imports
        self._context = multiprocessing.get_context("forkserver")
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None  # workers exit when this pipe is closed

    def start(self) -> None:
        """Start the fork server, which imports the shared modules, without waiting for it."""
        # This process has threads and a JAX backend, so a fork of it would hang.
        self._context.set_forkserver_preload(self._shared)
        forkserver.ensure_running()

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """Implement `Executor.run`. If a worker process dies, at most its own job fails.

        When one process dies, the whole pool ends without reporting which job failed. The
        unfinished jobs are then run again, one at a time. To limit their number, `run` submits
        only one job for each process.
        """
        waiting, running = deque(jobs), dict[Future[Output], Job]()
        while waiting or running:
            broken = False
            while waiting and len(running) < self.workers and not broken:
                try:
                    future = self._get_pool().submit(function, waiting[0])
                except BrokenProcessPool:
                    broken = True
                else:
                    running[future] = waiting.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                if isinstance(future.exception(), BrokenProcessPool):
                    broken = True
                else:
                    job = running.pop(future)
                    yield job, _result_or_error(future)
            if broken:
                self.close()
                for job in running.values():
                    yield job, self._run_alone(function, job)
                running.clear()

    def _run_alone(self, function: Callable[[Job], Output], job: Job) -> Output | BaseException:
        """Run a job while no other job runs. If the process crashes, run the job once more.

        In the first attempt, a process outside of the pool may have used up the memory.
        """
        for _ in range(2):
            future = self._get_pool().submit(function, job)
            if not isinstance(future.exception(), BrokenProcessPool):
                result: Output | BaseException = _result_or_error(future)
                return result
            self.close()
        return ProcessCrashed(CRASHED_TWICE)

    def close(self) -> None:
        """End the worker processes, even if they are running jobs. The next `run` starts others."""
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _get_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self.start()
            theirs, self._lifeline = multiprocessing.Pipe(duplex=False)
            settings = (theirs, dict(os.environ))
            self._pool = ProcessPoolExecutor(self.workers, self._context, _start_worker, settings)
        return self._pool


def _result_or_error(future: Future[Any]) -> Any:
    error = future.exception()
    return future.result() if error is None else error


def _start_worker(line: Connection, environment: dict[str, str]) -> None:
    """Set the environment and memory limit of a worker process, and exit when the grader ends.

    A worker cannot detect from its job queue that the grader was killed, because the worker has
    both ends of the queue open.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the grader handles Ctrl-C
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, hard))
    gc.freeze()  # exclude the imported modules from garbage collection
    gc.enable()
    os.environ.clear()  # the fork server may have an older environment
    os.environ.update(environment)
    Thread(target=_exit_when_closed, args=(line,), daemon=True).start()


def _exit_when_closed(line: Connection) -> None:
    line.poll(None)  # returns when the grader has closed its end of the pipe
    os._exit(1)
