"""Run grading jobs on several machines through a Dask scheduler, as an `Executor`."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from autograder.core.messages.errors import CourseError, ReadableError, sentence
from autograder.runner.jobs.local import CRASHED_TWICE, ProcessCrashed

Job = TypeVar("Job")
Output = TypeVar("Output")
Facts = Mapping[str, str]  # the properties of a machine that affect verdicts
_QUEUED_PER_WORKER = 3  # enough jobs to hide latency, and few enough to save memory
_CONNECT_S = 10
_START = (
    "dask scheduler --protocol tls; "
    "and on each machine: dask worker {} --nthreads 1 --nworkers auto"
)
_PAGE = 'see "More machines" in book/grade.md'


class OtherMachine(ReadableError):
    """The environments of a worker and the grader differ, so their verdicts might differ."""


class DaskExecutor:
    """Run jobs on Dask workers, which must have the course and the class under the same paths.

    On creation, the environment of each worker is compared with the grader's environment, and
    CourseError is raised if they differ or if there is no scheduler or worker. Each job repeats the
    comparison, because workers may join later.
    """

    def __init__(
        self, address: str, facts: Callable[[], Facts], forget: Callable[[], None]
    ) -> None:
        from distributed import Client

        _refuse_without_tls(address)
        self._facts = facts
        self._expected = dict(facts())
        try:
            self._client = Client(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            remedy = f"Start one that has the same certificate: {_START.format(address)}"
            raise CourseError(f"No Dask scheduler answers at {address}.", remedy) from error
        try:
            self._check_workers(address)
            self._client.run(forget)  # workers outlive a run, and task files may have changed
        except BaseException:
            self.close()
            raise

    def run(
        self, function: Callable[[Job], Output], jobs: Sequence[Job]
    ) -> Iterator[tuple[Job, Output | BaseException]]:
        """Implement `Executor.run`.

        If workers die repeatedly, Dask reports all jobs that were queued on them as failed. These
        jobs are run again after all other jobs, one at a time.
        """
        from distributed import KilledWorker, as_completed

        waiting, queued, killed = deque(jobs), dict[str, Job](), list[Job]()
        done = as_completed(loop=self._client.loop)

        def submit(job: Job) -> Any:
            words = (self._facts, self._expected, function, job)
            return self._client.submit(_run_job, *words, pure=False)

        def fill() -> None:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            max_queued = _QUEUED_PER_WORKER * max(1, len(workers))
            while waiting and len(queued) < max_queued:
                job = waiting.popleft()
                future = submit(job)
                queued[str(future.key)] = job
                done.add(future)

        fill()
        for future in done:
            job = queued.pop(str(future.key))
            if isinstance(future.exception(), KilledWorker):
                killed.append(job)
            else:
                yield job, _result_or_error(future)
            future.release()
            fill()
        for job in killed:
            yield job, _result_or_error(submit(job))

    def close(self) -> None:
        """Disconnect from the scheduler. The scheduler and its workers keep running."""
        self._client.close()

    def _check_workers(self, address: str) -> None:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            problem = f"The scheduler at {address} has no workers."
            raise CourseError(problem, f"Start them with: {_START.format(address)}")
        for name, facts in self._client.run(self._facts, on_error="return").items():
            if difference := _difference(self._expected, facts):
                remedy = (
                    "Install the same version there, or end that worker, and run the command again."
                )
                raise CourseError(f"The worker at {name} {difference}.", remedy)
            if (threads := workers[name]["nthreads"]) != 1:
                problem = f"The worker at {name} has {threads} threads, but it may have only one."
                raise CourseError(problem, "Start it with: --nthreads 1")


def _refuse_without_tls(address: str) -> None:
    """Raise CourseError if the address or Dask's configuration does not use TLS.

    Without TLS, every client could run code and read the course secret. A scheduler on the same
    machine needs TLS as well, because its workers listen on all network addresses.
    """
    from dask import config
    from distributed import Security

    if not address.startswith("tls://"):
        problem = (
            f"The address {address} is not encrypted, so anybody can connect. Use tls://HOST:PORT."
        )
        raise CourseError(problem, f"To create a certificate and start a scheduler, {_PAGE}.")
    if Security().get_connection_args("client")["ssl_context"] is None:
        entries = (f"distributed.comm.tls.{name}" for name in ("ca-file", "client.cert"))
        missing = " and ".join(entry for entry in entries if not config.get(entry, None))
        problem = f"Dask's configuration does not set {missing}."
        raise CourseError(problem, f"To create a certificate, {_PAGE}.")


def _difference(expected: Facts, facts: Facts | Exception) -> str:
    if isinstance(facts, Exception):
        return f"stops with {sentence(facts)}"
    return " and ".join(
        f"has {facts.get(name)!r} for {name}, not {value!r}"
        for name, value in expected.items()
        if facts.get(name) != value
    )


def _run_job(
    facts: Callable[[], Facts], expected: Facts, function: Callable[[Any], Any], job: Any
) -> Any:
    if difference := _difference(expected, facts()):
        raise OtherMachine(f"a worker of the cluster {difference}; end it and grade again")
    return function(job)


def _result_or_error(future: Any) -> Any:
    from distributed import KilledWorker

    error = future.exception()
    if isinstance(error, KilledWorker):
        return ProcessCrashed(CRASHED_TWICE)
    return future.result() if error is None else error
