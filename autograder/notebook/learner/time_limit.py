"""Limit the CPU time of a student's function in a notebook, as the judge does.

A thread measures the CPU time of the process, including all its threads, and raises an exception in
the thread that runs the student's code. Signals would not work on Windows. Python raises such an
exception only between bytecode instructions, so compiled code that never returns cannot be stopped.
For such code, a message tells the student what to do.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import re
import sys
import threading
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, TextIO

from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import CPU_S, INTERRUPTED, UNREACHABLE, still_running

_TRACER = re.compile(r"\w*Tracer\(|Traced<")
TRACED_PRINT = (
    "`print` ran while your function was traced, so it shows an array without values. "
    'To see values, write `jax.debug.print("{}", x)` and call your function yourself.'
)
POLL_S = 0.05  # polling interval in seconds
RAISE_AGAIN_S = 1.0  # CPU time before raising again: a bare `except:` may have caught the exception
ATTEMPTS = 5  # number of exceptions before a message says that the code cannot be stopped


class TimeLimitExceeded(BaseException):
    """A student's code used up its CPU time. `except Exception` does not catch this error."""


class TimeLimited:
    """Wrap an answer to limit the CPU time of each call. Forward other attributes to the answer.

    A call that exceeds the limit or is interrupted raises StudentError, and so do all later calls.
    Only the first call may print to stdout.
    """

    def __init__(self, answer: Callable[..., Any], seconds: float = CPU_S) -> None:
        self.answer, self.seconds = answer, seconds
        self.stop_reason = ""  # set when a call is stopped; later calls then fail immediately
        self.calls = 0
        # JAX looks for these attributes with a runtime protocol, which ignores `__getattr__` since
        # Python 3.12.
        vars(self).update((a, getattr(answer, a)) for a in ("trace", "lower") if hasattr(answer, a))

    def __call__(self, *args: Any, **named: Any) -> Any:
        if not self.stop_reason:
            self.calls += 1
            silent = contextlib.redirect_stdout(io.StringIO())
            output = _explain_traced_output() if self.calls == 1 else silent
            watchdog = _Watchdog(self.seconds)
            try:
                with watchdog, output:
                    return self.answer(*args, **named)
            except TimeLimitExceeded:
                self.stop_reason = still_running(self.seconds)
            except KeyboardInterrupt:
                self.stop_reason = INTERRUPTED
            finally:
                watchdog.stop()
        raise StudentError("stopped", self.stop_reason)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)


@contextlib.contextmanager
def _explain_traced_output() -> Iterator[None]:
    """After the call, explain the output of `print` if it ran while JAX traced the function."""
    detector = _TraceDetector(sys.stdout)
    try:
        with contextlib.redirect_stdout(detector):
            yield
    finally:
        if detector.traced:
            print(TRACED_PRINT)


class _TraceDetector(io.TextIOBase):
    """Forward all output, and record whether it contains the text of a traced array."""

    def __init__(self, out: TextIO) -> None:
        self._out, self.traced = out, False

    def write(self, text: str) -> int:
        self.traced = self.traced or bool(_TRACER.search(text))
        return self._out.write(text)

    def flush(self) -> None:
        self._out.flush()


class _Watchdog:
    """Raise `TimeLimitExceeded` in the creating thread when the CPU time is used up.

    Raise it again each RAISE_AGAIN_S until `stop` is called. Print a message after ATTEMPTS.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._caller = seconds, threading.get_ident()
        self._stopped, self._lock = threading.Event(), threading.Lock()

    def __enter__(self) -> None:
        threading.Thread(target=self._poll, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop watching. No exception is raised after this method returns."""
        with self._lock:
            if not self._stopped.is_set():
                self._stopped.set()
                _raise_in(self._caller, None)

    def _poll(self) -> None:
        attempts, limit = 0, process_time() + self._seconds
        while not self._stopped.wait(POLL_S):
            if process_time() < limit:
                continue
            with self._lock:
                if self._stopped.is_set():
                    return
                _raise_in(self._caller, TimeLimitExceeded)
            attempts, limit = attempts + 1, process_time() + RAISE_AGAIN_S
            if attempts == ATTEMPTS:
                print(UNREACHABLE, file=sys.stderr, flush=True)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in another thread. With None, cancel a pending exception."""
    value = ctypes.py_object(error) if error else ctypes.py_object()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
