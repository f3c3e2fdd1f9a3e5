"""The evaluator, a process that runs exported programs.

An evaluator contains no Python code of the student, no secret and no expected value. It handles
these requests:

- `freeze` converts exports to canonical form.
- `run` runs a canonical program on inputs.
- `call` runs the program that one call of a declared series compiles.
- `origin` finds the operation that produced the first NaN or infinity.
- `cost` computes the cost of a program.

An evaluator for `freeze` never receives inputs. An evaluator for the other requests receives only
the canonical programs and inputs of one task.
"""

import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from autograder.core.grading.budget import MEASURES, most_expensive
from autograder.core.kinds import find_kind
from autograder.core.messages.errors import StudentError
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import child
from autograder.runner.sandbox.inside.student_cells import error_as_finding

TOO_LARGE = "The answer is many times larger than expected."
Operation = Callable[[dict[str, Any], list[bytes]], child.Answer]


@lru_cache(maxsize=64)
def _load(program: bytes, kind: str) -> Any:
    return find_kind(kind).load(program)


def freeze(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """For each exported program, return the canonical form or an error. Convert equal ones once."""
    made: dict[bytes, dict[str, Any]] = {}
    out: list[bytes] = []
    for artifact in dict.fromkeys(blobs):
        try:
            program = find_kind(request["kind"]).canonical(artifact)
        except Exception as error:
            made[artifact] = {"error": error_as_finding(error)}
        else:
            made[artifact] = {"program": len(out)}
            out.append(program)
    return {"answers": [made[artifact] for artifact in blobs]}, out


def run(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Run a program. Return its results, the trip counts that depend on inputs, and its dtypes.

    Raise StudentError if the results have more bytes than the request allows.
    """
    out: list[bytes] = []
    program = _load(blobs[0], request["kind"])
    outcome = program.run(channel.decode(request["inputs"], blobs))
    result = _encode_result(outcome.results, out, request["most"])
    rounds = [[number, count] for number, count in outcome.rounds.items()]
    return {"result": result, "rounds": rounds, **_types(program)}, out


def call(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Run the program that one call of a declared series compiles.

    Return the results for each subset of the call's arguments that fits the program's parameters,
    up to a limit, and the program's dtypes. Raise StudentError if the results are too large.
    """
    out: list[bytes] = []
    program = _load(blobs[0], request["kind"])
    results = program.run_call(channel.decode(request["values"], blobs))
    result = _encode_result(results, out, request["most"])
    return {"result": result, **_types(program)}, out


def _types(program: Any) -> dict[str, list[str]]:
    return {"dtypes": sorted(program.dtypes), "sums": sorted(program.sums)}


def _encode_result(result: Any, out: list[bytes], most: int) -> Any:
    before = len(out)
    encoded = channel.encode(result, out)
    if sum(map(len, out[before:])) > most:
        del out[before:]
        raise StudentError("long", TOO_LARGE)
    return encoded


def origin(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Return a sentence about the operation that produced the first NaN or infinity, or ""."""
    program = _load(blobs[0], request["kind"])
    return {"origin": program.origin(channel.decode(request["inputs"], blobs))}, []


def cost(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Return each cost measure at its maximum over all runs, given the trip counts in each run."""
    program = _load(blobs[0], request["kind"])
    most = most_expensive(program, [dict(counted) for counted in request["runs"]])
    numbers = {name: float(getattr(most, name)) for name in MEASURES}
    return {**numbers, "unknown": [str(name) for name in most.unknown]}, []


OPERATIONS: dict[str, Operation] = {
    each.__name__: each for each in (freeze, run, call, origin, cost)
}


def handle(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Answer one request. If an exception is raised, the answer describes it."""
    try:
        return OPERATIONS[request["op"]](request, blobs)
    except Exception as error:
        return {"error": error_as_finding(error)}, []


def main(sock: socket.socket) -> None:
    """Answer requests until the judge closes the channel."""
    child.serve(sock, handle)
