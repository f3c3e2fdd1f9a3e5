"""The one defence that each attack names, and how to switch off that one and no other."""

from __future__ import annotations

import ctypes
import os
import pickle
import platform
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import attack_bench
import pytest
from attack_bench import QUICK, Outcome, Place, in_process
from attack_corpus import Attack

from autograder import _compare, _judge, _report, gradebook
from autograder._check import Check
from autograder.gradebook import _notebook
from autograder.wall import (
    Limits,
    _bwrap,
    _channel,
    _intake,
    _runner,
    _sandbox,
    _stage,
    _warm,
    _watch,
)
from autograder.wall import _judge as _wall_judge

KEYCTL = {"x86_64": 250, "aarch64": 219}[platform.machine()]
JOIN_SESSION_KEYRING = 1


@dataclass(frozen=True)
class Off:
    """What a switch needs."""

    patch: pytest.MonkeyPatch
    folder: Path
    place: Place
    later: ExitStack  # what is done once the attack is over


Switch = Callable[[Off], Limits | None]


def _limits(**words: Any) -> Switch:
    return lambda off: replace(QUICK, **words)


def _set(thing: Any, name: str, value: Any) -> Switch:
    return lambda off: off.patch.setattr(thing, name, value)


def _line(change: Callable[[Off, list[str]], list[str]]) -> Switch:
    """Another bubblewrap command line."""

    def switch(off: Off) -> None:
        real = _bwrap.command
        off.patch.setattr(_bwrap, "command", lambda *words: change(off, real(*words)))

    return switch


def _without(*words: str) -> Switch:
    return _line(lambda off, line: [word for word in line if word not in words])


def _with(*words: Callable[[Off], str] | str) -> Switch:
    def change(off: Off, line: list[str]) -> list[str]:
        at = line.index("--chdir")
        more = [word if isinstance(word, str) else word(off) for word in words]
        return [*line[:at], *more, *line[at:]]

    return _line(change)


def _both(*switches: Switch) -> Switch:
    """One defence that stands in two places."""

    def switch(off: Off) -> Limits | None:
        limits = [one(off) for one in switches]
        return next(filter(None, limits), None)

    return switch


def _shared(name: str) -> Switch:
    """A namespace that is the machine's own, for the server and for its forks."""
    return lambda off: off.patch.setattr(
        _bwrap, "NAMESPACES", tuple(other for other in _bwrap.NAMESPACES if other != name)
    )


def _inside(file: str, new: str, *olds: str) -> Switch:
    """Our own code on the sandbox's side, one thing changed."""

    def switch(off: Off) -> None:
        for package in (_bwrap.PACKAGE, _bwrap.PACKAGE.parent / "manylanes"):
            shutil.copytree(package, off.folder / "code" / package.name)
        path = off.folder / "code/autograder" / file
        text = path.read_text()
        for old in olds:
            assert old in text, f"{file} has changed: {old!r} is not in it"
            text = text.replace(old, new)
        path.write_text(text)
        off.patch.setattr(_bwrap, "PACKAGE", off.folder / "code/autograder")

    return switch


def _environment(off: Off) -> None:
    off.patch.setattr(_bwrap, "ENVIRONMENT", {**os.environ, **_bwrap.ENVIRONMENT})


def _descriptors(off: Off) -> None:
    """As if the judge had the secret open, and its children kept what is open."""
    _inside("wall/_server.py", "print(", "os.closerange(")(off)
    real = subprocess.Popen
    handle = os.open(off.place.secret_file, os.O_RDONLY)

    def popen(*words: Any, pass_fds: Any = (), **more: Any) -> Any:
        return real(*words, pass_fds=[*pass_fds, handle], **more)

    off.patch.setattr(subprocess, "Popen", popen)


def _writable(off: Off) -> None:
    """The packages bound so that they can be written to; a copy of them, of course."""
    for package in (_bwrap.PACKAGE, _bwrap.PACKAGE.parent / "manylanes"):
        shutil.copytree(package, off.folder / "code" / package.name)
    off.patch.setattr(_bwrap, "PACKAGE", off.folder / "code/autograder")

    def change(off: Off, line: list[str]) -> list[str]:
        at = line.index("/code/autograder")
        return [*line[: at - 2], "--bind", *line[at - 1 :]]

    _line(change)(off)
    real = _warm.fork

    def fork(role: str, *words: Any, **more: Any) -> Any:
        if role == "worker":  # what is warm has read its code already
            _warm.close_servers()
        return real(role, *words, **more)

    off.patch.setattr(_warm, "fork", fork)


def _and(folder: Path) -> Callable[[], list[str]]:
    real = _bwrap._python_folders
    return lambda: [*real(), str(folder)]


def _no_restart(off: Off) -> None:
    """The ended process is kept, so that every later request meets it."""
    real = _runner.Runner.close
    off.patch.setattr(_runner.Runner, "close", lambda self: off.later.callback(real, self))


def _new_judges(off: Off, **words: Any) -> None:
    """A judge keeps what it has drawn and worked out: one that knows nothing yet."""
    judges = {name: replace(judge, **words) for name, judge in off.place.judges.items()}
    off.patch.setitem(off.place.__dict__, "judges", judges)


def _public_only(off: Off) -> None:
    _new_judges(off, secret=None)


def _no_counted_cases(off: Off) -> None:
    off.patch.setattr(Check, "_counted_cases", lambda *anything: iter(()))
    _new_judges(off)


def _said(off: Off) -> None:
    """A report on a hidden input that repeats what came."""

    def judge_values(check: Check, cases: Any, outputs: Any) -> Any:
        failure = _judge.first_failure(check, cases, outputs)
        return failure and replace(failure[1], smallest_input=_judge._sizes(failure[0]))

    off.patch.setattr(_judge, "judge_values", judge_values)


def _pickles(off: Off) -> None:
    def load(node: Any, body: Any, blobs: Any, depth: int) -> Any:
        return pickle.loads(bytes.fromhex(body))

    off.patch.setitem(_channel._DECODERS, "pickle", load)


def _costs_believed(off: Off) -> None:
    real = _judge.spend

    def spend(budget: Any, sizes: Any, costs: Any, reference: Any) -> Any:
        return real(budget, sizes, [replace(cost, unknown=()) for cost in costs], reference)

    off.patch.setattr(_judge, "spend", spend)


def _followed(off: Off) -> None:
    off.patch.setattr(_stage.os, "O_NOFOLLOW", 0)
    off.patch.setattr(attack_bench, "refuse_links", lambda paths: None)


def _checks_taken(off: Off) -> None:
    """A check cell is run as it was handed in."""
    real = _intake._who

    def who(*words: Any) -> tuple[str, str]:
        role, task = real(*words)
        return (role, task) if role != "check" else (_intake.EXTRA, "")

    off.patch.setattr(_intake, "_who", who)


def _unfiltered(off: Off) -> None:
    _inside("wall/_server.py", "pass", "_seccomp.install()")(off)
    # A keyring of the session is what everybody has who logged in, and few test machines.
    ctypes.CDLL(None).syscall(KEYCTL, JOIN_SESSION_KEYRING, None)


def _kept(off: Off) -> None:
    """The process of one submission goes on with the next."""
    kept: list[Any] = []

    def start(self: Any) -> None:
        if self._sandbox is None and kept:
            self._sandbox, self._fresh = kept.pop(), True
        real(self)

    def close(self: Any) -> None:
        if self._sandbox is not None:
            kept.append(self._sandbox)
            self._sandbox = None

    real = _runner.Runner.start
    off.patch.setattr(_runner.Runner, "start", start)
    off.patch.setattr(_runner.Runner, "close", close)
    off.later.callback(lambda: [sandbox.close() for sandbox in kept])


def _one_counted(off: Off) -> None:
    """Of the process that runs the cells; its children go uncounted."""

    def usage(waits: int) -> _watch.Usage:
        (pid,) = Path(f"/proc/{waits}/task/{waits}/children").read_text().split()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return _watch.Usage(spent, 1, 0, fields[0] in "RD")

    off.patch.setattr(_sandbox, "usage", usage)


def _nbgraders_table(off: Off) -> None:
    from nbgrader.plugins import CsvExportPlugin

    off.patch.setattr(gradebook, "PlainCsv", CsvExportPlugin)


_PATIENT = _limits(idle_s=30.0)  # those who wait for one another may do so on a busy machine
IN_PROCESS = "a process of its own"
DEFENCES: dict[str, Switch | None] = {
    IN_PROCESS: None,
    "inputs drawn from the secret": _public_only,
    "a hidden input is not said": _said,
    "files out of sight": _both(
        _with("--ro-bind", lambda off: str(off.place.root), lambda off: str(off.place.root)),
        lambda off: off.patch.setattr(_bwrap, "_python_folders", _and(off.place.root)),
    ),
    "a clean environment": _environment,
    "closed descriptors": _descriptors,
    "code that cannot be written": _writable,
    "a scratch of its own": _inside(
        "wall/_nest.py", "", '    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, size)\n'
    ),
    "shared memory of its own": _both(
        _PATIENT,
        _inside(
            "wall/_nest.py",
            "",
            '    _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, size)\n',
        ),
    ),
    "files are counted": _inside("wall/_nest.py", "", ",nr_inodes={_FILES}"),
    "files out of reach": _both(
        _with("--bind", lambda off: str(off.place.root), lambda off: str(off.place.root)),
        lambda off: off.patch.setattr(_bwrap, "_python_folders", _and(off.place.root)),
        _inside(
            "wall/_nest.py",
            "_REMOUNT | _BIND | _NOSUID | _NODEV)",
            "_REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV)",
        ),
    ),
    "a process for each submission": _kept,
    "the whole tree is counted": _one_counted,
    "processor time adds up": _limits(total_cpu_s=999),
    "data is bounded": _both(
        _set(_channel, "BLOB_BYTES", 1 << 40),
        _inside("wall/_channel.py", "BLOB_BYTES = 1 << 40", "BLOB_BYTES = 256 << 20"),
    ),
    "tables are plain": _nbgraders_table,
    "a process tree of its own": _both(_shared("pid"), _without("--die-with-parent")),
    "processes out of sight": _both(
        _shared("pid"), _inside("wall/_nest.py", "", "    _hide_processes()\n")
    ),
    "no network": _both(_shared("net"), _PATIENT),
    "queues of its own": _both(_shared("ipc"), _PATIENT),
    "system calls are filtered": _unfiltered,
    "processor time is bounded": _limits(cpu_s=999.0, wall_s=8.0),
    "waiting is bounded": _limits(idle_s=999.0, wall_s=8.0),
    "memory is bounded": _limits(memory_bytes=60 << 30),
    "processes are bounded": _limits(processes=100_000, memory_bytes=60 << 30, cpu_s=60.0),
    "files are bounded": _limits(file_bytes=1 << 30),
    "open files are bounded": _limits(open_files=4096),
    "a new worker after an end": _no_restart,
    "limits are hard": _inside("wall/_limits.py", "(bound, hard)", "(bound, bound)"),
    "custom calls are named ones": _inside(
        "_program.py", "    0 and _named_calls_only(exp", "    _named_calls_only(exp"
    ),
    "values are judged where cost is counted": _no_counted_cases,
    "the clock is looked at while listening": _set(_channel._Look, "__call__", lambda self: None),
    "answers are bounded": _set(_channel, "HEADER_BYTES", 1 << 31),
    "data alone": _pickles,
    "plain text": _set(_report, "plain", lambda text: text),
    "words are bounded": _set(_runner, "_LENGTH", 1 << 20),
    "regular files alone": _followed,
    "links are removed": _set(attack_bench, "refuse_links", lambda paths: None),
    "a file has a size": _set(_stage, "FILE_BYTES", 1 << 30),
    "a notebook has so many cells": _set(_stage, "CELLS", 1 << 20),
    "our cells are ours": _checks_taken,
    "shapes and dtypes are asked for": _set(_compare, "_shapes", lambda expected, output: None),
    "own figures": _set(_wall_judge, "ANYBODY", "eve"),
    "costs are counted or refused": _costs_believed,
    "text is no markup": _set(_notebook, "harmless", lambda text: text),
}


def undefended(attack: Attack, place: Place, patch: pytest.MonkeyPatch, folder: Path) -> Outcome:
    """The attack with its defence switched off."""
    switch = DEFENCES[attack.defence]
    if switch is None:
        return in_process(place, attack)
    with ExitStack() as later:
        limits = switch(Off(patch, folder, place, later))
        return place.judge(attack, limits)
