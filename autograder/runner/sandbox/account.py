"""What one submission has used of everything, over all its processes and all their ends."""

from dataclasses import dataclass

from autograder.runner.sandbox.channel import Room
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.sandbox_errors import Spent, WallBroken


@dataclass
class Account:
    """Of what runs its cells, or of what runs its programs.

    A limit of each step alone is no limit: there are as many steps as somebody writes cells.
    """

    limits: Limits
    whose: str = "The cells of this notebook, and all calls of them"
    cpu_s: float = 0.0
    idle_s: float = 0.0
    waited_s: float = 0.0  # for answers, by the clock
    unseen_s: float = 0.0  # at the ends of steps, which are short
    letters: int = 0  # of JSON, in answers
    raw: int = 0  # bytes of arrays and programs, in answers

    def admit(self, room: Room, letters: int, raw: int) -> None:
        """What an answer is about to bring."""
        room.admit(letters, raw)
        self.letters += letters
        self.raw += raw
        self.check()

    def check(self) -> None:
        """Return while something of everything is left."""
        limits, words = self.limits, f"{self.whose} together"
        if self.cpu_s > limits.all_cpu_s:
            raise Spent(f"{words} took more than {limits.all_cpu_s:g} s of processor time. {_LESS}")
        if self.idle_s > limits.all_idle_s:
            raise Spent(f"{words} waited for {limits.all_idle_s:g} s and did nothing. {_LESS}")
        if self.unseen_s > limits.all_unseen_s:
            many = f"took more than {limits.all_unseen_s:g} s in many short pieces"
            raise Spent(f"{words} {many}. {_LESS}")
        if self.letters > limits.all_letters or self.raw > limits.all_raw:
            raise Spent(f"{words} answered with more than may be read. {_LESS}")
        if self.waited_s > limits.all_wall_s:
            raise WallBroken("the machine was too busy to run the rest; it is queued again")


_LESS = "What came after that was not run."
