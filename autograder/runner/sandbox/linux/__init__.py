"""The Linux backend of the sandbox, which uses bubblewrap, seccomp and /proc."""

from autograder.runner.sandbox.linux.bwrap import ready
from autograder.runner.sandbox.linux.fork_server import fork

__all__ = ["fork", "ready"]
