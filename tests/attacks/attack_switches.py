"""Defences whose switch takes more than a line."""

from __future__ import annotations

import ctypes
import os
import pickle
import platform
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import attack_bench
from attack_switch import Off, command_line, inside

from autograder.core.grading import growth, judgement
from autograder.core.grading.check import Check
from autograder.runner.judge import cell_runner
from autograder.runner.judge import judge as wall_judge
from autograder.runner.sandbox import channel, host
from autograder.runner.sandbox.linux import bwrap, fork_server, proc_usage
from autograder.runner.submissions import normalize, read_file

KEYCTL = {"x86_64": 250, "aarch64": 219}[platform.machine()]
JOIN_SESSION_KEYRING = 1


def environment(off: Off) -> None:
    off.patch.setattr(bwrap, "ENVIRONMENT", {**os.environ, **bwrap.ENVIRONMENT})


def descriptors(off: Off) -> None:
    """As if the judge had the secret open, and its children kept what is open."""
    inside("runner/sandbox/inside/server.py", "print(", "os.closerange(")(off)
    real = subprocess.Popen
    handle = os.open(off.place.secret_file, os.O_RDONLY)

    def popen(*words: Any, pass_fds: Any = (), **more: Any) -> Any:
        return real(*words, pass_fds=[*pass_fds, handle], **more)

    off.patch.setattr(subprocess, "Popen", popen)


def writable(off: Off) -> None:
    """The packages bound so that they can be written to; a copy of them, of course."""
    for package in (bwrap.PACKAGE, bwrap.PACKAGE.parent / "manylanes"):
        shutil.copytree(package, off.folder / "code" / package.name)
    off.patch.setattr(bwrap, "PACKAGE", off.folder / "code/autograder")

    def change(off: Off, line: list[str]) -> list[str]:
        at = line.index("/code/autograder")
        return [*line[: at - 2], "--bind", *line[at - 1 :]]

    command_line(change)(off)
    real = fork_server.fork

    def fork(role: str, *words: Any, **more: Any) -> Any:
        if role == "worker":  # what is warm has read its code already
            fork_server.close_servers()
        return real(role, *words, **more)

    off.patch.setattr(fork_server, "fork", fork)


def and_folder(folder: Path) -> Callable[[], list[str]]:
    real = bwrap._python_folders
    return lambda: [*real(), str(folder)]


def no_restart(off: Off) -> None:
    """The ended process is kept, so that every later request meets it."""
    real = cell_runner.Runner.close
    off.patch.setattr(cell_runner.Runner, "close", lambda self: off.later.callback(real, self))


def new_judges(off: Off, **words: Any) -> None:
    """A judge keeps what it has drawn and worked out: one that knows nothing yet."""
    judges = {name: replace(judge, **words) for name, judge in off.place.judges.items()}
    off.patch.setitem(off.place.__dict__, "judges", judges)


def public_only(off: Off) -> None:
    new_judges(off, secret=None)


def no_counted_cases(off: Off) -> None:
    off.patch.setattr(Check, "_counted_cases", lambda *anything: iter(()))
    new_judges(off)


def said(off: Off) -> None:
    """A report on a hidden input that repeats what came."""

    def judge_values(check: Check, cases: Any, outputs: Any) -> Any:
        failure = judgement.first_failure(check, cases, outputs)
        return failure and replace(
            failure[1], smallest_input=judgement._describe_hidden(failure[0])
        )

    off.patch.setattr(judgement, "judge_values", judge_values)


def first_and_last(law: str, sizes: Any, mine: Any, theirs: Any) -> bool:
    """A fit that looks at two of its steps."""
    rates = growth.growth(sizes, mine)
    return bool(rates[-1] <= 1.5 * rates[0] + 1)


def asked_in_order(off: Off) -> None:
    """Every task is asked all that it is asked, hidden inputs too, before the next task."""
    real = wall_judge.Judge._public

    def public(self: Any, task: Any, came: Any, sitting: Any) -> Any:
        found, plan = real(self, task, came, sitting), self._plan(task, "eve")
        if not task.kind.compiled:
            wall_judge.gathered(plan.check, plan.hidden, sitting.runner)
        return found

    off.patch.setattr(wall_judge.Judge, "_public", public)


def pickles(off: Off) -> None:
    def load(node: Any, body: Any, blobs: Any, depth: int) -> Any:
        return pickle.loads(bytes.fromhex(body))

    off.patch.setitem(channel._DECODERS, "pickle", load)


def followed(off: Off) -> None:
    off.patch.setattr(read_file.os, "O_NOFOLLOW", 0)
    off.patch.setattr(attack_bench, "refuse_links", lambda paths: None)


def checks_taken(off: Off) -> None:
    """A check cell is run as it was handed in."""
    real = normalize._identify_cell

    def who(*words: Any) -> tuple[str, str]:
        role, task = real(*words)
        return (role, task) if role != "check" else (normalize.EXTRA, "")

    off.patch.setattr(normalize, "_identify_cell", who)


def unfiltered(off: Off) -> None:
    inside("runner/sandbox/inside/server.py", "pass", "seccomp.install()")(off)
    # A keyring of the session is what everybody has who logged in, and few test machines.
    ctypes.CDLL(None).syscall(KEYCTL, JOIN_SESSION_KEYRING, None)


def kept(off: Off) -> None:
    """The process of one submission goes on with the next."""
    kept: list[Any] = []

    def ready(self: Any) -> Any:
        if self._sandbox is None and kept:
            self._sandbox = kept.pop()
        return real(self)

    def close(self: Any) -> None:
        if self._sandbox is not None:
            kept.append(self._sandbox)
            self._sandbox = None

    real = cell_runner.Runner._ready
    off.patch.setattr(cell_runner.Runner, "_ready", ready)
    off.patch.setattr(cell_runner.Runner, "close", close)
    off.later.callback(lambda: [sandbox.close() for sandbox in kept])


def one_counted(off: Off) -> None:
    """Of the process that runs the cells; its children go uncounted."""

    def usage(self: fork_server.Fork) -> host.Usage:
        waits = self._pid
        (pid,) = Path(f"/proc/{waits}/task/{waits}/children").read_text().split()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return host.Usage(spent, 1, 0, fields[0] in "RD")

    off.patch.setattr(fork_server.Fork, "usage", usage)


def waits_called_work(off: Off) -> None:
    """A wait that the kernel does not break off is the machine's, whoever it is for."""

    def thread(task: Path) -> tuple[bool, list[int]]:
        _, children = real(task)
        return proc_usage._after_name(task / "stat")[0] in (b"R", b"D"), children

    real = proc_usage._thread
    off.patch.setattr(proc_usage, "_thread", thread)


def ended_forgotten(off: Off) -> None:
    """Of the processes that are there, and of those that they have waited for."""
    real = proc_usage.usage
    off.patch.setattr(proc_usage, "usage", lambda pid: replace(real(pid), own={}))


def nbgraders_table(off: Off) -> None:
    from nbgrader.plugins import CsvExportPlugin

    off.patch.setattr(attack_bench, "PlainCsv", CsvExportPlugin)
