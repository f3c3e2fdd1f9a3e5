"""What a process and everything below it uses, read from /proc."""

import os
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """Processor seconds, threads and resident bytes now, and whether anything wants to run."""

    cpu_s: float
    threads: int
    resident: int
    runnable: bool


def usage(root: int) -> Usage:
    """Sum over the process tree. Orphans count: a pid namespace hands them to its first process."""
    cpu, threads, resident, runnable = 0.0, 0, 0, False
    queue = [root]
    while queue:
        pid = queue.pop()
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            for task in Path(f"/proc/{pid}/task").iterdir():
                queue += [int(child) for child in (task / "children").read_text().split()]
                state = (task / "stat").read_text().rpartition(")")[2].split()[0]
                runnable = runnable or state in "RD"
        except (OSError, ValueError):
            continue  # it ended while we looked
        cpu += sum(int(n) for n in fields[11:15]) / _TICK
        threads += int(fields[17])
        resident += int(fields[21]) * _PAGE
    return Usage(cpu, threads, resident, runnable)
