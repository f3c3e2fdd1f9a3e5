"""The wall: student code runs on one side of it, and everything that decides on the other."""

from autograder.runner.judge.code_version import own_code
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.secret import read_secret, task_key
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.machine import host
from autograder.runner.sandbox.sandbox_errors import NoSandbox, WallBroken
from autograder.runner.submissions.identity import identify
from autograder.runner.submissions.normalize import Submission, heal
from autograder.runner.submissions.read_file import (
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
