"""The warm process: it has imported JAX, and forks. It starts no backend and reads no student text.

    python -m autograder.runner.sandbox.inside.server CONTROL NESTING

NESTING is JSON: the namespaces that each fork gets of its own, and the folders that it keeps in
sight; empty where there is no sandbox.
Each message on the control socket is a role, its limits, and two descriptors: the channel on which
the judge talks to the new process, and the bond, which a second one holds that waits for it. A bond
that is closed ends the process and all it started; one that ended says how.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
from importlib import import_module
from typing import Any

import autograder.runner.jobs.preload  # noqa: F401  # before what it is for
from autograder.core.programs.mlir import warm_up
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import evaluator, worker
from autograder.runner.sandbox.limits import lower
from autograder.runner.sandbox.linux import huge_pages, namespaces, seccomp

ROLES = {"worker": worker.main, "evaluator": evaluator.main}
# All that an export or a run would import, less what makes a thread or a backend.
_WARM = (
    "jax.numpy",
    "jax.experimental.multihost_utils",
    "jax.extend.backend",
    "jax.extend.mlir",
    "jax.interpreters.mlir",
    "jaxlib.mlir.dialects.builtin",
    "jaxlib.mlir.dialects.mhlo",
    "jaxlib.mlir.passmanager",
    "scipy.linalg",
    "manylanes",
    "autograder.notebook.learner.experiment",
    "autograder.core.kinds.sharded",
    "autograder.core.programs.run",
    "autograder.core.programs.eight_devices",
    "autograder.core.messages.explain_error",
    "IPython.core.inputtransformer2",
)


def main() -> None:
    """Fork on request until the judge hangs up."""
    control = socket.socket(fileno=int(sys.argv[1]))
    nesting = json.loads(sys.argv[2])
    for name in _WARM:
        import_module(name)
    warm_up()
    gc.collect()
    gc.freeze()  # so that no fork writes to the pages that all of them share
    gc.enable()
    huge_pages.join()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    while True:
        text, handles, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not text:
            return
        if os.fork() == 0:
            control.close()
            os._exit(_wait(json.loads(text), nesting, *handles))
        for handle in handles:
            os.close(handle)


def _wait(request: dict[str, Any], nesting: dict[str, Any], line: int, held: int) -> int:
    """Stay with one process: end it when the bond is closed, and say how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    bond = socket.socket(fileno=held)
    try:
        if nesting:
            namespaces.enter(nesting["namespaces"])
        pid = os.fork()
    except OSError as error:
        _tell(bond, {"broken": str(error)})
        return 1
    if pid == 0:
        bond.close()
        os._exit(_live(request, nesting, line))
    os.close(line)
    _tell(bond, {"forked": True})
    waiting: list[Any] = [bond, os.pidfd_open(pid)]
    select.select(waiting, [], [])
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL) if nesting else os.killpg(pid, signal.SIGKILL)
    _tell(bond, {"code": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])})
    return 0


def _tell(bond: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # nobody listens any more
        bond.send(json.dumps(message).encode())


def _live(request: dict[str, Any], nesting: dict[str, Any], line: int) -> int:
    """The new process: alone, bounded, filtered; then it answers the judge."""
    sock = socket.socket(fileno=line)
    sock.set_inheritable(False)
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        os.closerange(3, line)
        os.closerange(line + 1, os.sysconf("SC_OPEN_MAX"))
        if nesting:
            namespaces.confine(request["limits"]["file_bytes"], nesting["keep"])
            seccomp.install()
        lower(request["limits"])
    except OSError as error:
        channel.send(sock, {"broken": str(error)}, [])
        return 1
    ROLES[request["role"]](sock)
    return 0


if __name__ == "__main__":
    main()
