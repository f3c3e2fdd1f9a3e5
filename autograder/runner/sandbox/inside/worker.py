"""The process that runs a student's cells. It holds no expected value, no test and no secret.

It answers `cell` (run one), `export` (a function as StableHLO bytes at given shapes), `call`
(the result of one call, as data), `play` (the same, with messages to the judge on the way) and
`value` (a variable, as data).
"""

import builtins
import json
import random
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from threading import Lock
from types import ModuleType
from typing import Any

import jax
import numpy as np

import autograder
from autograder.core.course.overwritten_names import IMPORTED, Overwritten
from autograder.core.grading.device import Handle
from autograder.core.grading.plain_data import as_data
from autograder.core.inputs.student_parameters import figures, name_student
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import undefined
from autograder.core.programs.export import Exported, export_call, export_program
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import child
from autograder.runner.sandbox.inside.student_cells import Magic, finding, nothing, run_cell

LONG = (
    f"The answer is too long to be read: {channel.PLAIN.letters >> 10} kB of numbers and words and"
    f" {channel.PLAIN.raw >> 20} MB of arrays are the most."
)
BOUND: set[str] = set()  # names of answers that the student's cells have bound
Space = dict[str, Any]
Operation = Callable[[Space, dict[str, Any], list[bytes]], child.Answer]


def cell(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Run one cell and report the statements that failed. The next cell runs in any case."""
    asked, unit = request.get("asked", ()), request.get("unit", ())
    return run_cell(request["source"], request["name"], space, asked, unit, BOUND), []


def export(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """A function as one program for each signature."""
    function, make = space[request["names"][0]], MAKERS[request["how"]]
    answers: list[dict[str, Any]] = []
    out: list[bytes] = []
    notes: list[str] = []
    for signature in channel.decode(request["signatures"], blobs):
        try:
            program = make(function, signature)
        except BaseException as error:
            answers.append({"error": finding(error)})
            continue
        tree = channel.encode(program.tree, [])
        answers.append({"program": len(out), "tree": tree})
        out.append(program.artifact)
        notes += [note for note in program.notes if note not in notes]
    return {"answers": answers, "notes": notes}, out


def call(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """One call on plain data."""
    return _called(space[request["names"][0]], channel.decode(request["args"], blobs))


def _called(function: Callable[..., Any], args: list[Any]) -> child.Answer:
    try:
        result = function(*args)
    except BaseException as error:
        return {"error": finding(error)}, []
    return _data(result)


def play(
    space: Space, request: dict[str, Any], blobs: list[bytes], ask: Callable[..., child.Answer]
) -> child.Answer:
    """A call like any other, with a handle whose every method is a message to the judge."""

    def turn(method: str, args: Sequence[Any]) -> Any:
        out: list[bytes] = []
        encoded = channel.encode(list(args), out)
        reply, data = ask({"turn": {"method": method, "args": encoded}}, out)
        if "no" in reply:
            raise ValueError(reply["no"])
        return channel.decode(reply["result"], data)

    args = channel.decode(request["args"], blobs)
    args[request["place"]] = Handle(request["methods"], turn)
    return _called(space[request["names"][0]], args)


def value(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Variables, in the order asked for."""
    return _data(tuple(space[name] for name in request["names"]))


def _data(result: Any) -> child.Answer:
    blobs: list[bytes] = []
    try:
        encoded = channel.encode(as_data(result), blobs)
        if _long(encoded, blobs):
            raise StudentError("long", LONG)
        return {"result": encoded}, blobs
    except BaseException as error:  # a student's own methods run here too
        return {"error": finding(error)}, []


def _long(encoded: Any, blobs: list[bytes]) -> bool:
    """Whether the judge would not read it; it says so in words that are less kind."""
    room = channel.PLAIN
    return len(json.dumps(encoded)) > room.letters - 1024 or sum(map(len, blobs)) > room.raw


OPERATIONS: dict[str, Operation] = {"cell": cell, "export": export, "call": call, "value": value}
# A graded case fixes its arguments; a series of calls is compiled as the student's own jit does.
MAKERS: dict[str, Callable[..., Exported]] = {
    "case": export_program,
    "call": export_call,
}


def _namespace() -> Space:
    """What a student's notebook has after its first cell; checking is the judge's business."""
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    # Built-in names of their own: whoever patches `max` patches it for their own code.
    sys.modules["builtins"] = own = ModuleType("builtins", builtins.__doc__)
    own.__dict__.update(vars(builtins))
    shell = Magic()
    quiet = dict.fromkeys({*IMPORTED} - {"figures"}, nothing)
    for name, function in quiet.items():
        setattr(autograder, name, function)
    # The same draws whenever it is graded: what luck decides, it decides once for all.
    random.seed(0)
    np.random.seed(0)
    names: Space = {"__builtins__": own, "figures": figures, "display": nothing}
    main.__dict__.update(names, **quiet, get_ipython=lambda: shell)
    return main.__dict__


def main(sock: socket.socket) -> None:
    """Answer requests until the judge hangs up."""
    space = _namespace()
    overwritten = Overwritten(space)

    alone = Lock()  # a learner's threads may all talk to the device

    def ask(message: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        with alone:
            channel.send(sock, message, blobs)
            reply = channel.receive(sock)
        if reply is None:
            raise EOFError("the judge has gone")
        return reply

    def handle(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        # A GPU that a cell asks for is the learner's own. Programs are made for it all the same.
        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_platform_name", "")
        if request["op"] == "student":
            name_student(request["name"])
            return {}, []
        if request.get("given"):
            with overwritten.by(request["given"]):
                return cell(space, request, blobs)
        with overwritten.as_at(request["task"]) if "task" in request else nullcontext():
            return answer(request, blobs)

    def answer(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        missing = [n for n in request.get("names", []) if n not in space]
        if missing:
            return {"error": asdict(undefined(missing[0], [str(key) for key in space]))}, []
        if request["op"] == "play":
            return play(space, request, blobs, ask)
        return OPERATIONS[request["op"]](space, request, blobs)

    child.serve(sock, handle)
