"""A notebook's kernel in the box, for assignments that are none of ours.

python -m autograder.wall.inside.kernel FOLDER ARGUMENT...
"""

import os
import sys
from dataclasses import asdict
from typing import Any

from ipykernel.kernelapp import IPKernelApp

from autograder.wall.box.limits import Limits, lower
from autograder.wall.box.linux import seccomp


def main(folder: str, words: list[str]) -> None:
    """Listen until somebody says that it is over."""
    os.chdir(folder)
    lower(asdict(Limits()))
    app: Any = IPKernelApp.instance()
    app.initialize(words)
    seccomp.install()  # not before: ZeroMQ sets the priority of its threads, and ends if it may not
    app.start()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
