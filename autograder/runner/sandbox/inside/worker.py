"""The worker, a process that runs a student's cells.

A worker contains no expected value, no test and no secret. It handles these requests:

- `student` sets the student whose parameters are drawn.
- `cell` runs a cell.
- `export` exports a function as StableHLO bytes for given shapes.
- `call` calls a function and returns its result as data.
- `play` calls a function that exchanges messages with the judge.
- `value` returns the value of a variable as data.
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
from autograder.core.messages.explain_error import undefined_finding
from autograder.core.programs.export import Exported, export_call, export_program
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import child
from autograder.runner.sandbox.inside.student_cells import (
    Magic,
    do_nothing,
    error_as_finding,
    run_cell,
)

TOO_LONG = (
    f"The answer is too long to be read. At most {channel.SMALL.json_chars >> 10} kB of numbers and"
    f" strings and {channel.SMALL.blob_bytes >> 20} MB of arrays are allowed."
)
BOUND: set[str] = set()  # names of answers that the student's cells have assigned
Space = dict[str, Any]
Operation = Callable[[Space, dict[str, Any], list[bytes]], child.Answer]


def cell(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Run one cell. Return its errors, and whether the last error ended the cell."""
    required_names, unit = request.get("required_names", ()), request.get("unit", ())
    return run_cell(request["source"], request["name"], space, required_names, unit, BOUND), []


def export(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Export a function once for each signature. Return programs or errors, and distinct notes."""
    function, export_one = space[request["names"][0]], EXPORTERS[request["how"]]
    answers: list[dict[str, Any]] = []
    out: list[bytes] = []
    notes: list[str] = []
    for signature in channel.decode(request["signatures"], blobs):
        try:
            program = export_one(function, signature)
        except BaseException as error:
            answers.append({"error": error_as_finding(error)})
            continue
        tree = channel.encode(program.tree, [])
        answers.append({"program": len(out), "tree": tree})
        out.append(program.artifact)
        notes += [note for note in program.notes if note not in notes]
    return {"answers": answers, "notes": notes}, out


def call(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Call a function once and return its result or its error as data."""
    return _call_function(space[request["names"][0]], channel.decode(request["args"], blobs))


def _call_function(function: Callable[..., Any], args: list[Any]) -> child.Answer:
    try:
        result = function(*args)
    except BaseException as error:
        return {"error": error_as_finding(error)}, []
    return _encode_answer(result)


def play(
    space: Space, request: dict[str, Any], blobs: list[bytes], ask: Callable[..., child.Answer]
) -> child.Answer:
    """Call a function that uses a simulated device, and return its result or its error as data.

    The function receives a handle, whose methods send messages to the device in the judge. A method
    raises ValueError if the device reports an error.
    """

    def turn(method: str, args: Sequence[Any]) -> Any:
        out: list[bytes] = []
        encoded = channel.encode(list(args), out)
        reply, data = ask({"turn": {"method": method, "args": encoded}}, out)
        if "no" in reply:
            raise ValueError(reply["no"])
        return channel.decode(reply["result"], data)

    args = channel.decode(request["args"], blobs)
    args[request["place"]] = Handle(request["methods"], turn)
    return _call_function(space[request["names"][0]], args)


def value(space: Space, request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
    """Return the values of the requested variables, in order."""
    return _encode_answer(tuple(space[name] for name in request["names"]))


def _encode_answer(result: Any) -> child.Answer:
    blobs: list[bytes] = []
    try:
        encoded = channel.encode(as_data(result), blobs)
        if _is_too_long(encoded, blobs):
            raise StudentError("long", TOO_LONG)
        return {"result": encoded}, blobs
    except BaseException as error:  # encoding may call methods of student code
        return {"error": error_as_finding(error)}, []


def _is_too_long(encoded: Any, blobs: list[bytes]) -> bool:
    """Return True if the answer exceeds the judge's limits, less 1,024 characters for the frame.

    The judge checks its limits as well, but its message is less helpful.
    """
    size_limit = channel.SMALL
    return (
        len(json.dumps(encoded)) > size_limit.json_chars - 1024
        or sum(map(len, blobs)) > size_limit.blob_bytes
    )


OPERATIONS: dict[str, Operation] = {"cell": cell, "export": export, "call": call, "value": value}
# "case": arguments that are not arrays are constants of the program.
# "call": the program is the one that the student's own `jit` compiles.
EXPORTERS: dict[str, Callable[..., Exported]] = {
    "case": export_program,
    "call": export_call,
}


def _namespace() -> Space:
    """Return the namespace of a new `__main__`, with the names of a notebook's first cell.

    Functions such as `check` and `hint` do nothing, there and in the package `autograder`. The
    module `builtins` is replaced by a copy, and the random number generators get fixed seeds.
    """
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    # Student code gets a copy of the built-ins, so that patching `max` affects only that code.
    sys.modules["builtins"] = own = ModuleType("builtins", builtins.__doc__)
    own.__dict__.update(vars(builtins))
    shell = Magic()
    disabled = dict.fromkeys({*IMPORTED} - {"figures"}, do_nothing)
    for name, function in disabled.items():
        setattr(autograder, name, function)
    # Fixed seeds, so that every grading run draws the same numbers.
    random.seed(0)
    np.random.seed(0)
    names: Space = {"__builtins__": own, "figures": figures, "display": do_nothing}
    main.__dict__.update(names, **disabled, get_ipython=lambda: shell)
    return main.__dict__


def main(sock: socket.socket) -> None:
    """Answer requests until the judge closes the channel."""
    space = _namespace()
    overwritten = Overwritten(space)

    lock = Lock()  # several threads of student code may send messages

    def ask(message: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        with lock:
            channel.send(sock, message, blobs)
            reply = channel.receive(sock)
        if reply is None:
            raise EOFError("the judge closed the channel")
        return reply

    def handle(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        # Export for the CPU even if a cell has configured JAX to use the student's GPU.
        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_platform_name", "")
        if request["op"] == "student":
            name_student(request["name"])
            return {}, []
        if request.get("given"):
            with overwritten.record_changes(request["given"]):
                return cell(space, request, blobs)
        with (
            overwritten.undo_later_changes(request["task"]) if "task" in request else nullcontext()
        ):
            return answer(request, blobs)

    def answer(request: dict[str, Any], blobs: list[bytes]) -> child.Answer:
        missing = [n for n in request.get("names", []) if n not in space]
        if missing:
            return {"error": asdict(undefined_finding(missing[0], [str(key) for key in space]))}, []
        if request["op"] == "play":
            return play(space, request, blobs, ask)
        return OPERATIONS[request["op"]](space, request, blobs)

    child.serve(sock, handle)
