"""A device that a check simulates: whoever answers sends it messages and never meets it.

The object, its script and its log stay on the judge's side. What an answer gets is a handle, whose
methods are messages; at home they go to the same object in this process.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from autograder.core.grading.plain_data import as_data
from autograder.core.inputs.tree import leaves
from autograder.core.messages.errors import StudentError

TURNS = 1_000  # messages of one call
ENTRIES = 4_096  # numbers and letters of one message
TOO_MANY = (
    f"The code sent the device more than {TURNS:,} messages. "
    "Look for a loop that waits for something that never comes."
)
TOO_LARGE = f"A message to the device holds at most {ENTRIES:,} numbers and letters."

Turn = Callable[[str, Sequence[Any]], Any]


class Device:
    """What an author derives a simulated machine from.

    Public methods are what an answer may call: with data, for data. `log` is a list of data, judged
    beside the answer. Other attributes are the script, shown for a public input; names with an
    underscore are never shown. A ValueError is what the device says to the caller. A method must
    take as long whatever it is handed: it runs at the judge.
    """

    @property
    def log(self) -> list[Any]:
        """What has happened, in order: what the author's methods append."""
        kept: list[Any] = self.__dict__.setdefault("_log", [])
        return kept

    def __repr__(self) -> str:
        script = {name: value for name, value in vars(self).items() if name[0] != "_"}
        words = ", ".join(f"{name}={value!r}" for name, value in script.items())
        return f"{type(self).__name__}({words})"


class Handle:
    """What an answer holds in the place of a device: its methods, and nothing else."""

    def __init__(self, methods: Sequence[str], turn: Turn) -> None:
        self.__methods, self.__turn = tuple(methods), turn

    def __getattr__(self, name: str) -> Any:
        if name not in self.__methods:
            known = ", ".join(f"{method}()" for method in self.__methods)
            raise AttributeError(f"The device has no `{name}`. It understands {known}.")
        return lambda *args: self.__turn(name, args)

    def __repr__(self) -> str:
        return "a simulated device"


class Simulator:
    """A device of its own for one call, and the messages that it still takes."""

    def __init__(self, device: Device) -> None:
        self._device = copy.deepcopy(device)
        self._left = TURNS
        self.methods = methods(device)

    @property
    def log(self) -> Any:
        """What the device has noted."""
        return as_data(self._device.log)

    def turn(self, method: str, args: Sequence[Any]) -> Any:
        """One message. StudentError where there are too many; ValueError is the device's no."""
        self._left -= 1
        if self._left < 0:
            raise StudentError("stopped", TOO_MANY)
        said = f"{method}({', '.join(map(repr, args))})"[:80] if _size(args) < 80 else f"{method}()"
        if method not in self.methods:
            raise ValueError(f"The device does not understand {said}.")
        if _size(args) > ENTRIES:
            raise ValueError(TOO_LARGE)
        try:
            return copy.deepcopy(as_data(getattr(self._device, method)(*args)))
        except ValueError:
            raise
        except Exception:  # its text may tell of the script
            raise ValueError(f"The device cannot do {said}.") from None


def methods(device: Device) -> list[str]:
    """What may be asked of it by message."""
    public = [name for name in dir(type(device)) if name[0] != "_"]
    return [name for name in public if callable(getattr(type(device), name))]


def _size(args: Sequence[Any]) -> int:
    """Numbers and letters, keys as well."""
    count = 0
    for path, leaf in leaves(tuple(args)):
        count += len(path) + (leaf.size if hasattr(leaf, "size") else len(str(leaf)))
    return count
