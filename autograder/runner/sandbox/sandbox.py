"""One sandboxed process that answers requests, watched from outside."""

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
from autograder.runner.sandbox.account import Account
from autograder.runner.sandbox.host import Usage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.machine import host
from autograder.runner.sandbox.sandbox_errors import Stopped, WallBroken

Frame = tuple[dict[str, Any], list[bytes]]
Turn = Callable[[dict[str, Any], list[bytes]], Frame]
_POLL_S = 0.2
_NAP_S = 0.05  # a step shorter than this is not looked at
_BLINK_S = 0.02
_END_S = 5.0
_SIGNALS = {
    signal.SIGKILL: "was ended by the system, most often for using too much memory",
    signal.SIGSEGV: "crashed (segmentation fault)",
    signal.SIGABRT: "crashed (abort), most often for want of memory",
    signal.SIGXFSZ: "wrote a file larger than it may",
}


@dataclass
class _Step:
    """One request, watched while it is waited for; a call raises where it is to be ended."""

    look: Callable[[], tuple[float, Usage, int]]
    limits: Limits
    account: Account
    begun: float
    looked: float
    cpu_at_start_s: float
    cpu_s: float
    processes_at_start: int
    idle_s: float = 0.0

    def __call__(self) -> None:
        used, processes = self._charged(self._look_at_odds())
        self._judge(used, processes - self.processes_at_start)
        self.account.check()

    def end(self) -> None:
        """The answer is there. Since we looked it may have slept, and now it runs in any case.

        On a busy machine we look late: that is more than a nap, and not held against the code.
        """
        unseen_s = time.monotonic() - self.looked
        self.account.unseen_s += min(unseen_s, _NAP_S)
        if unseen_s > _NAP_S:
            self._charged(self.look())

    def _look_at_odds(self) -> tuple[float, Usage, int]:
        """A look at a moment that the code does not choose.

        We look when a byte has come, and who sent it still runs. Who runs at both looks either
        pays with processor time or waits for a processor.
        """
        first = self.look()
        if not first[1].runnable:
            return first
        time.sleep(random.uniform(_BLINK_S / 4, _BLINK_S))
        return self.look()

    def _charged(self, seen: tuple[float, Usage, int]) -> tuple[Usage, int]:
        """What is used, on the account and on this step's own."""
        now, used, processes = seen
        passed = now - self.looked
        if not used.runnable:
            # The sum over the step: a little work between two sleeps does not start it anew. A look
            # that came late adds no more than the pace of looks, since then we had to wait as well.
            idle_s = max(min(passed, 2 * _POLL_S) - (used.cpu_s - self.cpu_s), 0.0)
            self.idle_s += idle_s
            self.account.idle_s += idle_s
        self.account.waited_s += passed
        self.looked, self.cpu_s = now, used.cpu_s
        return used, processes

    def _judge(self, used: Usage, started: int) -> None:
        limits, burned_s = self.limits, used.cpu_s - self.cpu_at_start_s
        if burned_s > limits.cpu_s:
            raise Stopped(still_running(limits.cpu_s))
        if self.idle_s > limits.idle_s:
            raise Stopped(
                f"The code waited for {limits.idle_s:g} s and did nothing."
                " Nobody answers input() or wakes a sleep here."
            )
        if used.threads > limits.processes or used.resident > limits.memory_bytes:
            raise Stopped("The code used more memory or processes than it may.")
        if self.looked - self.begun > limits.wall_s:
            if started > limits.processes:  # each too short to be caught
                raise Stopped("The code started one process after another, without an end.")
            if burned_s > limits.cpu_s / 2:  # nobody kept it waiting who used so much
                raise Stopped(f"The code is too slow: it used {burned_s:.0f} s of processor time.")
            raise WallBroken("the machine was too busy to run a step; it is queued again")


class Sandbox:
    """A process in namespaces of its own; use it as a context manager."""

    def __init__(
        self, role: str, limits: Limits, *, unsafe: bool = False, account: Account | None = None
    ) -> None:
        self.limits = limits
        self._account = account or Account(limits)
        self._fork = host().fork(role, limits, unsafe=unsafe)
        self._sock = self._fork.channel
        self._sock.settimeout(_POLL_S)
        self._looked = -math.inf  # when we last looked, and what we saw
        self._used = Usage(0.0, 0, 0, False)
        self._seen: dict[int, float] = {}  # processor time of each process, when last alive
        self._up = False

    def ask(
        self,
        request: dict[str, Any],
        blobs: list[bytes] | None = None,
        turn: Turn | None = None,
        room: channel.Room | None = None,
    ) -> Frame:
        """Send a request and wait for its answer. Stopped: the learner's; WallBroken: ours.

        Where there is a `turn`, it answers the messages that come first. All of them are one step:
        they share its time.
        """
        if not self._up:
            self._start()
        step = self._guard(self.limits, self._account)
        admit = partial(self._account.admit, room or channel.PLAIN)
        try:
            channel.send(self._sock, request, blobs or [], step)
            answer = channel.receive(self._sock, step, admit)
            while turn and answer and "turn" in answer[0]:
                channel.send(self._sock, *turn(*answer), step)
                answer = channel.receive(self._sock, step, admit)
        except (OSError, EOFError):
            answer = None
        except channel.Malformed as error:
            raise Stopped(f"The code wrote into the judge's own channel: {error}.") from None
        step.end()
        if answer is None:
            raise Stopped(self._epitaph())
        return answer

    def close(self) -> None:
        """End the process and everything it started."""
        self._fork.end()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        """Wait for our own code to be up. Until then no student text is there to blame."""
        begun = time.monotonic()
        self._fork.begin(self.limits.wall_s)
        self._account.waited_s += time.monotonic() - begun
        long = 2 * self.limits.wall_s
        ours = replace(self.limits, cpu_s=long, idle_s=long, all_cpu_s=long, all_idle_s=long)
        try:
            answer = channel.receive(self._sock, self._guard(ours, Account(ours)))
        except (Stopped, OSError, EOFError, channel.Malformed) as error:
            raise WallBroken(f"the sandbox did not start: {error}") from None
        if answer is None or "broken" in answer[0]:
            why = answer[0]["broken"] if answer else f"exit code {self._fork.code(_END_S)}"
            raise WallBroken(f"the sandbox did not start: {why}")
        self._up = True

    def _guard(self, limits: Limits, account: Account) -> _Step:
        begun = time.monotonic()
        if begun - self._looked > _POLL_S:  # a look takes as long as a short request
            self._look()
        cpu_s = self._used.cpu_s
        return _Step(self._look, limits, account, begun, begun, cpu_s, cpu_s, len(self._seen))

    def _look(self) -> tuple[float, Usage, int]:
        """The time, what is used, and how many processes have been seen."""
        self._looked, used = time.monotonic(), self._fork.usage()
        # The kernel forgets the time of children that nobody waits for, and we do not.
        self._seen.update(used.own)
        cpu_s = max(used.cpu_s, sum(self._seen.values()), self._used.cpu_s)
        if self._up:  # what it takes to start is ours
            self._account.cpu_s += cpu_s - self._used.cpu_s
        self._used = replace(used, cpu_s=cpu_s)
        return self._looked, self._used, len(self._seen)

    def _epitaph(self) -> str:
        code = self._fork.code(_END_S)
        if code is None:
            return "The code closed the judge's channel."
        # The kernel ends with the same signal who is out of memory and who is out of time.
        if -code == signal.SIGKILL and self._used.cpu_s > self.limits.total_cpu_s - 1:
            return "The process used more processor time than a whole notebook may."
        if -code in _SIGNALS:
            return f"The process {_SIGNALS[signal.Signals(-code)]}."
        return f"The code ended the whole process (exit code {code})."
