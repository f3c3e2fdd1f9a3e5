"""Read the resource usage of a process tree from /proc."""

import os
from pathlib import Path

from autograder.runner.sandbox.host import Usage

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def usage(root: int) -> Usage:
    """Return the resource usage of a process and all its descendants.

    The CPU time includes children that a process has waited for. In a sandbox, orphaned descendants
    are included, because the first process of a pid namespace adopts them.
    """
    cpu, threads, resident, runnable = 0.0, 0, 0, False
    own: dict[int, float] = {}
    queue = [root]
    while queue:
        pid = queue.pop()
        try:
            fields = _after_name(Path(f"/proc/{pid}/stat"))
            tasks = list(Path(f"/proc/{pid}/task").iterdir())
        except OSError:
            continue  # the process has exited
        user, kernel, *waited_for = (int(n) / _TICK for n in fields[11:15])
        own[pid] = user + kernel
        cpu += own[pid] + sum(waited_for)
        threads += int(fields[17])
        resident += int(fields[21]) * _PAGE
        for task in tasks:
            wants_to_run, children = _thread(task)
            queue += children
            runnable = runnable or wants_to_run
    return Usage(cpu, threads, resident, runnable, own)


def _thread(task: Path) -> tuple[bool, list[int]]:
    """Return whether a thread is running or waits for a CPU or a disk, and the ids of its children.

    If the thread has exited, return False and no ids.
    """
    try:
        state = _after_name(task / "stat")[0]
        children = [int(child) for child in (task / "children").read_bytes().split()]
    except OSError:
        return False, []
    # A thread in state D waits for a disk or for the child of a vfork. In the second case, only the
    # state of the child counts.
    return state == b"R" or (state == b"D" and not children), children


def _after_name(stat: Path) -> list[bytes]:
    """Return the fields after the process name, which may contain any bytes, in a `stat` file."""
    return stat.read_bytes().rpartition(b")")[2].split()
