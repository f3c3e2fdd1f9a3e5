"""A learner's function with the judge's bound on processor time: a loop that never ends, ends.

A thread looks at the clock and raises an error in the thread that runs the learner's code. That
works alike on every system and in every thread; a signal would not reach Windows. Either is met
only between two steps of Python: compiled code that never returns is out of reach, and is told.
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
EVERY_S = 0.05  # between two looks at the clock
AGAIN_S = 1.0  # of processor time, until it is raised once more: `except:` may have caught it
PATIENCE = 5  # how often, before it is told that nothing helps


class Late(BaseException):
    """Raised in a learner's code; no `except Exception` of theirs stops it."""


class Bounded:
    """The answer, each call of it bounded; what is not a call is the answer's own."""

    def __init__(self, answer: Callable[..., Any], seconds: float = CPU_S) -> None:
        self.answer, self.seconds = answer, seconds
        self.ended = ""  # why; one endless call is enough
        self.calls = 0
        # JAX asks for a protocol, and that looks past `__getattr__` since Python 3.12.
        vars(self).update((a, getattr(answer, a)) for a in ("trace", "lower") if hasattr(answer, a))

    def __call__(self, *args: Any, **words: Any) -> Any:
        if not self.ended:
            watch = _Watch(self.seconds)
            try:
                with watch, self._prints():
                    return self.answer(*args, **words)
            except Late:
                self.ended = still_running(self.seconds)
            except KeyboardInterrupt:
                self.ended = INTERRUPTED
            finally:
                watch.stop()
        raise StudentError("stopped", self.ended)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.answer, name)

    def _prints(self) -> contextlib.AbstractContextManager[Any]:
        """What one call prints is shown; a print left in would else stand there for every input."""
        self.calls += 1
        return _first_prints() if self.calls == 1 else contextlib.redirect_stdout(io.StringIO())


@contextlib.contextmanager
def _first_prints() -> Iterator[None]:
    """Explain what a print shows that runs while the program is traced."""
    screen = _Screen(sys.stdout)
    try:
        with contextlib.redirect_stdout(screen):
            yield
    finally:
        if screen.traced:
            print(TRACED_PRINT)


class _Screen(io.TextIOBase):
    """Pass everything on, and note whether a traced array was printed."""

    def __init__(self, out: TextIO) -> None:
        self._out, self.traced = out, False

    def write(self, text: str) -> int:
        self.traced = self.traced or bool(_TRACER.search(text))
        return self._out.write(text)

    def flush(self) -> None:
        self._out.flush()


class _Watch:
    """Raises `Late` in the thread that made it once so much processor time has gone."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._caller = seconds, threading.get_ident()
        self._over, self._one_at_a_time = threading.Event(), threading.Lock()

    def __enter__(self) -> None:
        threading.Thread(target=self._look, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Nothing is raised from here on."""
        with self._one_at_a_time:
            if not self._over.is_set():
                self._over.set()
                _raise_in(self._caller, None)

    def _look(self) -> None:
        turn, limit = 0, process_time() + self._seconds
        while not self._over.wait(EVERY_S):
            if process_time() < limit:
                continue
            with self._one_at_a_time:
                if self._over.is_set():
                    return
                _raise_in(self._caller, Late)
            turn, limit = turn + 1, process_time() + AGAIN_S
            if turn == PATIENCE:
                print(UNREACHABLE, file=sys.stderr, flush=True)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise there, or take back what has not been raised yet."""
    value = ctypes.py_object(error) if error else ctypes.py_object()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
