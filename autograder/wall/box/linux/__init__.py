"""The box on Linux: all that is said in the words of bubblewrap, seccomp and /proc."""

from autograder.wall.box.linux.bwrap import command, ready
from autograder.wall.box.linux.warm import fork

__all__ = ["command", "fork", "ready"]
