"""Create or update the environment in .venv. This script needs only Python 3.8 or later.

The script does nothing if the lock file, the project file, the version of the interpreter and the
path of the project have not changed since the last run. A second run therefore needs no network.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "many-lanes.stamp"
SUPPORTED = ((3, 11), (3, 12), (3, 13))
DISK_NEEDED = 2 * 10**9  # bytes for the environment and the temporary files of uv
UV = "uv>=0.9,<1"


class SetupError(Exception):
    """The set-up failed; the message states the problem and the next step."""


def main() -> int:
    try:
        python = interpreter()
        if not is_current(python):
            build(python)
    except SetupError as error:
        print(f"setup stopped: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"setup stopped: {describe_os_error(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command again to continue.", file=sys.stderr)
        return 130
    return 0


def interpreter() -> str:
    """Return a supported Python: $PYTHON, or that of .venv, the running one or the newest.

    The first of these that exists and is supported is used. If $PYTHON is set, only $PYTHON counts.
    Raise SetupError if there is none.
    """
    choice = os.environ.get("PYTHON")
    newest_first = [f"python3.{minor}" for _, minor in SUPPORTED[::-1]]
    existing = [str(VENV / "bin" / "python")] if STAMP.is_file() else []
    names = [choice] if choice else [*existing, sys.executable, *newest_first]
    for name in names:
        path = shutil.which(name)
        if path and version_of(path)[:2] in SUPPORTED:
            return path
    problem = f"PYTHON={choice} is not" if choice else "this machine has no"
    raise SetupError(
        f"{problem} Python 3.11, 3.12 or 3.13. Install one (on Debian or Ubuntu: "
        "apt install python3 python3-venv), then name it: make PYTHON=python3.12 course"
    )


def version_of(python: str) -> tuple[int, ...]:
    if not Path(python).exists():
        return ()
    code = "import sys; print(*sys.version_info[:3])"
    result = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return tuple(int(part) for part in result.stdout.split()) if result.returncode == 0 else ()


def fingerprint(python: str) -> str:
    # Compare versions and not paths, because in a later run, the Python of .venv may run this
    # script.
    parts = [(ROOT / name).read_bytes() for name in ("requirements.txt", "pyproject.toml")]
    parts.append(repr((str(ROOT), version_of(python))).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_current(python: str) -> bool:
    return STAMP.is_file() and STAMP.read_text() == fingerprint(python)


def build(python: str) -> None:
    check_disk()
    check_writable()
    if VENV.is_symlink():
        raise SetupError(
            f".venv is a link to {VENV.resolve()}, whose packages would be replaced by this "
            "folder's. Remove the link, then run the same command again."
        )
    venv_python = VENV / "bin" / "python"
    # Without the stamp file, the environment is new or incomplete, so start again.
    if not STAMP.is_file() or version_of(str(venv_python)) != version_of(python):
        print_step(f"environment: Python {'.'.join(map(str, version_of(python)))} in .venv")
        run([python, "-m", "venv", "--clear", str(VENV)], "making .venv", VENV_HINT)
    STAMP.unlink(missing_ok=True)
    print_step("environment: uv")
    run([str(venv_python), "-m", "pip", "install", "-q", UV], "installing uv", NETWORK_HINT)
    print_step(
        "environment: the packages of requirements.txt (1.2 GB: seconds to minutes, by network)"
    )
    install = [str(VENV / "bin" / "uv"), "pip", "install", "-q", "--python", str(venv_python)]
    # Compile to bytecode now: sandboxes mount .venv read-only and would compile JAX at each start.
    packages = ["--compile-bytecode", "-r", "requirements.txt"]
    run([*install, *packages], "installing requirements.txt", NETWORK_HINT)
    editable = ["--no-deps", "--no-build-isolation", "-e", "."]
    run([*install, *editable], "installing this project", NETWORK_HINT)
    STAMP.write_text(fingerprint(python))


VENV_HINT = "On Debian or Ubuntu, install the missing part: apt install python3-venv"
NETWORK_HINT = (
    "Check that a Python package registry can be reached, then run the same command again"
)


def check_disk() -> None:
    free = shutil.disk_usage(ROOT).free
    if free < DISK_NEEDED and not VENV.exists():
        raise SetupError(
            f"the environment needs {DISK_NEEDED / 1e9:.0f} GB and {free / 1e9:.1f} GB are free "
            "here. Free some space, then run the same command again."
        )


def check_writable() -> None:
    """Raise OSError if files cannot be written; `python -m venv` would report another problem."""
    with tempfile.TemporaryFile(dir=ROOT):
        pass


def run(command: list[str], action: str, hint: str) -> None:
    # Start a new session: Ctrl-C would otherwise make the command print a traceback.
    child = subprocess.Popen(command, cwd=ROOT, env=registry_env(), start_new_session=True)
    try:
        code = child.wait()
    except KeyboardInterrupt:
        os.killpg(child.pid, signal.SIGTERM)
        child.wait()
        raise
    if code != 0:
        raise SetupError(f"{action} failed (see above). {hint}.")


def registry_env() -> dict[str, str]:
    """Return the environment, with pip's package index as uv's default index.

    uv ignores pip's settings. An index that is already set for uv is kept.
    """
    env = dict(os.environ)
    if "UV_DEFAULT_INDEX" not in env and (index := pip_index()):
        env["UV_DEFAULT_INDEX"] = index
    return env


def pip_index() -> str:
    if "PIP_INDEX_URL" in os.environ:
        return os.environ["PIP_INDEX_URL"]
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else ""


def describe_os_error(error: OSError) -> str:
    reasons = {
        13: "this folder may not be written to. Clone the project where you may write",
        28: "the disk is full. Free some space, then run the same command again",
        30: "this folder is read-only. Clone the project where you may write",
    }
    return f"{reasons.get(error.errno or 0, str(error))} ({error.filename or ROOT})."


def print_step(text: str) -> None:
    print(f"  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
