"""One sandboxed process that answers requests while the judge measures and limits it."""

import math
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from autograder.core.messages.explain_error import still_running
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.host import Usage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.machine import host
from autograder.runner.sandbox.sandbox_errors import SandboxError, StudentCodeStopped

Frame = tuple[dict[str, Any], list[bytes]]
Turn = Callable[[dict[str, Any], list[bytes]], Frame]
_POLL_S = 0.2
_SHORT_S = 0.05  # the end of a step is not measured if it is shorter than this
_PAUSE_S = 0.02
_END_S = 5.0
_SIGNALS = {
    signal.SIGKILL: "was ended by the system, most often for using too much memory",
    signal.SIGSEGV: "crashed (segmentation fault)",
    signal.SIGABRT: "crashed (abort), most often for lack of memory",
    signal.SIGXFSZ: "wrote a file larger than allowed",
}


@dataclass
class _StepGuard:
    """Enforces the limits on one request.

    Each call measures the process and raises an error if the process exceeds a limit.
    """

    measure: Callable[[], tuple[float, Usage, int]]
    limits: Limits
    account: SubmissionUsage
    started_at: float
    measured_at: float
    cpu_at_start_s: float
    cpu_s: float
    processes_at_start: int
    idle_s: float = 0.0

    def __call__(self) -> None:
        used, processes = self._charge(self._measure_at_random_time())
        self._enforce_limits(used, processes - self.processes_at_start)
        self.account.check()

    def end(self) -> None:
        """Charge the time between the last measurement and the arrival of the answer.

        A measurement cannot show whether the process slept in this time. Therefore, the time is
        added to `unmeasured_s`, but at most `_SHORT_S`: a busy machine may have delayed the
        measurement.
        """
        unmeasured_s = time.monotonic() - self.measured_at
        self.account.unmeasured_s += min(unmeasured_s, _SHORT_S)
        if unmeasured_s > _SHORT_S:
            self._charge(self.measure())

    def _measure_at_random_time(self) -> tuple[float, Usage, int]:
        """Measure the usage at a time that the student's code cannot choose.

        A process that sends a byte can trigger a measurement while it runs, and sleep the rest of
        the time. A running process is therefore measured again after a random pause.
        """
        first = self.measure()
        if not first[1].runnable:
            return first
        time.sleep(random.uniform(_PAUSE_S / 4, _PAUSE_S))
        return self.measure()

    def _charge(self, measurement: tuple[float, Usage, int]) -> tuple[Usage, int]:
        """Add the waiting and idle time since the last measurement to the totals.

        Return the usage and the number of processes of this measurement.
        """
        now, used, processes = measurement
        passed = now - self.measured_at
        if not used.runnable:
            # Idle time is summed over the step, so short work between sleeps does not reset the
            # sum. If the machine delayed the judge, a measurement adds at most two intervals.
            idle_s = max(min(passed, 2 * _POLL_S) - (used.cpu_s - self.cpu_s), 0.0)
            self.idle_s += idle_s
            self.account.idle_s += idle_s
        self.account.waited_s += passed
        self.measured_at, self.cpu_s = now, used.cpu_s
        return used, processes

    def _enforce_limits(self, used: Usage, new_processes: int) -> None:
        limits, used_cpu_s = self.limits, used.cpu_s - self.cpu_at_start_s
        if used_cpu_s > limits.cpu_s:
            raise StudentCodeStopped(still_running(limits.cpu_s))
        if self.idle_s > limits.idle_s:
            raise StudentCodeStopped(
                f"The code was idle for {limits.idle_s:g} s."
                " Remove calls of `input()` and long sleeps."
            )
        if used.threads > limits.processes or used.resident > limits.memory_bytes:
            raise StudentCodeStopped("The code used more memory or processes than allowed.")
        if self.measured_at - self.started_at > limits.wall_s:
            if new_processes > limits.processes:  # too short-lived to be measured
                raise StudentCodeStopped("The code kept starting new processes and did not end.")
            if used_cpu_s > limits.cpu_s / 2:  # the machine gave the step enough CPU time
                raise StudentCodeStopped(
                    f"The code is too slow: it used {used_cpu_s:.0f} s of CPU time."
                )
            raise SandboxError("the machine was too busy to run a step; try again")


class Sandbox:
    """A sandboxed process. With `unsafe`, it has resource limits, but no namespaces."""

    def __init__(
        self,
        role: str,
        limits: Limits,
        *,
        unsafe: bool = False,
        account: SubmissionUsage | None = None,
    ) -> None:
        self.limits = limits
        self._account = account or SubmissionUsage(limits)
        self._fork = host().fork(role, limits, unsafe=unsafe)
        self._sock = self._fork.channel
        self._sock.settimeout(_POLL_S)
        self._measured_at = -math.inf  # time of the last measurement; its result is `_used`
        self._used = Usage(0.0, 0, 0, False)
        self._cpu_by_process: dict[int, float] = {}  # CPU time of each process when last alive
        self._started = False

    def ask(
        self,
        request: dict[str, Any],
        blobs: list[bytes] | None = None,
        turn: Turn | None = None,
        size_limit: channel.SizeLimit | None = None,
    ) -> Frame:
        """Send a request and return the answer.

        `turn` answers messages that the process sends before its answer. The limits on one step
        apply to all these messages together. If no valid answer arrives within the limits, raise
        StudentCodeStopped if the student's code is responsible, or SandboxError for an internal
        error.
        """
        if not self._started:
            self._start()
        step = self._guard(self.limits, self._account)
        admit = partial(self._account.admit, size_limit or channel.SMALL)
        try:
            channel.send(self._sock, request, blobs or [], step)
            answer = channel.receive(self._sock, step, admit)
            while turn and answer and "turn" in answer[0]:
                channel.send(self._sock, *turn(*answer), step)
                answer = channel.receive(self._sock, step, admit)
        except (OSError, EOFError):
            answer = None
        except channel.Malformed as error:
            raise StudentCodeStopped(
                f"The code wrote to the file descriptor that the grader uses: {error}."
            ) from None
        step.end()
        if answer is None:
            raise StudentCodeStopped(self._reason_for_exit())
        return answer

    def close(self) -> None:
        """End the process and its descendants, but do not wait until they have exited."""
        self._fork.end()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        """Wait until the process is ready for requests; raise SandboxError if it does not start."""
        started_at = time.monotonic()
        self._fork.begin(self.limits.wall_s)
        self._account.waited_s += time.monotonic() - started_at
        long = 2 * self.limits.wall_s
        relaxed = replace(self.limits, cpu_s=long, idle_s=long, all_cpu_s=long, all_idle_s=long)
        try:
            answer = channel.receive(self._sock, self._guard(relaxed, SubmissionUsage(relaxed)))
        except (StudentCodeStopped, OSError, EOFError, channel.Malformed) as error:
            raise SandboxError(f"the sandbox did not start: {error}") from None
        if answer is None or "broken" in answer[0]:
            why = answer[0]["broken"] if answer else f"exit code {self._fork.code(_END_S)}"
            raise SandboxError(f"the sandbox did not start: {why}")
        self._started = True

    def _guard(self, limits: Limits, account: SubmissionUsage) -> _StepGuard:
        started_at = time.monotonic()
        if started_at - self._measured_at > _POLL_S:  # measure seldom, because measuring takes time
            self._measure()
        cpu_s = self._used.cpu_s
        return _StepGuard(
            self._measure,
            limits,
            account,
            started_at,
            started_at,
            cpu_s,
            cpu_s,
            len(self._cpu_by_process),
        )

    def _measure(self) -> tuple[float, Usage, int]:
        """Charge the CPU time since the last measurement to the submission.

        Return the current time, the resource usage, and the number of processes seen so far.
        """
        self._measured_at, used = time.monotonic(), self._fork.usage()
        # Keep the CPU time of each process. If no process waits for a child, the kernel discards
        # the child's CPU time.
        self._cpu_by_process.update(used.own)
        cpu_s = max(used.cpu_s, sum(self._cpu_by_process.values()), self._used.cpu_s)
        if self._started:  # CPU time before the process is ready is not charged
            self._account.cpu_s += cpu_s - self._used.cpu_s
        self._used = replace(used, cpu_s=cpu_s)
        return self._measured_at, self._used, len(self._cpu_by_process)

    def _reason_for_exit(self) -> str:
        code = self._fork.code(_END_S)
        if code is None:
            return "The code closed the connection to the grader."
        # The kernel sends SIGKILL for too much memory, and for too much CPU time.
        if -code == signal.SIGKILL and self._used.cpu_s > self.limits.total_cpu_s - 1:
            return "The process exceeded the CPU time limit for a notebook."
        if -code in _SIGNALS:
            return f"The process {_SIGNALS[signal.Signals(-code)]}."
        return f"The code ended the whole process (exit code {code})."
