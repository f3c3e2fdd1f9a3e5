"""Simulated devices for interactive tasks. An answer can only exchange messages with a device.

The answer gets a handle whose methods send messages. In grading, the device with its attributes and
its log stays in the judge's process. In a notebook, the device is in the same process as the
answer.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.plain_data import as_data
from autograder.core.inputs.tree import leaves
from autograder.core.messages.errors import StudentError

MAX_MESSAGES = 1_000  # maximum number of messages in one call of an answer
MAX_ENTRIES = 4_096  # limit for the numbers and characters in one message
TOO_MANY = (
    f"The code sent the device more than {MAX_MESSAGES:,} messages. "
    "Look for a loop that waits for an event that never occurs."
)
TOO_LARGE = f"A message to the device contains at most {MAX_ENTRIES:,} numbers and characters."

SendMessage = Callable[[str, Sequence[Any]], Any]


class Device:
    """Base class of simulated devices, for authors of interactive tasks.

    An answer may call the public methods, which take and return data. `log` is a list of data that
    is judged together with the result of the answer. The other attributes determine what the device
    does. For public inputs, reports show every attribute whose name does not start with an
    underscore. A method raises ValueError to report an error to the caller. Methods run in the
    judge's process, so their running time must not depend on the arguments.
    """

    @property
    def log(self) -> list[Any]:
        """The events that the author's methods have recorded so far."""
        log: list[Any] = self.__dict__.setdefault("_log", [])
        return log

    def __repr__(self) -> str:
        script = {name: value for name, value in vars(self).items() if name[0] != "_"}
        words = ", ".join(f"{name}={value!r}" for name, value in script.items())
        return f"{type(self).__name__}({words})"


class Handle:
    """The object that an answer receives in place of a device, with methods that send messages."""

    def __init__(self, methods: Sequence[str], send: SendMessage) -> None:
        self.__methods, self.__send = tuple(methods), send

    def __getattr__(self, name: str) -> Any:
        if name not in self.__methods:
            methods = ", ".join(f"{method}()" for method in self.__methods)
            raise AttributeError(f"The device has no method `{name}`. Its methods are {methods}.")
        return lambda *args: self.__send(name, args)

    def __repr__(self) -> str:
        return "a simulated device"


class Simulator:
    """A copy of a device for one call, with a limit on the number of messages."""

    def __init__(self, device: Device) -> None:
        self._device = copy.deepcopy(device)
        self._messages_left = MAX_MESSAGES
        self.methods = public_methods(device)

    @property
    def log(self) -> Any:
        """The log of the device as plain data."""
        return as_data(self._device.log)

    def send(self, method: str, args: Sequence[Any]) -> Any:
        """Call a method of the device, and return a copy of its result as plain data.

        Raise StudentError after MAX_MESSAGES messages. Raise ValueError if the method is unknown,
        the message is too large, or the device raises an error.
        """
        self._messages_left -= 1
        if self._messages_left < 0:
            raise StudentError("stopped", TOO_MANY)
        call = f"{method}({', '.join(map(repr, args))})"[:80] if _size(args) < 80 else f"{method}()"
        if method not in self.methods:
            raise ValueError(f"The device does not understand {call}.")
        if _size(args) > MAX_ENTRIES:
            raise ValueError(TOO_LARGE)
        try:
            return copy.deepcopy(as_data(getattr(self._device, method)(*args)))
        except ValueError:
            raise
        except Exception:  # the error message may reveal attributes of the device
            raise ValueError(f"The device cannot do {call}.") from None


def public_methods(device: Device) -> list[str]:
    """Return the sorted names of the methods that an answer may call."""
    public = [name for name in dir(type(device)) if name[0] != "_"]
    return [name for name in public if callable(getattr(type(device), name))]


def _size(args: Sequence[Any]) -> int:
    """Count the array elements and characters in arguments, including their keys and indices."""
    count = 0
    for path, leaf in leaves(tuple(args)):
        count += len(path) + (leaf.size if hasattr(leaf, "size") else len(str(leaf)))
    return count
