"""The promises as a list in CONTRIBUTING.md, derived from the code that holds them."""

from __future__ import annotations

from pathlib import Path

from autograder.authoring import chapter_rules, task_rules, unit_rules
from autograder.authoring.proof import rules

FILE = Path(__file__).parents[2] / "CONTRIBUTING.md"
BEGIN, END = (f"<!-- {word}: autograder/authoring/rule_list.py -->\n" for word in ("begin", "end"))


def listed() -> str:
    """Every promise with its rule."""
    return (
        "A task file (`readable`: it can be read, and its cells run):\n\n"
        f"{rules(task_rules.PROMISES)}"
        f"\nWith `--classes N` and with `--mutants`:\n\n{rules(task_rules.WHEN_ASKED.values())}"
        f"\nA unit:\n\n{rules(unit_rules.EVERYWHERE)}"
        "\nA unit of a course that has a book beside `solutions/`:\n\n"
        f"{rules(unit_rules.WITH_A_BOOK)}"
        f"\nIts chapter, the page of the same name:\n\n{rules(chapter_rules.PROMISES)}"
    )


def filled(text: str) -> str:
    """The file's text with the list as it is now."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{listed()}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    FILE.write_text(filled(FILE.read_text(encoding="utf-8")), encoding="utf-8")
