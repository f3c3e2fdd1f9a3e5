"""What a process and everything below it uses, read from /proc."""

import os
from pathlib import Path

from autograder.runner.sandbox.host import Usage

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def usage(root: int) -> Usage:
    """Sum over the process tree. Orphans count: a pid namespace hands them to its first process."""
    cpu, threads, resident, runnable = 0.0, 0, 0, False
    own: dict[int, float] = {}
    queue = [root]
    while queue:
        pid = queue.pop()
        try:
            fields = _after_name(Path(f"/proc/{pid}/stat"))
            tasks = list(Path(f"/proc/{pid}/task").iterdir())
        except OSError:
            continue  # it ended while we looked
        user, kernel, *waited_for = (int(n) / _TICK for n in fields[11:15])
        own[pid] = user + kernel
        cpu += own[pid] + sum(waited_for)
        threads += int(fields[17])
        resident += int(fields[21]) * _PAGE
        for task in tasks:
            wants, children = _thread(task)
            queue += children
            runnable = runnable or wants
    return Usage(cpu, threads, resident, runnable, own)


def _thread(task: Path) -> tuple[bool, list[int]]:
    """Whether a thread wants to run, and its children; one that ends hides nothing else."""
    try:
        state = _after_name(task / "stat")[0]
        children = [int(child) for child in (task / "children").read_bytes().split()]
    except OSError:
        return False, []
    # D is a wait for the machine, or for the child of a vfork, which then speaks for both.
    return state == b"R" or (state == b"D" and not children), children


def _after_name(stat: Path) -> list[bytes]:
    """The fields of a `stat`. A process names itself as it likes, in bytes that may be no text."""
    return stat.read_bytes().rpartition(b")")[2].split()
