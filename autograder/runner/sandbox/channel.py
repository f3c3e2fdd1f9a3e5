"""Exchange plain data between two processes that do not trust each other.

A frame (a message) consists of a length, a JSON header and raw bytes. Arrays are sent as raw bytes
with a dtype and a shape. Lists, tuples and dicts are sent as JSON objects. Pickle is not used,
because loading a pickle executes code. `decode` returns only plain data: numbers, booleans,
strings, None, `...`, lists, tuples, dicts, arrays and specs of arrays.
"""

import contextlib
import json
import math
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.core.inputs.generator import ArraySpec

_LENGTH = struct.Struct(">I")
_DTYPE_KINDS = "biufc"  # NumPy's codes of bool, integer, float and complex types
_NARROW_DTYPES = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "int4")

Guard = Callable[[], None]  # raises an error if the other process exceeds a limit
Admit = Callable[[int, int], None]  # receives the numbers of JSON characters and raw bytes to read


class Malformed(Exception):
    """The process at the other end of the channel violated the protocol."""


@dataclass(frozen=True)
class SizeLimit:
    """Maximum size of an answer, in JSON characters (slow to parse) and in raw bytes."""

    json_chars: int
    blob_bytes: int

    def admit(self, json_chars: int, blob_bytes: int) -> None:
        """Raise Malformed if an answer of this size exceeds the limit."""
        if json_chars > self.json_chars:
            raise Malformed(f"an answer is longer than {self.json_chars >> 10} kB")
        if blob_bytes > self.blob_bytes:
            raise Malformed(f"an answer is larger than {self.blob_bytes >> 20} MB")


SMALL = SizeLimit(64 << 10, 1 << 20)  # results of calls, values, messages to a device
PROGRAMS = SizeLimit(1 << 20, 128 << 20)
RESULTS = SizeLimit(64 << 10, 256 << 20)
REQUESTS = SizeLimit(16 << 20, 256 << 20)  # requests of the judge, such as the text of a cell


def send(
    sock: socket.socket, header: dict[str, Any], blobs: list[bytes], guard: Guard | None = None
) -> None:
    """Send one frame. `guard` is called at intervals of the socket's timeout or more."""
    text = json.dumps({**header, "blobs": [len(blob) for blob in blobs]}).encode()
    for part in (_LENGTH.pack(len(text)) + text, *blobs):
        view, timer = memoryview(part), _GuardTimer(sock, guard)
        while view:
            with contextlib.suppress(TimeoutError):
                view = view[sock.send(view) :]
            timer()


def receive(
    sock: socket.socket, guard: Guard | None = None, admit: Admit = REQUESTS.admit
) -> tuple[dict[str, Any], list[bytes]] | None:
    """Receive one frame, or return None if the channel was closed before the frame.

    Raise EOFError if the channel is closed in the middle of a frame, and Malformed if the frame is
    invalid. `admit` is called before the header is read, and again before all blobs are read.
    `guard` is called at intervals of the socket's timeout or more.
    """
    prefix = _receive_bytes(sock, _LENGTH.size, guard, may_end=True)
    if prefix is None:
        return None
    (length,) = _LENGTH.unpack(prefix)
    admit(length, 0)
    text = _receive_bytes(sock, length, guard) or b""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("an answer is not JSON") from None
    if not isinstance(header, dict):
        raise Malformed("an answer is not an object")
    sizes = header.pop("blobs", None)
    if not isinstance(sizes, list) or not all(type(n) is int and n >= 0 for n in sizes):
        raise Malformed("an answer lacks the sizes of its parts")
    admit(0, sum(sizes))
    return header, [_receive_bytes(sock, size, guard) or b"" for size in sizes]


class _GuardTimer:
    """Calls the guard, unless it was called less than one timeout of the socket ago.

    Calls on timeouts would not be enough: a process that sends single bytes causes no timeout.
    """

    def __init__(self, sock: socket.socket, guard: Guard | None) -> None:
        self._guard, self._every = guard, sock.gettimeout() or 0.0
        self._last = time.monotonic()

    def __call__(self) -> None:
        now = time.monotonic()
        if self._guard and now - self._last >= self._every:
            self._last = now
            self._guard()


def _receive_bytes(
    sock: socket.socket, size: int, guard: Guard | None, may_end: bool = False
) -> bytes | None:
    parts, timer = bytearray(), _GuardTimer(sock, guard)
    while len(parts) < size:
        timer()
        try:
            part = sock.recv(min(size - len(parts), 1 << 20))
        except TimeoutError:
            continue
        if not part:
            if may_end and not parts:
                return None
            raise EOFError("the other side ended in the middle of an answer")
        parts += part
    return bytes(parts)


def encode(value: Any, blobs: list[bytes], depth: int = 0) -> Any:
    """Return a value as data for JSON, and append its arrays to `blobs`.

    Raise TypeError if the value is not data or is nested too deeply.
    """
    if depth > 32:
        raise TypeError("data nested deeper than 32 levels")
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, int | str):  # a subclass, for example an enumeration
        return int(value) if isinstance(value, int) else str(value)
    if isinstance(value, float) and not hasattr(value, "dtype"):
        value = float(value)
        return value if math.isfinite(value) else {"float": repr(value)}
    if type(value) is complex:
        return {"complex": [repr(value.real), repr(value.imag)]}
    if isinstance(value, list):
        return {"list": [encode(item, blobs, depth + 1) for item in value]}
    if isinstance(value, tuple):
        return {"tuple": [encode(item, blobs, depth + 1) for item in value]}
    if isinstance(value, dict):
        pairs = [
            (encode(k, blobs, depth + 1), encode(v, blobs, depth + 1)) for k, v in value.items()
        ]
        return {"dict": pairs}
    if value is ...:  # the student left the stub unchanged
        return {"stub": True}
    if type(value) is ArraySpec:
        return {"spec": value.dtype, "shape": list(value.shape)}
    return _encode_array(value, blobs)


def _encode_array(value: Any, blobs: list[bytes]) -> Any:
    if not (hasattr(value, "dtype") and hasattr(value, "shape")):
        raise TypeError(f"a {type(value).__name__}, which is not data")
    array = np.asarray(value)
    if array.dtype.kind not in _DTYPE_KINDS and array.dtype.name not in _NARROW_DTYPES:
        raise TypeError(f"an array of {array.dtype}, which is not a type of numbers")
    blobs.append(np.ascontiguousarray(array).tobytes())
    kind = "scalar" if isinstance(value, np.generic) else "array"
    return {kind: len(blobs) - 1, "dtype": array.dtype.name, "shape": list(array.shape)}


def decode(node: Any, blobs: list[bytes], depth: int = 0) -> Any:
    """Return the value that `encode` encoded, with read-only NumPy arrays.

    Raise Malformed if the data are invalid.
    """
    if depth > 40:
        raise Malformed("data nested too deeply")
    if node is None or isinstance(node, bool | int | float | str):
        return node
    if not isinstance(node, dict) or not node:
        raise Malformed("data of unknown form")
    kind, body = next(iter(node.items()))
    try:
        return _DECODERS[kind](node, body, blobs, depth + 1)
    except Malformed:
        raise
    except Exception:
        raise Malformed("data of unknown form") from None


def _decode_array(node: Any, body: Any, blobs: list[bytes], depth: int) -> Any:
    shape = tuple(node["shape"])
    if len(shape) > 32 or not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed("an array with an invalid shape")
    # Rows without elements take no bytes, so the limit on bytes does not limit the number of rows.
    if 0 in shape and math.prod(n or 1 for n in shape) > SMALL.json_chars:
        raise Malformed("an array without elements has too many rows")
    array = np.frombuffer(blobs[body], dtype=_dtype(node["dtype"])).reshape(shape)
    return array[()] if "scalar" in node else array


def _dtype(name: str) -> np.dtype[Any]:
    if name in _NARROW_DTYPES:
        import ml_dtypes

        narrow: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
        return narrow
    dtype: np.dtype[Any] = np.dtype(name)
    if dtype.kind not in _DTYPE_KINDS:
        raise Malformed("an array whose elements are not numbers")
    return dtype


def _decode_items(body: Any, blobs: list[bytes], depth: int) -> list[Any]:
    if not isinstance(body, list):
        raise Malformed("data of unknown form")
    return [decode(item, blobs, depth) for item in body]


_DECODERS: dict[str, Callable[[Any, Any, list[bytes], int], Any]] = {
    "list": lambda node, body, blobs, depth: _decode_items(body, blobs, depth),
    "tuple": lambda node, body, blobs, depth: tuple(_decode_items(body, blobs, depth)),
    "dict": lambda node, body, blobs, depth: {
        decode(k, blobs, depth): decode(v, blobs, depth) for k, v in body
    },
    "float": lambda node, body, blobs, depth: float(body),
    "complex": lambda node, body, blobs, depth: complex(float(body[0]), float(body[1])),
    "stub": lambda node, body, blobs, depth: ...,
    "spec": lambda node, body, blobs, depth: ArraySpec(str(body), tuple(map(int, node["shape"]))),
    "array": _decode_array,
    "scalar": _decode_array,
}
