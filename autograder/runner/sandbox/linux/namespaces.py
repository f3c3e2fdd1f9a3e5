"""Namespaces for one fork of the warm server: it sees no sibling, and no sibling sees it.

Called inside the sandbox, before student text arrives: `enter` in the process that waits, `confine`
in the one that will run student code, the first of its own process namespace.
"""

import ctypes
import os
import tempfile
from collections.abc import Callable, Iterable

_FLAGS = {
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x08000000,
    "uts": 0x04000000,
    "mount": 0x00020000,
}
_READ_ONLY, _NOSUID, _NODEV, _NOEXEC, _REMOUNT = 1, 2, 4, 8, 32
_BIND, _REC, _PRIVATE, _DETACH = 4096, 16384, 1 << 18, 2
_SET_DEATH_SIGNAL, _SET_NO_NEW_PRIVS, _SIGKILL = 1, 38, 9
_CAPABILITY_VERSION = 0x20080522
_LIBC = ctypes.CDLL(None, use_errno=True)  # a class of its own each time: so, before the fork
_FILES = 4096  # of each scratch folder: an empty file takes the kernel's memory, not the folder's
# All that is left of /proc: the machine, no process.
_MACHINE = ("/proc/cpuinfo", "/proc/meminfo")


def enter(namespaces: Iterable[str]) -> None:
    """Leave the server's namespaces; the next fork is the first process of a new one."""
    user, group = os.getuid(), os.getgid()
    flags = 0
    for name in namespaces:
        flags |= _FLAGS[name]
    _call("unshare", ctypes.c_int(flags))
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def confine(scratch_bytes: int, keep: Iterable[str]) -> None:
    """Scratch folders of its own, no process list, no capabilities, no way to get them.

    `keep`: folders below /tmp that stay in sight; an environment may have been made there.
    """
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # for want of memory, this one ends first
    _prctl(_SET_DEATH_SIGNAL, _SIGKILL)
    _mount(None, "/", None, _REC | _PRIVATE)
    size = f"size={scratch_bytes},nr_inodes={_FILES}"
    kept = {path: os.open(path, os.O_PATH) for path in keep}
    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, size)
    _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, size)
    for path, handle in kept.items():
        os.makedirs(path, exist_ok=True)
        _mount(f"/proc/self/fd/{handle}", path, None, _BIND | _REC)
        _mount(None, path, None, _REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV)
        os.close(handle)
    _hide_processes()
    os.chdir("/tmp")
    _drop_capabilities()
    _prctl(_SET_NO_NEW_PRIVS, 1)


def _hide_processes() -> None:
    """A new /proc is refused to us, where the old one is partly covered; and it is not missed."""
    place = tempfile.mkdtemp(dir="/tmp")
    _mount("tmpfs", place, "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=64k")
    for path in _MACHINE:
        file = f"{place}/{os.path.basename(path)}"
        os.close(os.open(file, os.O_CREAT, 0o444))
        _mount(path, file, None, _BIND)
    _mount(place, "/proc", None, _BIND | _REC)
    _mount(None, "/proc", None, _REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV | _NOEXEC)
    _call("umount2", place.encode(), _DETACH)
    os.rmdir(place)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind)]
    _call("mount", *words, ctypes.c_ulong(flags), data.encode() or None)


def _drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _call("capset", header, (ctypes.c_uint32 * 6)())


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3)


def _call(name: str, *words: object) -> None:
    function: Callable[..., int] = getattr(_LIBC, name)
    if function(*words):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
