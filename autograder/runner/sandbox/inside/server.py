"""The fork server, a process that has imported JAX and forks sandboxed processes on request.

    python -m autograder.runner.sandbox.inside.server CONTROL NESTING

CONTROL is the descriptor of the socket that carries the requests. NESTING is a JSON object with the
namespaces that each fork gets and the folders that stay visible. Without a sandbox, the object is
empty. The server starts no JAX backend and reads no student text.

For each message on the control socket, the server forks a supervisor, which forks a process. The
message contains a role, its limits and two descriptors. The first descriptor is the channel between
the judge and the new process. The second descriptor is the lifeline, a socket on which the
supervisor reports the start, a failure to start and the exit code. When the judge closes the
lifeline, the supervisor ends the process and its descendants. Without a sandbox, it ends only those
in the same process group.
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

import autograder.runner.jobs.preload  # noqa: F401  # must come first
from autograder.core.programs.mlir import warm_up
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.inside import evaluator, worker
from autograder.runner.sandbox.limits import set_limits
from autograder.runner.sandbox.linux import huge_pages, namespaces, seccomp

ROLES = {"worker": worker.main, "evaluator": evaluator.main}
# The modules that are imported to export or run a program, except modules that start a thread or a
# JAX backend.
_PRELOAD = (
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
    """Fork on request until the judge closes the control socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    nesting = json.loads(sys.argv[2])
    for name in _PRELOAD:
        import_module(name)
    warm_up()
    gc.collect()
    gc.freeze()  # so that garbage collection in forks does not copy shared pages
    gc.enable()
    huge_pages.collapse()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are reaped automatically
    while True:
        text, handles, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not text:
            return
        if os.fork() == 0:
            control.close()
            os._exit(_supervise(json.loads(text), nesting, *handles))
        for handle in handles:
            os.close(handle)


def _supervise(
    request: dict[str, Any], nesting: dict[str, Any], channel_fd: int, lifeline_fd: int
) -> int:
    """Fork one process, end it when the lifeline is closed, and report its exit code.

    Return the exit code of the supervisor: 1 if the process could not be forked.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    lifeline = socket.socket(fileno=lifeline_fd)
    try:
        if nesting:
            namespaces.enter(nesting["namespaces"])
        pid = os.fork()
    except OSError as error:
        _report(lifeline, {"broken": str(error)})
        return 1
    if pid == 0:
        lifeline.close()
        os._exit(_run_role(request, nesting, channel_fd))
    os.close(channel_fd)
    _report(lifeline, {"forked": True})
    waiting: list[Any] = [lifeline, os.pidfd_open(pid)]
    select.select(waiting, [], [])
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL) if nesting else os.killpg(pid, signal.SIGKILL)
    _report(lifeline, {"code": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])})
    return 0


def _report(lifeline: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # the judge has closed the lifeline
        lifeline.send(json.dumps(message).encode())


def _run_role(request: dict[str, Any], nesting: dict[str, Any], channel_fd: int) -> int:
    """Limit this process, then answer the judge. With `nesting`, isolate it and its system calls.

    Return the exit code of the process. If a limit cannot be set, report this and return 1.
    """
    sock = socket.socket(fileno=channel_fd)
    sock.set_inheritable(False)
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        os.closerange(3, channel_fd)
        os.closerange(channel_fd + 1, os.sysconf("SC_OPEN_MAX"))
        if nesting:
            namespaces.confine(request["limits"]["file_bytes"], nesting["visible_folders"])
            seccomp.install()
        set_limits(request["limits"])
    except OSError as error:
        channel.send(sock, {"broken": str(error)}, [])
        return 1
    ROLES[request["role"]](sock)
    return 0


if __name__ == "__main__":
    main()
