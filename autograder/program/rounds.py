"""How often the loops of a program go round, over several runs of it."""

from collections.abc import Iterable


def keep_most(known: dict[int, int], counted: Iterable[tuple[int, int]]) -> None:
    """Add what one run counted: of each loop the most rounds count."""
    for number, rounds in counted:
        known[number] = max(rounds, known.get(number, 0))
