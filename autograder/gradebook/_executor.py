"""Where submissions are judged: one interface, local processes by default."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
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


class LocalExecutor:
    """Processes on this machine, one for each core."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Result | BaseException]]:
        """As the interface says; a process that dies fails its own jobs, not the call."""
        if not jobs:
            return
        # Not fork: a judge has threads and a JAX backend, and a fork of it would hang.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(self.workers, len(jobs)), mp_context=context) as pool:
            waiting = {pool.submit(function, job): job for job in jobs}
            for future in as_completed(waiting):
                error = future.exception()
                yield waiting[future], error if error is not None else future.result()
