"""The wall: student code runs on one side of it, and everything that decides on the other."""

from autograder.runner.judge.code_version import own_code
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.secret import read_secret, task_key
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.machine import host
from autograder.runner.sandbox.sandbox_errors import NoSandbox, SandboxError
from autograder.runner.submissions.identity import identify
from autograder.runner.submissions.normalize import Submission, normalize_submission
from autograder.runner.submissions.read_file import (
    FILE_BYTES,
    NeedsReview,
    Unreadable,
    parse_notebook,
    read_file,
    read_notebook,
)

__all__ = [
    "FILE_BYTES",
    "Judge",
    "Limits",
    "NeedsReview",
    "NoSandbox",
    "SandboxError",
    "Store",
    "Submission",
    "Unreadable",
    "host",
    "identify",
    "normalize_submission",
    "own_code",
    "parse_notebook",
    "read_file",
    "read_notebook",
    "read_secret",
    "task_key",
]
