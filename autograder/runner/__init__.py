"""Judge submissions: student code runs in a sandbox, and a trusted process checks its results."""

from autograder.runner.judge_submission import earlier_result, judge_submission
from autograder.runner.result import Result
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.machine import host
from autograder.runner.sandbox.sandbox_errors import NoSandbox, SandboxError
from autograder.runner.secret import read_secret, task_key
from autograder.runner.submissions.identity import identify
from autograder.runner.submissions.normalize import normalize_submission
from autograder.runner.submissions.read_file import (
    FILE_BYTES,
    NeedsReview,
    Unreadable,
    parse_notebook,
    read_notebook,
)
from autograder.runner.submissions.submission import Submission

__all__ = [
    "FILE_BYTES",
    "Limits",
    "NeedsReview",
    "NoSandbox",
    "Result",
    "SandboxError",
    "Submission",
    "Unreadable",
    "earlier_result",
    "host",
    "identify",
    "judge_submission",
    "normalize_submission",
    "parse_notebook",
    "read_notebook",
    "read_secret",
    "task_key",
]
