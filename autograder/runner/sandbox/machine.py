"""Which host this machine has."""

import sys

from autograder.runner.sandbox.host import Host
from autograder.runner.sandbox.sandbox_errors import NoSandbox


def host() -> Host:
    """The one for this machine."""
    if sys.platform != "linux":
        raise NoSandbox(
            "Grading and `autograder check NOTEBOOK` need Linux: they run student code in a process"
            " that Linux bounds and watches. On this machine use a Linux container or, on Windows,"
            " WSL. The check cells of a notebook work everywhere."
        )
    from autograder.runner.sandbox import linux  # another system lacks what it imports

    return linux
