"""Choose the sandbox backend of this machine."""

import sys

from autograder.runner.sandbox.host import Host
from autograder.runner.sandbox.sandbox_errors import NoSandbox


def host() -> Host:
    """Return the backend of this machine; raise NoSandbox if there is none."""
    if sys.platform != "linux":
        raise NoSandbox(
            "Grading and `autograder check NOTEBOOK` need Linux: they run student code in a process"
            " that Linux isolates and limits. On this machine, use a Linux container, or WSL on"
            " Windows. The check cells of a notebook work everywhere."
        )
    from autograder.runner.sandbox import linux  # needs modules that exist only on Linux

    return linux
