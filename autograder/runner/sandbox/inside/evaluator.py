"""The process that meets programs. Our code only; no expected value, no secret, no student Python.

It answers `freeze` (exports in their canonical form), `run` (a canonical program on rows of
arrays), `call` (one of a series of calls), `origin` (of what is no number) and `cost` (counted,
not timed). The process that freezes
never sees an input, and the one that runs has met no other bytes than one task's canonical
programs.
"""

import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from autograder.core.grading.budget import MEASURES, most_expensive
from autograder.core.kinds import kind_called
from autograder.core.messages.errors import StudentError
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import child
from autograder.runner.sandbox.inside.student_cells import finding

LARGE = "The answer is many times larger than the one that was asked for."
Operation = Callable[[dict[str, Any], list[bytes]], child.Answer]


@lru_cache(maxsize=64)
def _load(program: bytes, kind: str) -> Any:
    return kind_called(kind).load(program)


def freeze(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Each export in its canonical form, or why it may not be graded; the same ones once."""
    made: dict[bytes, dict[str, Any]] = {}
    out: list[bytes] = []
    for artifact in dict.fromkeys(blobs):
        try:
            program = kind_called(request["kind"]).canonical(artifact)
        except Exception as error:
            made[artifact] = {"error": finding(error)}
        else:
            made[artifact] = {"program": len(out)}
            out.append(program)
    return {"answers": [made[artifact] for artifact in blobs]}, out


def run(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Exactly these bytes on each row of arrays, or on the first alone, if that takes a while."""
    out: list[bytes] = []
    program = _load(blobs[0], request["kind"])
    rows = request["rows"] if program.quick and not request["compiled"] else request["rows"][:1]
    answers = [_ran(program, row, request["compiled"], blobs, out) for row in rows]
    return {"answers": answers, **_types(program)}, out


def _ran(
    program: Any, row: Any, compiled: bool, blobs: list[bytes], out: list[bytes]
) -> dict[str, Any]:
    inputs, most = row
    try:
        ran = program.run(channel.decode(inputs, blobs), compiled=compiled)
        result = _encoded(ran.results, out, most)
    except Exception as error:
        return {"error": finding(error)}
    return {"result": result, "rounds": [[number, count] for number, count in ran.rounds.items()]}


def call(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """The same of a program of the stated calls: all that comes of the values that fit it."""
    out: list[bytes] = []
    program = _load(blobs[0], request["kind"])
    values = channel.decode(request["values"], blobs)
    results = program.run_call(values, compiled=request["compiled"])
    result = _encoded(results, out, request["most"])
    return {"result": result, **_types(program)}, out


def _types(program: Any) -> dict[str, list[str]]:
    return {"dtypes": sorted(program.dtypes), "sums": sorted(program.sums)}


def _encoded(result: Any, out: list[bytes], most: int) -> Any:
    before = len(out)
    encoded = channel.encode(result, out)
    if sum(map(len, out[before:])) > most:
        del out[before:]
        raise StudentError("long", LARGE)
    return encoded


def origin(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Where an entry that is no finite number comes from."""
    program = _load(blobs[0], request["kind"])
    return {"origin": program.origin(channel.decode(request["inputs"], blobs))}, []


def cost(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """What the program costs, counted on these very bytes and on the rounds of its runs."""
    program = _load(blobs[0], request["kind"])
    found = most_expensive(program, [dict(counted) for counted in request["runs"]])
    numbers = {name: float(getattr(found, name)) for name in MEASURES}
    return {**numbers, "unknown": [str(name) for name in found.unknown]}, []


OPERATIONS: dict[str, Operation] = {
    each.__name__: each for each in (freeze, run, call, origin, cost)
}


def handle(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """One request; what a program raises is an answer, not the end."""
    try:
        return OPERATIONS[request["op"]](request, blobs)
    except Exception as error:
        return {"error": finding(error)}, []


def main(sock: socket.socket) -> None:
    """Answer requests until the judge hangs up."""
    child.serve(sock, handle)
