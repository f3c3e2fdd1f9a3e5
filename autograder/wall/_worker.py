"""The process that runs a student's cells. It holds no expected value, no test and no secret.

It answers `cell` (run one), `export` (a function as StableHLO bytes at given shapes), `call`
(the result of one call, as data) and `value` (a variable, as data).
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import autograder
from autograder._budget import Budget
from autograder._figures import figures, name_student
from autograder.wall import _channel, _child
from autograder.wall._cells import Magic, describe, nothing, run_cell

Space = dict[str, Any]
Operation = Callable[[Space, dict[str, Any], list[bytes]], _child.Answer]


def cell(space: Space, request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """Run one cell, as a notebook does: what it raised is noted, and the next cell still runs."""
    return {"error": run_cell(request["source"], request["name"], space)}, []


def call(space: Space, request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """One call on plain data."""
    try:
        result = space[request["name"]](*_channel.decode(request["args"], blobs))
    except BaseException as error:
        return {"error": describe(error)}, []
    return _data(result)


def value(space: Space, request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
    """A variable."""
    return _data(space[request["name"]]) if request["name"] in space else ({"missing": True}, [])


def _data(result: Any) -> _child.Answer:
    blobs: list[bytes] = []
    try:
        return {"result": _channel.encode(result, blobs)}, blobs
    except BaseException as error:  # encoding runs a student's own methods
        return {"not_data": describe(error)["message"]}, []


OPERATIONS: dict[str, Operation] = {"cell": cell, "call": call, "value": value}


def _namespace() -> Space:
    """What a student's notebook has after its first cell; checking is the judge's business."""
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    shell = Magic()
    quiet = {name: nothing for name in ("check", "hint", "start")}
    for name, function in quiet.items():
        setattr(autograder, name, function)
    names: Space = {"Budget": Budget, "figures": figures, "display": nothing}
    main.__dict__.update(names, **quiet, get_ipython=lambda: shell)
    return main.__dict__


def main() -> None:
    """Answer requests until the judge hangs up."""
    sock = _child.connect()
    import jax  # noqa: F401  # before student text arrives, so that its time is ours

    space = _namespace()

    def handle(request: dict[str, Any], blobs: list[bytes]) -> _child.Answer:
        if request["op"] == "student":
            name_student(request["name"])
            return {}, []
        return OPERATIONS[request["op"]](space, request, blobs)

    _child.serve(sock, handle)


if __name__ == "__main__":
    main()
