"""Run answers that use a simulated device, and gather their results and the device's log.

The worker process runs the answer, and the judge's process simulates the device.
"""

from collections.abc import Sequence
from typing import Any

from autograder.core.grading.check import Check
from autograder.core.grading.device import Simulator
from autograder.core.grading.evidence import Evidence
from autograder.core.inputs.cases import Case
from autograder.core.kinds.interactive import create_simulator
from autograder.core.messages.errors import StudentError
from autograder.core.messages.verdict import Finding
from autograder.runner.judge.calls import call_each
from autograder.runner.judge.cell_runner import Runner
from autograder.runner.judge.run_programs import read_result
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.process import Reply
from autograder.runner.sandbox.sandbox_errors import StudentCodeStopped


def gather_interactions(check: Check, cases: Sequence[Case], runner: Runner) -> Evidence:
    """Call the student's function once for each case, each time with a new device."""

    def play(case: Case) -> Any:
        place, simulator = create_simulator(case)
        args = [None if at == place else arg for at, arg in enumerate(case.args)]
        blobs: list[bytes] = []
        request = {
            "op": "play",
            "task": check.task,
            "names": list(check.names),
            "args": channel.encode(args, blobs),
        }
        request |= {"place": place, "methods": simulator.methods}
        reply = runner.ask(request, blobs, lambda *message: _turn(simulator, *message))
        result = read_result(reply)
        return result if isinstance(result, Finding) else (result, simulator.log)

    return call_each(cases, play)


def _turn(simulator: Simulator, message: dict[str, Any], blobs: list[bytes]) -> Reply:
    """Send an untrusted message to the device and return the device's result or its error.

    Raise StudentCodeStopped after too many messages, and Malformed if the message is invalid.
    """
    turn = message["turn"]
    args = channel.decode(turn.get("args") if isinstance(turn, dict) else None, blobs)
    if not isinstance(args, list) or not isinstance(turn.get("method"), str):
        raise channel.Malformed("a message of unknown form")
    out: list[bytes] = []
    try:
        result = simulator.send(turn["method"], args)
    except StudentError as error:
        raise StudentCodeStopped(str(error)) from None
    except ValueError as error:
        return {"no": str(error)}, []
    return {"result": channel.encode(result, out)}, out
