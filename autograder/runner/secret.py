"""The course secret, from which the keys of the hidden inputs are derived."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from autograder.core.atomic import create_file
from autograder.core.messages.errors import CourseError

VARIABLE = "AUTOGRADER_SECRET"
_BYTES = 32


def secret_path() -> Path:
    """Return the path of the course secret.

    It is AUTOGRADER_SECRET, or else `many-lanes/secret` in $XDG_CONFIG_HOME or ~/.config.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "many-lanes" / "secret"


def read_secret(path: Path | None = None) -> bytes:
    """Return the course secret. If its file is missing, create one that only its owner can read.

    If several processes create the file at the same time, all of them use the same secret, unless
    the file system has no hard links. Raise CourseError if the file is unreadable or too short.
    """
    path = path or secret_path()
    if not path.exists():
        create_file(path, secrets.token_hex(_BYTES).encode() + b"\n", mode=0o600)
    try:
        secret = path.read_bytes().strip()
    except OSError as error:
        problem = f"The course secret {path} cannot be read: {error.strerror}."
        raise CourseError(problem, "Make the file readable for your account.") from None
    if len(secret) < _BYTES:
        problem = f"The course secret {path} is too short."
        raise CourseError(problem, "Delete the file; the next command creates a new secret.")
    return secret


def task_key(secret: bytes, unit: str, task: str) -> bytes:
    """Return the key from which the hidden inputs of one task are drawn."""
    return hmac.new(secret, f"{unit}/{task}".encode(), hashlib.sha256).digest()
