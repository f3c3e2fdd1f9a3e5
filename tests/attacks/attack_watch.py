"""Detect traces and side effects of an attack beyond its verdicts."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attack_place import Place

SCRATCH = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path.home())
Files = dict[str, tuple[int, int]]


@contextmanager
def watched(place: Place) -> Iterator[list[str]]:
    """Yield the list of gains, and append side effects to it at the end."""
    gained: list[str] = []
    before, known = _trusted(place), children()
    yield gained
    if remaining := _wait_for_end(lambda: children() - known):
        print("remaining processes:", [_command_line(process) for process in remaining])
        gained.append("a process")
    if any(list(folder.glob(f"*{place.mark}*")) for folder in SCRATCH):
        gained.append("a file")
    if before != _trusted(place):
        gained.append("the course")
    if _network_was_used(place):
        gained.append("the network")


def _trusted(place: Place) -> list[Files]:
    return [_snapshot(place.course.path), _snapshot(place.secret_file.parent)]


def _snapshot(folder: Path) -> Files:
    """Return the size and modification time of every file."""
    paths = [path for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return {str(p): (p.lstat().st_size, p.lstat().st_mtime_ns) for p in paths}


def children() -> set[int]:
    """Return all descendant processes. Orphans are children of this process, a subreaper.

    Ignore the browser that other tests started, because it can start a process at any time.
    """
    found: set[int] = set()
    left = [os.getpid()]
    while left:
        for path in _threads(left.pop()):
            for child in map(int, _read(path).split()):
                state = _read(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()[:1]
                if state == ["Z"]:
                    with suppress(ChildProcessError):  # an adopted orphan that has ended
                        os.waitpid(child, os.WNOHANG)
                elif state not in ([], ["X"]) and not _is_browser(child):
                    found.add(child)
                    left.append(child)
    return found


def _is_browser(process: int) -> bool:
    """Return True for the process of Playwright that starts the browser."""
    return "/playwright/driver/node" in _command_line(process)[0]


def _command_line(process: int) -> list[str]:
    return _read(Path(f"/proc/{process}/cmdline")).split("\0")


def _threads(process: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{process}/task").glob("*/children"))
    except OSError:  # the process ended in the meantime
        return []


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process ended in the meantime
        return ""


def _wait_for_end(processes: Callable[[], set[int]]) -> set[int]:
    """Return the processes that remain after killed processes have had time to end.

    On a busy machine, a killed process can take seconds to end.
    """
    for _ in range(2000):
        if not (remaining := processes()):
            break
        time.sleep(0.01)
    return remaining


def _network_was_used(place: Place) -> bool:
    called, _, _ = select.select([place.listener, place.named_listener], [], [], 0)
    for listener in called:
        listener.accept()[0].close()
    return bool(called)
