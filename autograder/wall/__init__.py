"""The wall: student code runs on one side of it, and everything that decides on the other."""

from autograder.wall.bench.judge import Judge
from autograder.wall.bench.secret import read_secret, task_key
from autograder.wall.bench.store import Store
from autograder.wall.bench.version import own_code
from autograder.wall.box.errors import NoSandbox, WallBroken
from autograder.wall.box.limits import Limits
from autograder.wall.box.machine import host
from autograder.wall.intake.heal import Submission, heal
from autograder.wall.intake.identity import identify
from autograder.wall.intake.stage import (
    FILE_BYTES,
    Accident,
    Unreadable,
    parse_notebook,
    read_file,
    read_notebook,
)

__all__ = [
    "FILE_BYTES",
    "Accident",
    "Judge",
    "Limits",
    "NoSandbox",
    "Store",
    "Submission",
    "Unreadable",
    "WallBroken",
    "heal",
    "host",
    "identify",
    "own_code",
    "parse_notebook",
    "read_file",
    "read_notebook",
    "read_secret",
    "task_key",
]
