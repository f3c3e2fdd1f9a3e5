"""The channel carries only data, even if student code writes to it."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.runner.sandbox import channel
from autograder.runner.sandbox.process import read_finding

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


def transmit(value: Any) -> Any:
    """Send a value through a socket as a frame and return the received value."""
    left, right = socket.socketpair()
    with left, right:
        blobs: list[bytes] = []
        channel.send(left, {"value": channel.encode(value, blobs)}, blobs)
        frame = channel.receive(right)
    assert frame is not None
    return channel.decode(frame[0]["value"], frame[1])


@given(PLAIN)
@settings(max_examples=100, deadline=None)
def test_plain_data_arrives_unchanged(value: Any) -> None:
    arrived = transmit(value)
    assert arrived == value
    assert repr(arrived) == repr(value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.zeros((0, 3), np.int8),
        np.array(True),
        np.array([1, np.nan], ml_dtypes.bfloat16),
    ],
)
def test_arrays_keep_bits_dtype_and_shape(array: np.ndarray[Any, Any]) -> None:
    arrived = transmit(array)
    assert (arrived.dtype, arrived.shape) == (array.dtype, array.shape)
    assert arrived.tobytes() == array.tobytes()


@pytest.mark.parametrize("thing", [object(), len, {1, 2}, np.array([object()]), np.array(["a"])])
def test_values_that_are_not_data_are_rejected(thing: Any) -> None:
    with pytest.raises(TypeError, match=r"not data|not a type of numbers"):
        channel.encode(thing, [])


@pytest.mark.parametrize(
    "node",
    [
        {},
        [1],
        {"pickle": "gASV"},
        {"array": 0, "dtype": "object", "shape": [1]},
        {"array": 0, "dtype": "O", "shape": [1]},
        {"array": 0, "dtype": "V8", "shape": [1]},
        {"array": 5, "dtype": "float32", "shape": [1]},
        {"array": 0, "dtype": "float32", "shape": [1 << 40]},
        {"array": 0, "dtype": "float32", "shape": [-1]},
        {"dict": [[{"list": []}, 1]]},
        {"tuple": 3},
        {"float": "import os"},
    ],
)
def test_forged_value_is_rejected(node: Any) -> None:
    with pytest.raises(channel.Malformed):
        channel.decode(node, [bytes(8)])


def test_number_of_empty_rows_is_limited() -> None:
    node = {"array": 0, "dtype": "float32", "shape": [1 << 8, 0, 1 << 8]}
    assert channel.decode(node, [b""]).shape == (1 << 8, 0, 1 << 8)
    with pytest.raises(channel.Malformed, match="rows"):
        channel.decode({**node, "shape": [1 << 8, 0, 1 << 9]}, [b""])


def test_deeply_nested_value_is_rejected() -> None:
    node: Any = 1
    for _ in range(100):
        node = {"list": [node]}
    with pytest.raises(channel.Malformed, match="nested"):
        channel.decode(node, [])


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack(">I", 1 << 31),
        struct.pack(">I", 3) + b"abc",
        struct.pack(">I", 2) + b"[]",
        struct.pack(">I", 2) + b"{}",
        struct.pack(">I", 15) + b'{"blobs": [-1]}',
        struct.pack(">I", 26) + json.dumps({"blobs": [1 << 40]}).encode().ljust(26),
    ],
)
def test_invalid_frame_is_rejected(frame: bytes) -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(frame)
        with pytest.raises(channel.Malformed):
            channel.receive(right)


def test_finding_from_the_worker_cannot_pass() -> None:
    forged = {"property": "values", "passed": True, "message": "<b>" * 5000, "got": 3}
    finding = read_finding(forged)
    assert not finding.passed
    assert len(finding.message) == 2000
    assert finding.got == ""
    assert read_finding("nonsense").message
