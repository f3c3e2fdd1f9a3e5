"""The process that runs a student's program on hidden inputs. Our code only; no expected value.

It answers `run` (a program on arrays), `cost` (counted, not timed) and `count` (how many of
these programs differ). One such process serves one submission: a program that breaks it out of
its bounds harms nobody else.
"""

import socket
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from autograder._budget import MEASURES
from autograder._program import artifact_cost, count_programs, load_program
from autograder.wall import _channel, _child
from autograder.wall._cells import finding

Operation = Callable[[dict[str, Any], list[bytes]], _child.Answer]


@lru_cache(maxsize=64)
def _load(artifact: bytes) -> Callable[[Sequence[Any]], Any]:
    return load_program(artifact)


def run(request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """Exactly these bytes on these arrays."""
    out: list[bytes] = []
    result = _load(blobs[0])(_channel.decode(request["inputs"], blobs))
    return {"result": _channel.encode(result, out)}, out


def cost(request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """What the program costs, counted on these very bytes."""
    found = artifact_cost(blobs[0])
    numbers = {name: float(getattr(found, name)) for name in MEASURES}
    return {**numbers, "unknown": [str(name) for name in found.unknown]}, []


def count(request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """How many of these programs differ."""
    return {"count": count_programs(blobs)}, []


OPERATIONS: dict[str, Operation] = {"run": run, "cost": cost, "count": count}


def handle(request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """One request; what a program raises is an answer, not the end."""
    try:
        return OPERATIONS[request["op"]](request, blobs)
    except Exception as error:
        return {"error": finding(error)}, []


def main(sock: socket.socket) -> None:
    """Answer requests until the judge hangs up."""
    _child.serve(sock, handle)
