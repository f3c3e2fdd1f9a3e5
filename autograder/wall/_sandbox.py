"""One sandboxed process that answers requests, watched from outside."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.wall import _bwrap, _channel
from autograder.wall._errors import Stopped, WallBroken
from autograder.wall._limits import Limits
from autograder.wall._watch import usage

_POLL_S = 0.2
_NOTE_BYTES = 4000  # of the process's own last words, for the instructor
_SIGNALS = {
    signal.SIGKILL: "was ended by the system, most often for using too much memory",
    signal.SIGXCPU: "used more processor time than a whole notebook may",
    signal.SIGSEGV: "crashed (segmentation fault)",
    signal.SIGABRT: "crashed (abort), most often for want of memory",
    signal.SIGXFSZ: "wrote a file larger than it may",
}


class Sandbox:
    """A process in namespaces of its own; use it as a context manager."""

    def __init__(self, role: str, limits: Limits, *, unsafe: bool = False) -> None:
        self.limits = limits
        ours, theirs = socket.socketpair()
        self._sock = ours
        self._sock.settimeout(_POLL_S)
        program = [sys.executable, "-s", "-P", "-m", f"autograder.wall._{role}"]
        program.append(str(theirs.fileno()))
        argv = program if unsafe else _bwrap.command(program, limits.file_bytes)
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            env=_unsafe_environment() if unsafe else {},
            cwd="/tmp" if unsafe else "/",
            start_new_session=True,
        )
        theirs.close()
        self._words = b""
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()
        self._ready = False
        bounds = asdict(limits)
        if unsafe:  # without a user namespace this would count the user's other processes too
            del bounds["processes"]
        with contextlib.suppress(OSError):  # already gone: the first request says why
            _channel.send(self._sock, {"limits": bounds}, [])

    def ask(
        self, request: dict[str, Any], blobs: list[bytes] | None = None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Send a request and wait for its answer. Stopped: the learner's; WallBroken: ours."""
        if not self._ready:
            self._start()
        return self._exchange(request, blobs or [])

    def close(self) -> None:
        """End the process and everything it started."""
        self._sock.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(timeout=5)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self) -> None:
        """Wait for our own code to be up. Until then no student text is there to blame."""
        ours = replace(self.limits, cpu_s=self.limits.wall_s, idle_s=self.limits.wall_s)
        try:
            answer = _channel.receive(self._sock, self._guard(ours))
        except (Stopped, OSError, EOFError, _channel.Malformed) as error:
            raise WallBroken(f"the sandbox did not start: {error}") from None
        if answer is None:
            self._process.wait()
            raise WallBroken(f"the sandbox did not start: {self._last_words()}")
        self._ready = True

    def _exchange(
        self, request: dict[str, Any], blobs: list[bytes]
    ) -> tuple[dict[str, Any], list[bytes]]:
        guard = self._guard(self.limits)
        try:
            _channel.send(self._sock, request, blobs, guard)
            answer = _channel.receive(self._sock, guard)
        except (OSError, EOFError):
            answer = None
        except _channel.Malformed as error:
            raise Stopped(f"The code wrote into the judge's own channel: {error}.") from None
        if answer is None:
            raise Stopped(self._epitaph())
        return answer

    def _guard(self, limits: Limits) -> _channel.Guard:
        begun = time.monotonic()
        first = usage(self._process.pid).cpu_s
        state = {"cpu": first, "now": begun, "idle": 0.0}

        def guard() -> None:
            now, used = time.monotonic(), usage(self._process.pid)
            if not used.runnable:
                # Added up: one who naps, and works a little in between, waits all the same.
                # Never more than our own pace: if we were not let run, that is not the learner's.
                passed = min(now - state["now"], 2 * _POLL_S)
                state["idle"] += max(passed - (used.cpu_s - state["cpu"]), 0.0)
            state["cpu"], state["now"] = used.cpu_s, now
            if used.cpu_s - first > limits.cpu_s:
                raise Stopped(
                    f"The code was still running after {limits.cpu_s:g} s of processor time."
                    " Look for a loop that never ends."
                )
            if state["idle"] > limits.idle_s:
                raise Stopped(
                    f"The code waited for {limits.idle_s:g} s and did nothing."
                    " Nobody answers input() or wakes a sleep here."
                )
            if used.threads > limits.processes or used.resident > limits.memory_bytes:
                raise Stopped("The code used more memory or processes than it may.")
            if now - begun > limits.wall_s:
                raise WallBroken("the machine was too busy to run a step; it is queued again")

        return guard

    def _epitaph(self) -> str:
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "The code closed the judge's channel."
        number = code - 128 if code > 128 else -code
        for known, words in _SIGNALS.items():
            if number == known:
                return f"The process {words}."
        return f"The code ended the whole process (exit code {code})."

    def _drain(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        try:
            while part := pipe.read1(65536):  # type: ignore[attr-defined]  # a BufferedReader
                self._words = (self._words + part)[-_NOTE_BYTES:]
        except ValueError:
            pass  # closed under us

    def _last_words(self) -> str:
        self._reader.join(timeout=2)
        lines = self._words.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._process.returncode}"


def _unsafe_environment() -> dict[str, str]:
    code = str(Path(_bwrap.PACKAGE).parent)
    return {**_bwrap.ENVIRONMENT, "PYTHONPATH": code}
