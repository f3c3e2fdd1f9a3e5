"""A fork server and the processes that it has forked, as the judge controls them."""

import contextlib
import json
import socket
import struct
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from autograder.runner.sandbox.host import Usage
from autograder.runner.sandbox.linux import bwrap, proc_usage
from autograder.runner.sandbox.sandbox_errors import SandboxError

_POLL_S = 0.2
_END_S = 10.0
_MAX_EXITING = 2  # number of processes that may still be exiting when another starts
_STDERR_BYTES = 4000  # the last bytes of the server's stderr are kept for error messages
_CREDENTIALS = struct.Struct("iII")  # Linux's struct ucred
_MESSAGE = 4096


class Server:
    """A fork server that this process has started.

    When a sandboxed server ends, the kernel ends its forks, too.
    """

    def __init__(self, argv: list[str], unsafe: bool) -> None:
        package = str(Path(bwrap.PACKAGE).parent)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [word.replace("{control}", str(theirs.fileno())) for word in argv],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    pass_fds=[theirs.fileno()],
                    env={**bwrap.ENVIRONMENT, "PYTHONPATH": package} if unsafe else {},
                    cwd="/tmp" if unsafe else "/",
                    start_new_session=True,
                )
            except OSError:
                self._control.close()
                raise
        self._exiting: list[Fork] = []
        self._stderr_tail = b""
        self._reader = threading.Thread(target=self._read_stderr, daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def fork(self, role: str, limits: dict[str, Any]) -> "Fork":
        """Request a process.

        As soon as the process exists or has failed to start, the supervisor sends a message on the
        lifeline.
        """
        channel, theirs = socket.socketpair()
        lifeline, lifeline_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        lifeline.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        request = json.dumps({"role": role, "limits": limits}).encode()
        # If the server has ended, `begin` reports why.
        with theirs, lifeline_end, contextlib.suppress(OSError):
            socket.send_fds(self._control, [request], [theirs.fileno(), lifeline_end.fileno()])
        return Fork(self, channel, lifeline)

    def release(self, fork: "Fork") -> None:
        """Record that a process is exiting, so that `forget_exited` can wait for its end.

        If the server has ended, only close the lifeline.
        """
        if self.alive:
            self._exiting.append(fork)
        else:
            fork.close_lifeline()

    def forget_exited(self) -> None:
        """Forget the processes that have exited, and wait while too many are still exiting.

        If a process does not exit in time, close the server.
        """
        exiting, self._exiting = self._exiting, []
        self._exiting += [fork for fork in exiting if not fork.has_exited(0.0)]
        while len(self._exiting) > _MAX_EXITING:
            if not self._exiting[0].has_exited(_END_S):
                self.close()
                return
            self._exiting.pop(0)

    def exit_message(self) -> str:
        """Return the reason for the server's end: the last line of its stderr, or its exit code.

        Wait for the end. If the server does not end in time, return a sentence about the lifeline.
        """
        try:
            self._process.wait(timeout=_END_S)
        except subprocess.TimeoutExpired:
            return "the server closed its lifeline"
        self._reader.join(timeout=2)
        lines = self._stderr_tail.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._process.returncode}"

    def close(self) -> None:
        """Kill the server, and close the lifelines of the processes that are exiting."""
        for fork in self._exiting:
            fork.close_lifeline()
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._reader.join(timeout=5)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _read_stderr(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with contextlib.suppress(ValueError):  # `close` has closed the pipe
            while part := pipe.read1(65536):  # type: ignore[attr-defined]  # a BufferedReader
                self._stderr_tail = (self._stderr_tail + part)[-_STDERR_BYTES:]


class Fork:
    """One sandboxed process, with the sockets to it (channel) and to its supervisor (lifeline)."""

    def __init__(self, server: Server, channel: socket.socket, lifeline: socket.socket) -> None:
        self.channel = channel
        self._server, self._lifeline = server, lifeline
        self._lifeline.settimeout(_POLL_S)
        self._code: int | None = None
        self._ended = False
        self._pid = 0  # process id of the supervisor, as seen outside the sandbox

    def begin(self, wall_s: float) -> None:
        """Implement `ProcessTree.begin`."""
        deadline = time.monotonic() + wall_s
        while time.monotonic() < deadline:
            try:
                text, extra, _, _ = self._lifeline.recvmsg(
                    _MESSAGE, socket.CMSG_SPACE(_CREDENTIALS.size)
                )
            except TimeoutError:
                continue
            except OSError as error:
                raise SandboxError(f"the sandbox did not start: {error}") from None
            if not text:
                why = self._server.exit_message()
                raise SandboxError(f"the sandbox did not start: {why}")
            message = json.loads(text)
            if "broken" in message:
                raise SandboxError(f"the sandbox did not start: {message['broken']}")
            self._pid = _CREDENTIALS.unpack(extra[0][2])[0]
            return
        raise SandboxError("the machine was too busy to start a sandbox; try again")

    def usage(self) -> Usage:
        return proc_usage.usage(self._pid)

    def code(self, wait_s: float) -> int | None:
        """Implement `ProcessTree.code`.

        Raise SandboxError if the supervisor ended without reporting an exit code. Student code in
        a sandbox cannot end the supervisor.
        """
        self._await_end(wait_s)
        if self._ended and self._code is None:
            raise SandboxError("the supervisor of the sandbox has ended; try again")
        return self._code

    def _await_end(self, wait_s: float) -> None:
        deadline = time.monotonic() + wait_s
        while not self._ended:
            try:
                text = self._lifeline.recv(_MESSAGE)
            except (TimeoutError, BlockingIOError):
                if time.monotonic() < deadline:
                    continue
                return
            except OSError:
                text = b""
            self._ended = not text
            if text:
                self._code = json.loads(text).get("code", self._code)
                if self._code is not None:
                    break

    def end(self) -> None:
        """Implement `ProcessTree.end`."""
        self.channel.close()
        with contextlib.suppress(OSError):
            self._lifeline.shutdown(socket.SHUT_WR)
        self._server.release(self)

    def has_exited(self, wait_s: float) -> bool:
        """Return True and close the lifeline if the process exits within `wait_s` seconds."""
        with contextlib.suppress(OSError):  # the lifeline may be closed already
            self._lifeline.settimeout(min(_POLL_S, wait_s))
        self._await_end(wait_s)
        if self._code is None and not self._ended:
            return False
        self.close_lifeline()
        return True

    def close_lifeline(self) -> None:
        """Close the socket to the supervisor, which then ends the process."""
        self._lifeline.close()
