"""Switches for the defences that cannot be disabled in one line."""

from __future__ import annotations

import ctypes
import os
import pickle
import platform
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import attack_bench
from attack_switch import Context, Switch, command_line, replace_source

from autograder.core.grading import compare_outputs, growth, judgement
from autograder.core.grading.check import Check
from autograder.runner.judge import cell_runner
from autograder.runner.judge import judge as wall_judge
from autograder.runner.sandbox import channel, host
from autograder.runner.sandbox.linux import bwrap, fork_server, proc_usage, server_process
from autograder.runner.submissions import read_file, recognize_cells

KEYCTL = {"x86_64": 250, "aarch64": 219}[platform.machine()]
JOIN_SESSION_KEYRING = 1


def pass_environment(context: Context) -> None:
    context.patch.setattr(bwrap, "ENVIRONMENT", {**os.environ, **bwrap.ENVIRONMENT})


def inherit_descriptors(context: Context) -> None:
    """Open the secret in the grader and let its children inherit the descriptor."""
    replace_source("runner/sandbox/inside/server.py", "print(", "os.closerange(")(context)
    real = subprocess.Popen
    handle = os.open(context.place.secret_file, os.O_RDONLY)

    def popen(*words: Any, pass_fds: Any = (), **more: Any) -> Any:
        return real(*words, pass_fds=[*pass_fds, handle], **more)

    context.patch.setattr(subprocess, "Popen", popen)


def mount_writable_code(context: Context) -> None:
    """Mount a copy of the packages that the sandbox can write to."""
    for package in (bwrap.PACKAGE, bwrap.PACKAGE.parent / "manylanes"):
        shutil.copytree(package, context.folder / "code" / package.name)
    context.patch.setattr(bwrap, "PACKAGE", context.folder / "code/autograder")

    def change(context: Context, line: list[str]) -> list[str]:
        at = line.index("/code/autograder")
        return [*line[: at - 2], "--bind", *line[at - 1 :]]

    command_line(change)(context)
    real = fork_server.fork

    def fork(role: str, *words: Any, **more: Any) -> Any:
        if role == "worker":  # a running server has already loaded its code
            fork_server.close_servers()
        return real(role, *words, **more)

    context.patch.setattr(fork_server, "fork", fork)


def see_place(option: str) -> Switch:
    """Return a switch that binds the course, the class and the secret into the sandbox."""

    def change(context: Context, line: list[str]) -> list[str]:
        at, root = line.index("--chdir"), str(context.place.root)
        return [*line[:at], option, root, root, *line[at:]]

    def switch(context: Context) -> None:
        command_line(change)(context)
        folders = [*bwrap._python_folders(), str(context.place.root)]
        context.patch.setattr(bwrap, "_python_folders", lambda: folders)

    return switch


def keep_ended_process(context: Context) -> None:
    """Do not replace a process that has ended, so that every later request goes to it."""
    real = cell_runner.Runner.close
    context.patch.setattr(
        cell_runner.Runner, "close", lambda self: context.cleanup.callback(real, self)
    )


def new_judges(context: Context, **words: Any) -> None:
    """Use new judges, because a judge keeps its inputs and reference results."""
    judges = {name: replace(judge, **words) for name, judge in context.place.judges.items()}
    context.patch.setitem(context.place.__dict__, "judges", judges)


def draw_public_inputs_only(context: Context) -> None:
    new_judges(context, secret=None)


def skip_counted_cases(context: Context) -> None:
    context.patch.setattr(Check, "_counted_cases", lambda *anything: iter(()))
    new_judges(context)


def show_hidden_results(context: Context) -> None:
    """Show the result of the answer in reports about failures on hidden inputs."""

    def judge_values(check: Check, cases: Any, outputs: Any) -> Any:
        failure = judgement.first_failure(check, cases, outputs)
        return failure and replace(
            failure[1], smallest_input=judgement._describe_hidden(failure[0])
        )

    context.patch.setattr(judgement, "judge_values", judge_values)


def compare_first_and_last(law: str, sizes: Any, mine: Any, theirs: Any) -> bool:
    """Compare only the first and the last step of a fit."""
    rates = growth.growth(sizes, mine)
    return bool(rates[-1] <= 1.5 * rates[0] + 1)


def run_hidden_inputs_early(context: Context) -> None:
    """Run every task on all its inputs, including hidden ones, before the next task."""
    real = wall_judge.Judge._public

    def public(self: Any, task: Any, state: Any, session: Any) -> Any:
        verdict, plan = real(self, task, state, session), self._plan(task, "eve")
        if not task.kind.compiled:
            wall_judge.gather_evidence(plan.check, plan.hidden, session.runner)
        return verdict

    context.patch.setattr(wall_judge.Judge, "_public", public)


def ignore_overflow(context: Context) -> None:
    """Let the comparison raise an error if an integer is too large for a float."""
    context.patch.setattr(compare_outputs, "OverflowError", ZeroDivisionError, raising=False)


def accept_pickles(context: Context) -> None:
    def load(node: Any, body: Any, blobs: Any, depth: int) -> Any:
        return pickle.loads(bytes.fromhex(body))

    context.patch.setitem(channel._DECODERS, "pickle", load)


def follow_links(context: Context) -> None:
    context.patch.setattr(read_file.os, "O_NOFOLLOW", 0)
    context.patch.setattr(attack_bench, "refuse_links", lambda paths: None)


def run_submitted_checks(context: Context) -> None:
    """Run each check cell as it was submitted."""
    real = recognize_cells._identify_cell

    def identify(*words: Any) -> tuple[str, str]:
        role, task = real(*words)
        return (role, task) if role != "check" else (recognize_cells.EXTRA, "")

    context.patch.setattr(recognize_cells, "_identify_cell", identify)


def allow_all_system_calls(context: Context) -> None:
    replace_source("runner/sandbox/inside/server.py", "pass", "seccomp.install()")(context)
    # A login session has a session keyring, but most test machines do not.
    ctypes.CDLL(None).syscall(KEYCTL, JOIN_SESSION_KEYRING, None)


def reuse_processes(context: Context) -> None:
    """Reuse the process of one submission for the next."""
    sandboxes: list[Any] = []

    def ready(self: Any) -> Any:
        if self._sandbox is None and sandboxes:
            self._sandbox = sandboxes.pop()
        return real(self)

    def close(self: Any) -> None:
        if self._sandbox is not None:
            sandboxes.append(self._sandbox)
            self._sandbox = None

    real = cell_runner.Runner._ready
    context.patch.setattr(cell_runner.Runner, "_ready", ready)
    context.patch.setattr(cell_runner.Runner, "close", close)
    context.cleanup.callback(lambda: [sandbox.close() for sandbox in sandboxes])


def count_one_process(context: Context) -> None:
    """Count only the process that runs the cells, and not its children."""

    def usage(self: server_process.Fork) -> host.Usage:
        parent = self._pid
        (pid,) = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return host.Usage(cpu_s, 1, 0, fields[0] in "RD")

    context.patch.setattr(server_process.Fork, "usage", usage)


def count_waits_as_work(context: Context) -> None:
    """Count every uninterruptible wait as work, including a wait for a child."""

    def thread(task: Path) -> tuple[bool, list[int]]:
        _, children = real(task)
        return proc_usage._after_name(task / "stat")[0] in (b"R", b"D"), children

    real = proc_usage._thread
    context.patch.setattr(proc_usage, "_thread", thread)


def ignore_ended_processes(context: Context) -> None:
    """Ignore ended processes that their parent has not waited for."""
    real = proc_usage.usage
    context.patch.setattr(proc_usage, "usage", lambda pid: replace(real(pid), own={}))


def use_nbgrader_exporter(context: Context) -> None:
    from nbgrader.plugins import CsvExportPlugin

    context.patch.setattr(attack_bench, "PlainCsv", CsvExportPlugin)
