"""The fork server, seen from the judge: a process in milliseconds instead of seconds."""

import atexit
import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.runner.sandbox.host import Usage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.linux import bwrap, proc_usage
from autograder.runner.sandbox.sandbox_errors import WallBroken

_POLL_S = 0.2
_END_S = 10.0
_LEAVING = 2  # forks that may be on their way out while another begins
_NOTE_BYTES = 4000  # of the server's own last words, for the instructor
_CREDENTIALS = struct.Struct("iII")  # Linux's struct ucred
_MESSAGE = 4096


class Server:
    """One warm process of this judge's; its forks are ended with it."""

    def __init__(self, argv: list[str], unsafe: bool) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [word.replace("{control}", str(theirs.fileno())) for word in argv],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    pass_fds=[theirs.fileno()],
                    env=_unsafe_environment() if unsafe else {},
                    cwd="/tmp" if unsafe else "/",
                    start_new_session=True,
                )
            except OSError:
                self._control.close()
                raise
        self._leaving: list[Fork] = []
        self._words = b""
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def fork(self, role: str, limits: dict[str, Any]) -> "Fork":
        """Ask for a process; it is there when its bond says so."""
        channel, theirs = socket.socketpair()
        bond, held = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        bond.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        request = json.dumps({"role": role, "limits": limits}).encode()
        with theirs, held, contextlib.suppress(OSError):  # it has ended: `begin` says why
            socket.send_fds(self._control, [request], [theirs.fileno(), held.fileno()])
        return Fork(self, channel, bond)

    def let_go(self, fork: "Fork") -> None:
        """It was told to end; nobody waits for it but whoever wants a third one beside it."""
        if self.alive:
            self._leaving.append(fork)
        else:
            fork.drop()

    def sweep(self) -> None:
        """Forget who has gone. Where one does not even answer, nothing may stay."""
        leaving, self._leaving = self._leaving, []
        self._leaving += [fork for fork in leaving if not fork.gone(0.0)]
        while len(self._leaving) > _LEAVING:
            if not self._leaving[0].gone(_END_S):
                self.close()
                return
            self._leaving.pop(0)

    def last_words(self) -> str:
        """What it said when it ended; it is about to end, or it has let a fork go."""
        try:
            self._process.wait(timeout=_END_S)
        except subprocess.TimeoutExpired:
            return "its server let it go"
        self._reader.join(timeout=2)
        lines = self._words.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._process.returncode}"

    def close(self) -> None:
        """End it and everything it forked."""
        for fork in self._leaving:
            fork.drop()
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._reader.join(timeout=5)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _drain(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with contextlib.suppress(ValueError):  # closed under us
            while part := pipe.read1(65536):  # type: ignore[attr-defined]  # a BufferedReader
                self._words = (self._words + part)[-_NOTE_BYTES:]


class Fork:
    """One process that was asked for: the channel to it, and the bond that holds it."""

    def __init__(self, server: Server, channel: socket.socket, bond: socket.socket) -> None:
        self.channel = channel
        self._server, self._bond = server, bond
        self._bond.settimeout(_POLL_S)
        self._code: int | None = None
        self._ended = False
        self._pid = 0  # of the process that waits for it, as this machine numbers it

    def begin(self, wall_s: float) -> None:
        """As the interface says."""
        deadline = time.monotonic() + wall_s
        while time.monotonic() < deadline:
            try:
                text, extra, _, _ = self._bond.recvmsg(
                    _MESSAGE, socket.CMSG_SPACE(_CREDENTIALS.size)
                )
            except TimeoutError:
                continue
            except OSError as error:
                raise WallBroken(f"the sandbox did not start: {error}") from None
            if not text:
                why = self._server.last_words()
                raise WallBroken(f"the sandbox did not start: {why}")
            message = json.loads(text)
            if "broken" in message:
                raise WallBroken(f"the sandbox did not start: {message['broken']}")
            self._pid = _CREDENTIALS.unpack(extra[0][2])[0]
            return
        raise WallBroken("the machine was too busy to start a sandbox; it is queued again")

    def usage(self) -> Usage:
        """As the interface says."""
        return proc_usage.usage(self._pid)

    def code(self, wait_s: float) -> int | None:
        """As the interface says; who waits for it is out of its reach, and ends only with us."""
        self._await_end(wait_s)
        if self._ended and self._code is None:
            raise WallBroken("the process that holds the sandbox is gone; it is queued again")
        return self._code

    def _await_end(self, wait_s: float) -> None:
        deadline = time.monotonic() + wait_s
        while not self._ended:
            try:
                text = self._bond.recv(_MESSAGE)
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
        """As the interface says."""
        self.channel.close()
        with contextlib.suppress(OSError):
            self._bond.shutdown(socket.SHUT_WR)
        self._server.let_go(self)

    def gone(self, wait_s: float) -> bool:
        """Whether it has ended by then."""
        with contextlib.suppress(OSError):  # it has been dropped: it is
            self._bond.settimeout(min(_POLL_S, wait_s))
        self._await_end(wait_s)
        if self._code is None and not self._ended:
            return False
        self.drop()
        return True

    def drop(self) -> None:
        """Hear no more of it."""
        self._bond.close()


_servers: dict[tuple[int, bool, tuple[str, ...]], Server] = {}
_lock = threading.Lock()


def fork(role: str, limits: Limits, *, unsafe: bool = False) -> Fork:
    """A fork of this judge's warm server, which is started where there is none."""
    program = [
        sys.executable,
        "-s",
        "-P",
        "-m",
        "autograder.runner.sandbox.inside.server",
        "{control}",
    ]
    program.append(json.dumps({} if unsafe else bwrap.nesting()))
    argv = program if unsafe else bwrap.command(program)
    bounds = asdict(limits)
    if unsafe:  # without a user namespace this would count the user's other processes too
        del bounds["processes"]
    key = (os.getpid(), unsafe, tuple(argv))
    with _lock:
        if key in _servers:
            _servers[key].sweep()
        if key not in _servers or not _servers[key].alive:
            close_servers()
            try:
                _servers[key] = Server(argv, unsafe)
            except FileNotFoundError as error:  # it was there when we began
                bwrap.bwrap.cache_clear()  # the next try looks for another
                raise WallBroken(f"{error.filename} is gone; grade again once it is back") from None
        return _servers[key].fork(role, bounds)


def close_servers() -> None:
    """End what is warm; the next fork starts it again."""
    for (pid, *_), server in list(_servers.items()):
        if pid == os.getpid():
            server.close()
    _servers.clear()


atexit.register(close_servers)


def _unsafe_environment() -> dict[str, str]:
    code = str(Path(bwrap.PACKAGE).parent)
    return {**bwrap.ENVIRONMENT, "PYTHONPATH": code}
