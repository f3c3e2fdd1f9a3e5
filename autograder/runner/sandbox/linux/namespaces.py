"""Create namespaces for each fork of the fork server, so that forks cannot see each other.

The supervisor calls `enter` and then forks the process that will run student code. This process is
the first process in its pid namespace, and it calls `confine` before it receives any student text.
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
_LIBC = ctypes.CDLL(None, use_errno=True)  # loaded once, because each CDLL() creates a class
_MAX_FILES = 4096  # maximum in each scratch folder, because even empty files use kernel memory
# The only visible files in /proc. They describe the machine, not its processes.
_VISIBLE_PROC_FILES = ("/proc/cpuinfo", "/proc/meminfo")


def enter(namespaces: Iterable[str]) -> None:
    """Create new namespaces; raise OSError if the kernel refuses.

    The user and group ids stay the same. The next fork becomes the first process of the new pid
    namespace.
    """
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


def confine(scratch_bytes: int, visible_folders: Iterable[str]) -> None:
    """Give the process its own scratch folders, hide all processes and drop all capabilities.

    The `visible_folders`, which are below /tmp or /dev/shm, stay visible, but only for reading:
    they contain the Python environment. The process ends with its parent, and it is the first to
    end if memory runs out. Raise OSError if the kernel refuses a step.
    """
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # if memory runs out, the kernel ends this process first
    _prctl(_SET_DEATH_SIGNAL, _SIGKILL)
    _mount(None, "/", None, _REC | _PRIVATE)
    size = f"size={scratch_bytes},nr_inodes={_MAX_FILES}"
    handles = {path: os.open(path, os.O_PATH) for path in visible_folders}
    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, size)
    _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, size)
    for path, handle in handles.items():
        os.makedirs(path, exist_ok=True)
        _mount(f"/proc/self/fd/{handle}", path, None, _BIND | _REC)
        _mount(None, path, None, _REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV)
        os.close(handle)
    _hide_processes()
    os.chdir("/tmp")
    _drop_capabilities()
    _prctl(_SET_NO_NEW_PRIVS, 1)


def _hide_processes() -> None:
    """Replace /proc with a folder that contains only `_VISIBLE_PROC_FILES`.

    The kernel does not allow a new /proc here, because bubblewrap covers parts of the old /proc.
    """
    folder = tempfile.mkdtemp(dir="/tmp")
    _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=64k")
    for path in _VISIBLE_PROC_FILES:
        file = f"{folder}/{os.path.basename(path)}"
        os.close(os.open(file, os.O_CREAT, 0o444))
        _mount(path, file, None, _BIND)
    _mount(folder, "/proc", None, _BIND | _REC)
    _mount(None, "/proc", None, _REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV | _NOEXEC)
    _call("umount2", folder.encode(), _DETACH)
    os.rmdir(folder)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    arguments = [None if word is None else word.encode() for word in (source, target, kind)]
    _call("mount", *arguments, ctypes.c_ulong(flags), data.encode() or None)


def _drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _call("capset", header, (ctypes.c_uint32 * 6)())


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3)


def _call(name: str, *arguments: object) -> None:
    function: Callable[..., int] = getattr(_LIBC, name)
    if function(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
