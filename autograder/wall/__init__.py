"""The wall: student code runs on one side of it, and everything that decides on the other."""

from autograder.wall._bwrap import bwrap
from autograder.wall._errors import NoSandbox, WallBroken
from autograder.wall._identify import identify
from autograder.wall._intake import Piece, Submission, heal
from autograder.wall._judge import Judge
from autograder.wall._limits import Limits
from autograder.wall._secret import read_secret, secret_path, task_key
from autograder.wall._stage import (
    FILE_BYTES,
    Unreadable,
    parse_notebook,
    read_file,
    read_notebook,
)
from autograder.wall._store import Store
from autograder.wall._version import own_code

__all__ = [
    "FILE_BYTES",
    "Judge",
    "Limits",
    "NoSandbox",
    "Piece",
    "Store",
    "Submission",
    "Unreadable",
    "WallBroken",
    "bwrap",
    "heal",
    "identify",
    "own_code",
    "parse_notebook",
    "read_file",
    "read_notebook",
    "read_secret",
    "secret_path",
    "task_key",
]
